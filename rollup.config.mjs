import commonjs from '@rollup/plugin-commonjs';
import json from '@rollup/plugin-json';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import esbuild from 'rollup-plugin-esbuild';
import license from 'rollup-plugin-license';
import minifyLiterals from 'rollup-plugin-html-literals';
import { entryPoints } from './scripts/entry-points.mjs';

/** The entry points that are built below a folder, by their names in it. */
const inputs = (folder) =>
  Object.fromEntries(
    entryPoints
      .filter(({ built }) => folder.test(built))
      .map(({ built, source }) => [built.replace(folder, '').replace('.js', ''), source]),
  );

const typescript = (define = {}) => esbuild({ target: 'es2022', sourceMap: true, define });
/** Our templates and styles without the white space that nobody sees: no page's bundler looks into them. */
const literals = minifyLiterals({ include: ['src/**'], options: { minifyOptions: { minifyCSS: { level: 1 } } } });
/** Writes down the licences of all that a build took in. */
const licences = (folder) => license({ thirdParty: { output: `dist/${folder}/THIRD-PARTY.txt` } });

/** @param platform `browser`, `worker` or `node`: the build that libraries have for it */
const libraries = (platform) => [
  nodeResolve({
    exportConditions: ['production', platform, ...(platform === 'worker' ? ['browser'] : [])],
    browser: platform !== 'node',
    preferBuiltins: platform === 'node',
    // `sideEffects` in package.json names built files: by it, every import for side effects in our source would be dropped.
    ignoreSideEffectsForRoot: true,
  }),
  commonjs({ ignoreDynamicRequires: true }),
  json({ compact: true }),
];

/** As small as it gets. */
const minify = (preamble) =>
  terser({
    ecma: 2022,
    module: true,
    compress: {
      passes: 3,
      unsafe: true,
      unsafe_arrows: true,
      unsafe_methods: true,
      pure_getters: true,
      keep_fargs: false,
    },
    format: { comments: false, preamble },
  });

const onwarn = (warning, warn) => {
  if (warning.code === 'UNRESOLVED_IMPORT') throw new Error(warning.message);
  warn(warning);
};

/** For npm: one module a file, so that a bundler takes what is used; lit and the like stay imports. */
const modules = {
  input: inputs(/^\.\/dist\/(?=element|address|react|vue)/),
  external: [/^lit(\/|$)/, '@floating-ui/dom', /^react(\/|$)/, 'vue'],
  output: {
    dir: 'dist',
    sourcemap: true,
    preserveModules: true,
    preserveModulesRoot: 'src',
    entryFileNames: ({ name }) => `${name.replace(/^node_modules\//, 'vendor/').replace(/\.ts$/, '')}.js`,
    // Rollup drops directives from the source.
    banner: ({ name }) => (name === 'react/index' ? "'use client';" : ''),
  },
  plugins: [literals, typescript(), libraries('browser'), licences('vendor')],
  onwarn,
};

/** For script tags: the loader, which imports the element from beside itself by its name. A classic script has no `import.meta`. */
const loader = (file, format, define) => ({
  input: 'src/element/loader/script.ts',
  output: { file: `dist/cdn/${file}`, format, sourcemap: 'hidden' },
  plugins: [literals, typescript(define), libraries('browser'), minify()],
  onwarn,
});

/** What the loader imports: the element, in one file until a verdict stands; the rest when it is needed. */
const element = {
  input: { 'email-verify-element': 'src/element/bundle.ts' },
  output: { dir: 'dist/cdn', sourcemap: true, chunkFileNames: 'email-verify-[name].js' },
  plugins: [
    literals,
    typescript(),
    libraries('browser'),
    minify('/*! email-verify-element, MIT: THIRD-PARTY.txt */'),
    licences('cdn'),
  ],
  onwarn,
};

/** The build of csv-parse for browsers, which the package has under a name of its own. */
const csvParse = {
  name: 'csv-parse',
  resolveId(id, importer) {
    return id === 'csv-parse/sync' ? this.resolve('csv-parse/browser/esm/sync', importer) : null;
  },
};

/** The dashboard. What not every page needs is loaded when needed: charts, the preview of lists, the element of the sign-up form. */
const dashboard = {
  input: { dashboard: 'src/dashboard/main.ts' },
  output: { dir: 'dist/dashboard', chunkFileNames: 'dashboard-[name].js' },
  plugins: [
    csvParse,
    literals,
    typescript(),
    libraries('browser'),
    minify('/*! email-verify-element, MIT: THIRD-PARTY.txt */'),
    licences('dashboard'),
  ],
  onwarn,
};

/** The edge, the receipt check and the verifier over HTTPS, for any runtime with Web standards. */
const edge = {
  input: inputs(/^\.\/dist\/edge\//),
  // An import for nothing but its effects, of a file that has none, is a warning of every bundler.
  output: { dir: 'dist/edge', sourcemap: true, chunkFileNames: 'shared-[name].js', hoistTransitiveImports: false },
  plugins: [typescript(), libraries('worker'), licences('edge')],
  onwarn,
};

/** What runs on Node: everything inside but the embedded store, whose files cannot be bundled. */
const node = {
  input: {
    ...inputs(/^\.\/dist\/node\//),
    cli: 'src/cli/main.ts',
    'pglite-worker': 'src/service/store/pglite-worker.ts',
  },
  // The last two are what libraries would use if they were there.
  external: [/^@electric-sql\/pglite/, 'pg-native', '@node-rs/xxhash'],
  output: {
    dir: 'dist/node',
    chunkFileNames: 'shared-[name].js',
    // pino, pg and other CommonJS inside ask for Node's modules by require().
    banner:
      "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  plugins: [typescript(), libraries('node'), licences('node')],
  onwarn,
};

export default [
  modules,
  loader('email-verify.js', 'es'),
  loader('email-verify.classic.js', 'iife', { 'import.meta.url': 'document.currentScript.src' }),
  element,
  dashboard,
  edge,
  node,
];
