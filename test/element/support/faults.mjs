/** The faults below each folder, by the end of a path: `null` fails, a number delays by that many milliseconds. */
const FAULTS = {
  // The French pack comes when the test fetches `/wordless/release`.
  wordless: { '/languages/de.ts': null, '/languages/fr.ts': Infinity, '/languages/it.ts': 20 },
  // A second copy of the script, without faults.
  copy: {},
};

/** The requests that wait for a release, and whether a release has overtaken its request. */
const waiting = [];
let isReleased = false;

const released = () =>
  new Promise((resolve) => {
    if (isReleased) resolve();
    else waiting.push(resolve);
    isReleased = false;
  });

const release = () => {
  isReleased = waiting.length === 0;
  for (const resolve of waiting.splice(0)) resolve();
};

/** Simulates network faults: `/wordless/…` and `/copy/…` serve the same files as `/…`, except for the faults. */
export const faults = async (context, next) => {
  const [, folder, path] = /^\/(\w+)(\/.*)$/.exec(context.path) ?? [];
  if (!Object.hasOwn(FAULTS, folder)) return next();
  if (path === '/release') {
    release();
    context.status = 204;
    return;
  }
  const [, ms] = Object.entries(FAULTS[folder]).find(([end]) => path.endsWith(end)) ?? [null, 0];
  if (ms === null) {
    context.status = 503;
    return;
  }
  if (ms === Infinity) await released();
  else if (ms) await new Promise((resolve) => setTimeout(resolve, ms));
  context.path = path;
  await next();
};
