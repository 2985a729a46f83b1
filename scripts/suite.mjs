/**
 * Runs a test suite with its own dependencies: installs them if missing, and builds if necessary.
 * `npm run test:runtimes` tests the edge in every runtime, `npm run test:pages` the element with many libraries, `npm run test:doors`
 * the package in apps (`-- --all` in those for the night too, `-- next nuxt` in these), `npm run test:typescript` the types by older
 * and newer compilers.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildWhatIsOld } from './fresh.mjs';

const root = join(import.meta.dirname, '..');
const run = (...command) => {
  const { status } = spawnSync(command[0], command.slice(1), { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

const [suite, ...doors] = process.argv.slice(2);
if (doors.length) process.env.DOORS = doors.includes('--all') ? 'all' : doors.join();
// The doors install their apps far from here.
if (suite !== 'doors' && !existsSync(join(root, 'test', suite, 'node_modules')))
  run('npm', 'ci', '--prefix', `test/${suite}`);
buildWhatIsOld();
run(process.execPath, join(root, 'scripts/test.mjs'), suite);
