/** What of the npm package is our own code: bundled as a page does it, with the libraries and the language packs left out. */
import { build } from 'esbuild';
import { join, relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const dist = join(import.meta.dirname, '../dist');

/** Libraries, ours to carry or not, and languages stay imports. */
const leftOut = {
  name: 'left-out',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^.]|\/vendor\/|\/languages\// }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { external: true },
    );
  },
};

/**
 * @returns the bytes of what a page loads until a verdict can stand (the element, and its workings at the first use), and of
 * all of it.
 */
export const npmSize = async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: ['./element/define.js'],
    absWorkingDir: dist,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    outdir: 'unwritten',
    write: false,
    metafile: true,
    plugins: [leftOut],
  });
  const chunks = Object.entries(metafile.outputs).map(([path, { entryPoint = '' }]) => {
    const { contents } = outputFiles.find((file) => relative(dist, file.path) === path);
    return { later: /\/(typos|place)\.js$/.test(entryPoint), contents, entryPoint };
  });
  const sum = (some) => ({
    min: some.reduce((total, { contents }) => total + contents.length, 0),
    gzip: some.reduce((total, { contents }) => total + gzipSync(contents, { level: 9 }).length, 0),
    brotli: some.reduce((total, { contents }) => total + brotliCompressSync(contents).length, 0),
  });
  return { verdict: sum(chunks.filter(({ later }) => !later)), all: sum(chunks) };
};
