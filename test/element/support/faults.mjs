const LATE_MS = 1500;

/** The faults below each folder, by the end of a path: `null` fails, a number delays by so many milliseconds. */
const FAULTS = {
  wordless: { '/languages/de.ts': null, '/languages/fr.ts': LATE_MS, '/languages/it.ts': 20 },
  // A second copy of the script, without faults.
  copy: {},
};

/** Simulates network faults: `/wordless/…` and `/copy/…` serve the same files as `/…`, except for the faults. */
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
