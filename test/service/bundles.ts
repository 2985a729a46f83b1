/** The folder of the programs that the suites of a run bundle: below node_modules, from where a bundle finds PGlite. */
import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';

/** @param pid Vitest's process, whose children run the suites. */
export const bundlesOf = (pid: number): string => resolve('node_modules', '.cache', 'email-verify', `bundles-${pid}`);

export default (): (() => void) => {
  const folder = bundlesOf(process.pid);
  mkdirSync(folder, { recursive: true });
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
};
