/**
 * Installs the apps' packages far from this repository, whose own packages would hide one that an app or our package lacks.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const doors = join(import.meta.dirname, '..');

/**
 * Installs what the lock file says for these apps, or takes what an earlier run installed.
 * @returns a folder with `node_modules`, and `apps/<name>/node_modules` for what an app has in another version.
 */
export const installApps = async (names: readonly string[]): Promise<string> => {
  const lock = await readFile(join(doors, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).update(names.join()).digest('hex').slice(0, 16);
  const place = join(tmpdir(), `email-verify-doors-${hash}`);
  if (existsSync(place)) return place;
  const draft = await mkdtemp(join(tmpdir(), 'email-verify-doors-draft-'));
  for (const file of ['package.json', 'package-lock.json']) await cp(join(doors, file), join(draft, file));
  for (const name of names) {
    await mkdir(join(draft, 'apps', name), { recursive: true });
    await cp(join(doors, 'apps', name, 'package.json'), join(draft, 'apps', name, 'package.json'));
  }
  const only = names.map((name) => `--workspace=apps/${name}`);
  const flags = ['--include-workspace-root', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['ci', ...only, ...flags], { cwd: draft, maxBuffer: 1 << 26 });
  await rename(draft, place).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    // Another run was quicker.
    if (!existsSync(place)) throw error;
  });
  return place;
};

/** Unpacks the tarball, and checks that `test/doors/package.json` brings its dependencies. */
export const unpack = async (tarball: string, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
  const read = async (file: string): Promise<{ dependencies?: Record<string, string> }> =>
    JSON.parse(await readFile(file, 'utf8')) as { dependencies?: Record<string, string> };
  const ours = Object.keys((await read(join(folder, 'package.json'))).dependencies ?? {});
  const brought = (await read(join(doors, 'package.json'))).dependencies ?? {};
  const missing = ours.filter((name) => !(name in brought));
  if (missing.length) throw new Error(`test/doors/package.json lacks dependencies of our package: ${missing.join()}`);
};

/** Copies a folder by hard links: the packages are large, and nobody changes them. */
export const link = async (from: string, to: string): Promise<void> => {
  await mkdir(join(to, '..'), { recursive: true });
  await run('cp', ['-al', from, to]);
};
