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

/** @returns the bytes of the element, and of all that it may load later too. */
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
  const chunks = Object.entries(metafile.outputs);
  /** A chunk, by a module that it begins with, and all that it imports at once. */
  const closure = (module) => {
    const found = new Set([chunks.find(([, { entryPoint }]) => entryPoint?.endsWith(module))[0]]);
    for (const path of found) {
      for (const { path: next, kind, external } of metafile.outputs[path].imports)
        if (kind === 'import-statement' && !external) found.add(next);
    }
    return [...found];
  };
  const sum = (paths) => {
    const files = [...new Set(paths)].map(
      (path) => outputFiles.find((file) => relative(dist, file.path) === path).contents,
    );
    const total = (of) => files.reduce((sofar, contents) => sofar + of(contents).length, 0);
    return {
      min: total((it) => it),
      gzip: total((it) => gzipSync(it, { level: 9 })),
      brotli: total(brotliCompressSync),
    };
  };
  return { first: sum(closure('/define.js')), all: sum(chunks.map(([path]) => path)) };
};
