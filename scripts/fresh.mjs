import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The file that marks a complete build in a folder: `server/dist` is what `serve` needs, `dist` all. */
export const stampOf = (folder) => join(root, folder, '.built');

const newestBelow = (folder) =>
  Math.max(
    ...readdirSync(join(root, folder), { recursive: true })
      .filter((file) => !file.includes('node_modules'))
      .map((file) => statSync(join(root, folder, file)).mtimeMs),
  );

const buildIfOld = (folder, command) => {
  const stamp = stampOf(folder);
  const built = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  const newest = Math.max(
    ...['src', 'demo', 'scripts'].map(newestBelow),
    statSync(join(root, 'rollup.config.mjs')).mtimeMs,
  );
  if (built >= newest) return;
  console.log('Building…');
  const [program, ...args] = command;
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
  if (status) process.exit(status);
};

/** Builds if `dist` is missing or older than its sources. */
export const buildWhatIsOld = () => buildIfOld('dist', ['npm', 'run', '--silent', 'build']);

/** Builds what `serve` needs if it is missing or older than its sources. */
export const buildWhatIsServed = () => buildIfOld('server/dist', [process.execPath, 'scripts/build.mjs', 'served']);
