/** `npm run test:runtimes`: brings the runtimes where they are missing, builds what is old, and drives the edge in each of them. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildWhatIsOld } from './fresh.mjs';

const root = join(import.meta.dirname, '..');
const run = (...command) => {
  const { status } = spawnSync(command[0], command.slice(1), { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

if (!existsSync(join(root, 'test/runtimes/node_modules'))) run('npm', 'ci', '--prefix', 'test/runtimes');
buildWhatIsOld();
run(process.execPath, join(root, 'scripts/test.mjs'), 'runtimes');
