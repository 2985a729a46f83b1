/** Faults of the network: below `/lost/` and `/late/` lies what lies below `/`, but for the element's workings. */
export const faults = async (context, next) => {
  const [, fault, path] = /^\/(lost|late)(\/.*)$/.exec(context.path) ?? [];
  if (!fault) return next();
  const workings = path.endsWith('/src/element/workings.ts');
  if (workings && fault === 'lost') {
    context.status = 503;
    return;
  }
  if (workings) await new Promise((resolve) => setTimeout(resolve, 1500));
  context.path = path;
  await next();
};
