/** Packs what is built of both packages, once for all test files. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** By the package's name: its tarball, and the paths in it. */
    packed: Record<string, { tarball: string; files: string[] }>;
  }
}

export default async ({ provide }: TestProject): Promise<() => void> => {
  const place = mkdtempSync(join(tmpdir(), 'email-verify-packed-'));
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--workspaces', '--include-workspace-root', '--ignore-scripts', '--json', '--pack-destination', place],
    { cwd: join(import.meta.dirname, '../../..'), maxBuffer: 1 << 24 },
  );
  const packages = JSON.parse(stdout) as { name: string; filename: string; files: { path: string }[] }[];
  provide(
    'packed',
    Object.fromEntries(
      packages.map(({ name, filename, files }) => [
        name,
        { tarball: join(place, filename), files: files.map(({ path }) => path) },
      ]),
    ),
  );
  return () => {
    rmSync(place, { recursive: true, force: true });
  };
};
