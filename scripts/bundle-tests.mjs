import { build } from 'esbuild';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Modules that look for files beside themselves still find them from where they are written. */
const whereWritten = {
  name: 'where-written',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.(?:ts|mjs)$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (path.includes('node_modules') || !text.includes('import.meta.')) return undefined;
      const contents = text
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

/**
 * Translates tests once, all together: each runs in a process of its own, and a loader in each of them takes longer than most tests.
 * @param files below `root`.
 * @returns the files to run in their place.
 */
export const bundleTests = async (root, files) => {
  const outdir = join(root, '.tests');
  await rm(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: files,
    outbase: root,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.11',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'warning',
    plugins: [whereWritten],
  });
  return files.map((file) => join(relative(root, outdir), file.replace(/\.ts$/, '.mjs')));
};
