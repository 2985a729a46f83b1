/** Runs a program of the benchmarks, bundled: Node could not load the thread of the embedded database from its source. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { buildWorker } from '../test/support/pglite-worker.js';

/** @param entry a file of this folder. */
export const runBundled = async (entry: string, args: readonly string[]): Promise<void> => {
  // Below node_modules, from where a bundle finds PGlite, which is not in it.
  const own = resolve('node_modules/.cache/email-verify', `bench-${process.pid}`);
  mkdirSync(own, { recursive: true });
  try {
    await buildWorker(join(own, 'pglite-worker.js'));
    await build({
      entryPoints: [join(import.meta.dirname, entry)],
      outfile: join(own, 'main.mjs'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['@electric-sql/pglite', 'pg-native', '@node-rs/xxhash'],
      banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);` },
    });
    const { status } = spawnSync(process.execPath, [join(own, 'main.mjs'), ...args], { stdio: 'inherit' });
    if (status !== 0) throw new Error(`${entry} ended with ${status}`);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
};
