/**
 * Runs a test suite with its own dependencies: installs them if missing, and builds if necessary.
 * `npm run test:runtimes` tests the edge in every runtime, `npm run test:pages` the element with many libraries,
 * `npm run test:doors` the package in apps (`-- --all` in those for the night too, `-- next nuxt` in these),
 * `npm run test:typescript` the types by older and newer compilers, `npm run test:wordpress` the plugin and the receipt
 * check for PHP (Debian packages: see `.ci/run`).
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bring } from './bring.mjs';
import { buildWhatIsOld } from './fresh.mjs';

const root = join(import.meta.dirname, '..');
const [suite, ...doors] = process.argv.slice(2);
if (doors.length) process.env.DOORS = doors.includes('--all') ? 'all' : doors.join();
// The doors install their apps far from here.
if (['pages', 'runtimes', 'typescript'].includes(suite)) bring(`test/${suite}`);
buildWhatIsOld();
const { status } = spawnSync(process.execPath, ['scripts/test.mjs', suite], { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;
