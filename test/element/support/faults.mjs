const LATE_MS = 1500;

/** What goes wrong below each folder, by the end of a path: a module is lost (`null`), or comes after so many milliseconds. */
const FAULTS = {
  lost: { '/src/element/workings.ts': null },
  late: { '/src/element/workings.ts': LATE_MS },
  wordless: { '/languages/de.ts': null, '/languages/fr.ts': LATE_MS, '/languages/it.ts': 100 },
  // A second copy of the script, with no fault.
  copy: {},
};

/** Faults of the network: below `/lost/` and the like lies what lies below `/`, but for what goes wrong. */
export const faults = async (context, next) => {
  const [, folder, path] = /^\/(\w+)(\/.*)$/.exec(context.path) ?? [];
  if (!Object.hasOwn(FAULTS, folder)) return next();
  const [, ms] = Object.entries(FAULTS[folder]).find(([end]) => path.endsWith(end)) ?? [null, 0];
  if (ms === null) {
    context.status = 503;
    return;
  }
  if (ms) await new Promise((resolve) => setTimeout(resolve, ms));
  context.path = path;
  await next();
};
