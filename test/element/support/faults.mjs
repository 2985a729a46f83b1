/** Faults of the network, for a module that is asked for with `?lost` or `?late`. */
export const faults = async (context, next) => {
  if (context.querystring === 'lost') {
    context.status = 503;
    return;
  }
  if (context.querystring === 'late') await new Promise((resolve) => setTimeout(resolve, 1500));
  await next();
};
