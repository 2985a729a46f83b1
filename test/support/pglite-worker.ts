/** Builds the thread of the embedded database, which Node cannot load from its source. */
import { build } from 'esbuild';

/** @param outfile below a `node_modules` with PGlite, which is not in it. */
export const buildWorker = async (outfile: string): Promise<void> => {
  await build({
    entryPoints: ['src/service/store/embedded/pglite-worker.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@electric-sql/pglite'],
  });
};
