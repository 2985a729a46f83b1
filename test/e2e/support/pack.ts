/** Packs what is built, once for all test files. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The tarball, and the paths in it. */
    packed: { tarball: string; files: string[] };
  }
}

export default async ({ provide }: TestProject): Promise<() => void> => {
  const place = mkdtempSync(join(tmpdir(), 'email-verify-packed-'));
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--ignore-scripts', '--json', '--pack-destination', place],
    { cwd: join(import.meta.dirname, '../../..'), maxBuffer: 1 << 24 },
  );
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  provide('packed', { tarball: join(place, filename), files: files.map(({ path }) => path) });
  return () => {
    rmSync(place, { recursive: true, force: true });
  };
};
