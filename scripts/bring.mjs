/**
 * Some folders have a package.json of their own, for packages that a newcomer's `npm ci` need not bring. They are
 * installed where they are first used.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const packagesOf = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {});

/** True if the versions of the lock file are there. Packages for other systems are missing. */
const isCurrent = (folder) => {
  const installed = packagesOf(join(folder, 'node_modules/.package-lock.json'));
  return Object.entries(packagesOf(join(folder, 'package-lock.json'))).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
};

/**
 * Renames a folder.
 * @returns false if `refusal` says why it could not be
 */
const move = (from, to, refusal) => {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (!refusal.includes(error.code)) throw error;
    return false;
  }
};

/**
 * Puts installed packages into their folder by one rename, which fails where packages are: those of a process that was
 * quicker stay, older ones are moved into the draft, which takes no longer.
 */
const put = (draft, folder) => {
  const modules = join(folder, 'node_modules');
  while (!move(join(draft, 'node_modules'), modules, ['ENOTEMPTY', 'EEXIST', 'EPERM']) && !isCurrent(folder))
    move(modules, mkdtempSync(join(draft, 'old-')), ['ENOENT']);
};

/**
 * Installs the packages of a folder as its lock file says, unless they are there. Several processes may do so at once.
 * @param name of the folder, from the root
 * @returns its `node_modules`
 */
export const bring = (name) => {
  const folder = join(root, name);
  const modules = join(folder, 'node_modules');
  if (isCurrent(folder)) return modules;
  console.log(`Installing the packages of ${name}…`);
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'packages-'));
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(folder, file), join(draft, file));
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: draft,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    if (status !== 0) throw new Error(`npm ci failed for the packages of ${name}.`);
    put(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return modules;
};
