import commonjs from '@rollup/plugin-commonjs';
import json from '@rollup/plugin-json';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import esbuild from 'rollup-plugin-esbuild';
import minifyLiterals from 'rollup-plugin-html-literals';
import { entryPoints } from './scripts/entry-points.mjs';
import { licences } from './scripts/licences.mjs';
import { minifyForDashboard, minifyForServers } from './scripts/minify.mjs';

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

/** The list of disposable domains is in the package once, as a module of `dist/address`, which the servers' bundles import. */
const sharedList = {
  name: 'shared-list',
  resolveId: (id) =>
    id.endsWith('/disposable-names.json') ? { id: '../address/lists/disposable-names.json.js', external: true } : null,
};

const CONDITIONS = { browser: ['browser'], worker: ['worker', 'browser'], node: ['node'], universal: ['node'] };

/** @param platform the one whose build of a library is taken; `universal` is a browser or a server that renders pages */
const libraries = (platform) => [
  nodeResolve({
    exportConditions: ['production', ...CONDITIONS[platform]],
    browser: platform === 'browser' || platform === 'worker',
    preferBuiltins: platform === 'node',
    // `sideEffects` in package.json names built files: by it, every import for side effects in our source would be dropped.
    ignoreSideEffectsForRoot: true,
  }),
  commonjs({ ignoreDynamicRequires: true }),
  json({ compact: true }),
];

const PREAMBLE = '/*! email-verify-element, MIT: THIRD-PARTY.txt */';

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
    // webpack leaves an import of a URL alone only with this comment.
    format: { comments: /webpackIgnore/, preamble },
  });

const onwarn = (warning, warn) => {
  if (warning.code === 'UNRESOLVED_IMPORT') throw new Error(warning.message);
  warn(warning);
};

/** lit's build for Node runs in browsers too, and imports without a DOM with these: no class of it is constructed there. */
const noDom = {
  name: 'no-dom',
  resolveId: (id) => (id === '@lit-labs/ssr-dom-shim' ? id : null),
  load: (id) =>
    id === '@lit-labs/ssr-dom-shim' ? 'export const customElements = undefined, HTMLElement = class {};' : null,
};

/** The file of a module of a library: all of them are in one folder. */
const vendorFile = (name) =>
  name.replace(
    /^(node_modules\/|_virtual\/)(.*)$/,
    (_, __, path) => `vendor/${path.replace(/[@_]/g, '').replaceAll('/', '-')}`,
  );

/**
 * For npm: one module a file, so that a bundler takes what is used. What the page needs of lit and floating-ui is inside: their
 * packages take 3.4 MB on disk, most of it builds for development.
 */
const modules = {
  input: inputs(/^\.\/dist\/(?=element|address|react|vue)/),
  external: [/^react(\/|$)/, 'vue', 'mailcheck'],
  output: {
    dir: 'dist',
    sourcemap: 'hidden',
    preserveModules: true,
    preserveModulesRoot: 'src',
    entryFileNames: ({ name }) => `${vendorFile(name).replace(/\.ts$/, '')}.js`,
    // Rollup drops directives from the source.
    banner: ({ name }) => (name === 'react/index' ? "'use client';" : ''),
  },
  plugins: [literals, typescript(), noDom, libraries('universal'), licences('vendor')],
  onwarn,
};

/**
 * Begins a classic script with a byte order mark: a page in another encoding would otherwise read it in that one, unless its server names UTF-8.
 */
const byteOrderMark = {
  name: 'byte-order-mark',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = `\ufeff${chunk.code}`;
  },
};

/** For script tags: the loader, which imports the element from beside itself by its name. A classic script has no `import.meta`. */
const loader = (file, format, define, ...more) => ({
  input: 'src/element/loader/script.ts',
  output: { file: `dist/cdn/${file}`, format, sourcemap: 'hidden' },
  plugins: [literals, typescript(define), libraries('browser'), minify(), ...more],
  onwarn,
});

/** The element, which the loader imports: one file with all code up to the verdict. The rest is loaded when needed. */
const element = {
  input: { 'email-verify-element': 'src/element/bundle.ts' },
  output: { dir: 'dist/cdn', sourcemap: 'hidden', chunkFileNames: 'email-verify-[name].js' },
  plugins: [literals, typescript(), libraries('browser'), minify(PREAMBLE), licences('cdn')],
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
    minifyForDashboard(PREAMBLE),
    licences('dashboard'),
  ],
  onwarn,
};

/** The edge, the receipt check and the verifier over HTTPS, for any runtime with Web standards. */
const edge = {
  input: inputs(/^\.\/dist\/edge\//),
  // An import for nothing but its effects, of a file that has none, is a warning of every bundler.
  output: { dir: 'dist/edge', chunkFileNames: 'shared-[name].js', hoistTransitiveImports: false },
  plugins: [sharedList, typescript(), libraries('worker'), licences('edge'), minifyForServers()],
  onwarn,
};

/** The code for Node, bundled with all dependencies except the embedded store, whose files cannot be bundled. */
const node = {
  input: {
    ...inputs(/^\.\/dist\/node\//),
    cli: 'src/cli/main.ts',
    'pglite-worker': 'src/service/store/pglite-worker.ts',
  },
  // Except for the first, what libraries would use if it were there.
  external: [/^@electric-sql\/pglite/, 'pg-native', '@node-rs/xxhash', 'node:sqlite'],
  output: {
    dir: 'dist/node',
    chunkFileNames: 'shared-[name].js',
    // pino, pg and other CommonJS inside ask for Node's modules by require().
    banner:
      "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  plugins: [sharedList, typescript(), libraries('node'), licences('node'), minifyForServers()],
  onwarn,
};

export default [
  modules,
  loader('email-verify.js', 'es'),
  loader('email-verify.classic.js', 'iife', { 'import.meta.url': '""' }, byteOrderMark),
  element,
  dashboard,
  edge,
  node,
];
