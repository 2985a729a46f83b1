import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** All that a build is made of. */
const SOURCES = [
  ...['src', 'demo', 'scripts', 'rollup.config.mjs', 'tsconfig.json', 'tsconfig.types.json', 'LICENSE'],
  ...['package.json', 'package-lock.json', 'server/package.json'],
];

/** The file that marks a complete build in a folder: `server/dist` is what `serve` needs, `dist` all. */
export const stampOf = (folder) => join(root, folder, '.built');

/** The files of a folder that are not installed, by their paths. */
const filesBelow = (path) =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path), { withFileTypes: true })
        .filter(({ name }) => name !== 'node_modules')
        .flatMap(({ name }) => filesBelow(join(path, name)))
    : [path];

/** A hash of the sources, which a stamp holds: files may come back with an old date, or have a new one unchanged. */
export const hashOfSources = () => {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(filesBelow).sort())
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
};

const buildIfOld = (folder, command) => {
  const stamp = stampOf(folder);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources()) return;
  console.log('Building…');
  const [program, ...args] = command;
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
  if (status) process.exit(status);
};

/** Builds if `dist` is missing or not of its sources as they are. */
export const buildWhatIsOld = () => buildIfOld('dist', ['npm', 'run', '--silent', 'build']);

/** Builds what `serve` needs if it is missing or not of its sources as they are. */
export const buildWhatIsServed = () => buildIfOld('server/dist', [process.execPath, 'scripts/build.mjs', 'served']);
