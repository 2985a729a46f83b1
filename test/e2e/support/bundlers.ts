import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { build as esbuildBuild } from 'esbuild';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rollup as rollupBuild, type Plugin } from 'rollup';
import { build as viteBuild } from 'vite';
import { bring } from '../../../scripts/bring.mjs';

/** The input of a bundler: files in `folder`, by the name that each gets in `out` (`name.js`), for production by default. */
export interface Bundling {
  folder: string;
  entries: Record<string, string>;
  out: string;
  mode?: 'production' | 'development';
}

/**
 * Bundles pages for a browser: tree shaking on, by default settings but for the minifier, which takes most of the time.
 * A warning is an error.
 */
type Bundle = (what: Bundling) => Promise<void>;

/** Constants that React and Vue libraries read at build time. */
const constants = (mode: string): Record<string, string> => ({
  'process.env.NODE_ENV': JSON.stringify(mode),
  __VUE_OPTIONS_API__: 'true',
  __VUE_PROD_DEVTOOLS__: 'false',
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
});

export const esbuild: Bundle = async ({ folder, entries, out, mode = 'production' }) => {
  const { warnings } = await esbuildBuild({
    absWorkingDir: folder,
    entryPoints: entries,
    outdir: out,
    bundle: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    conditions: [mode],
    define: constants(mode),
    logLevel: 'silent',
  });
  if (warnings[0]) throw new Error(warnings[0].text);
};

/** The entries by their full paths. */
const inputs = ({ folder, entries }: Bundling): Record<string, string> =>
  Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(folder, file)]));

const replaceConstants = (mode: string): Plugin => ({
  name: 'replace-constants',
  transform: (code) =>
    Object.entries(constants(mode)).reduce((text, [name, value]) => text.replaceAll(name, value), code),
});

// Its types say that it is no ES module, which it is.
const commonjsPlugin = commonjs as unknown as typeof commonjs.default;

export const rollup: Bundle = async (what) => {
  const { folder, out, mode = 'production' } = what;
  const bundle = await rollupBuild({
    input: inputs(what),
    plugins: [nodeResolve({ browser: true, exportConditions: [mode] }), commonjsPlugin(), replaceConstants(mode)],
    onwarn: ({ code = '', message }) => {
      // Directives are for servers; a page's bundle needs none.
      if (code !== 'MODULE_LEVEL_DIRECTIVE') throw new Error(message);
    },
  });
  await bundle.write({ dir: join(folder, out), format: 'es' });
  await bundle.close();
};

export const vite: Bundle = async (what) => {
  const { folder, out, mode = 'production' } = what;
  await viteBuild({
    configFile: false,
    root: folder,
    mode,
    define: constants(mode),
    logLevel: 'error',
    build: {
      outDir: out,
      minify: false,
      modulePreload: false,
      rollupOptions: { input: inputs(what), output: { entryFileNames: '[name].js' } },
    },
  });
};

/** webpack, as far as it is used here. */
interface Webpack {
  (options: object): {
    run: (done: (error: Error | null, stats?: { compilation: Record<'errors' | 'warnings', Error[]> }) => void) => void;
    close: (done: () => void) => void;
  };
  DefinePlugin: new (constants: Record<string, string>) => object;
}

/** Brings the packages of `test/pages`: for CI. */
export const webpack: Bundle = (what) =>
  new Promise((resolve, reject) => {
    const { folder, out, mode = 'production' } = what;
    const webpackBuild = createRequire(import.meta.url)(join(bring('test/pages'), 'webpack')) as Webpack;
    const compiler = webpackBuild({
      context: folder,
      entry: inputs(what),
      mode,
      devtool: false,
      output: { path: join(folder, out), filename: '[name].js' },
      plugins: [new webpackBuild.DefinePlugin(constants(mode))],
      performance: false,
      optimization: { minimize: false },
    });
    compiler.run((error, stats) => {
      const [problem] = [...(stats?.compilation.errors ?? []), ...(stats?.compilation.warnings ?? [])];
      if (error ?? problem) reject(error ?? problem!);
      else
        compiler.close(() => {
          resolve();
        });
    });
  });

export const BUNDLERS = { esbuild, rollup, vite, webpack };
