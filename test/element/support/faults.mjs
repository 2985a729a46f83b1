/** Faults of the network that a page asks for by a cookie: `workings=lost` or `workings=late`. */
export const faults = async (context, next) => {
  const wanted = /workings=(\w+)/.exec(context.headers.cookie ?? '')?.[1];
  if (!wanted || !context.path.includes('/src/element/workings.')) return next();
  if (wanted === 'late') {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return next();
  }
  context.set('cache-control', 'no-store');
  context.status = 503;
};
