import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'dist/.built');

const newestBelow = (folder) =>
  Math.max(
    ...readdirSync(join(root, folder), { recursive: true }).map((file) => statSync(join(root, folder, file)).mtimeMs),
  );

/** Builds if `dist` is missing or older than its sources. */
export const buildWhatIsOld = () => {
  const built = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  const newest = Math.max(
    ...['src', 'demo', 'scripts'].map(newestBelow),
    statSync(join(root, 'rollup.config.mjs')).mtimeMs,
  );
  if (built >= newest) return;
  console.log('Building…');
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
  if (status) process.exit(status);
};
