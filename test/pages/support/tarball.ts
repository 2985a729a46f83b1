import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

/** The packed package, unpacked where the pages' libraries are. */
export const installed = join(import.meta.dirname, '../node_modules/email-verify-element');

/** Packs the repository as it is built, and installs the tarball beside the pages' libraries: once, before the suite. */
export default async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'email-verify-pages-'));
  try {
    const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
      cwd: root,
      maxBuffer: 1 << 26,
    });
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    await rm(installed, { recursive: true, force: true });
    await mkdir(installed, { recursive: true });
    await run('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
