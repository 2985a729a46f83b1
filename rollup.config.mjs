import { join } from 'node:path';
import commonjs from '@rollup/plugin-commonjs';
import json from '@rollup/plugin-json';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { minify as terser } from 'terser';
import { entryPoints, packages, serverEntryPoints } from './scripts/entry-points.mjs';
import { licences } from './scripts/licences.mjs';
import { minifyLiterals } from './scripts/literals.mjs';
import { minifyForDashboard, minifyForServers } from './scripts/minify.mjs';
import { typescript } from './scripts/typescript.mjs';

/** The modules of the files that a package builds, by their names in `dist` without an ending. */
const inputs = (points) =>
  Object.fromEntries(points.map(({ built, source }) => [built.replace(/^\.\/dist\/|\.js$/g, ''), source]));

/**
 * The names that a package imports: modules of Node, and its dependencies. Any other library would be bundled into it,
 * unseen by `npm audit`, and twice in an app that has it.
 */
const importedBy = ({ manifest: { dependencies, peerDependencies } }) => {
  const names = Object.keys({ ...dependencies, ...peerDependencies });
  return (id) => id.startsWith('node:') || names.some((name) => id === name || id.startsWith(`${name}/`));
};
const nothingBundled = {
  name: 'nothing-bundled',
  resolveId(id, importer) {
    if (importer && /^[^./\0]/.test(id)) this.error(`${importer} imports ${id}, which its package.json does not name.`);
    return null;
  },
};

/**
 * The list of disposable domains is in the package once, as a module of `dist/address`, which the standalone files
 * import.
 */
const sharedList = {
  name: 'shared-list',
  resolveId: (id) =>
    id.endsWith('/disposable-names.json')
      ? { id: '../address/known-domains/disposable-names.json.js', external: true }
      : null,
};

const CONDITIONS = { browser: ['browser'], worker: ['worker', 'browser'] };

/** @param platform the one whose build of a library is bundled */
const libraries = (platform) => [
  nodeResolve({
    exportConditions: ['production', ...CONDITIONS[platform]],
    browser: true,
    preferBuiltins: false,
    // `sideEffects` in package.json names built files: by it, every import for side effects in our source would be dropped.
    ignoreSideEffectsForRoot: true,
  }),
  commonjs({ ignoreDynamicRequires: true }),
  json({ compact: true }),
];

const PREAMBLE = '/*! email-verify-element, MIT: THIRD-PARTY.txt */';

/** As small as it gets. */
const minify = (preamble) => ({
  name: 'minify',
  renderChunk: (code) =>
    terser(code, {
      ecma: 2022,
      module: true,
      sourceMap: true,
      compress: {
        passes: 2,
        unsafe: true,
        unsafe_arrows: true,
        unsafe_methods: true,
        pure_getters: true,
        keep_fargs: false,
      },
      // webpack leaves an import of a URL alone only with this comment.
      format: { comments: /webpackIgnore/, preamble },
    }),
});

const onwarn = (warning, warn) => {
  if (warning.code === 'UNRESOLVED_IMPORT') throw new Error(warning.message);
  warn(warning);
};

/**
 * The modules of a package, one a file, so that a bundler takes what is used; libraries are imported by name, as lit's
 * guide asks.
 */
const modules = (name, input) => ({
  input,
  external: importedBy(packages[name]),
  // An import for nothing but its effects, of a file that has none, is a warning of every bundler.
  treeshake: { moduleSideEffects: (id) => /\/src\/element\/define\.ts$/.test(id) },
  output: {
    dir: join(packages[name].folder, 'dist'),
    sourcemap: true,
    preserveModules: true,
    preserveModulesRoot: 'src',
    entryFileNames: ({ name }) => `${name.replace(/\.ts$/, '')}.js`,
    // Rollup drops directives from the source.
    banner: ({ name }) => (name === 'react/index' ? "'use client';" : ''),
  },
  plugins: [nothingBundled, typescript(), json({ compact: true })],
  onwarn,
});

/**
 * Begins a classic script with a byte order mark: a page in another encoding would otherwise read it in that one,
 * unless its server names UTF-8.
 */
const byteOrderMark = {
  name: 'byte-order-mark',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = `\ufeff${chunk.code}`;
  },
};

/**
 * For script tags: the loader, which imports the element from beside itself by its name. A classic script has no
 * `import.meta`.
 */
const loader = (file, format, define, ...more) => ({
  input: 'src/element/loader/script.ts',
  output: { file: `dist/cdn/${file}`, format, sourcemap: 'hidden' },
  plugins: [typescript(define), libraries('browser'), minify(), ...more],
  onwarn,
});

/**
 * Names the Trusted Types policy of the lit inside: a page that lists its own lit's name, and has it, lets no second
 * policy have that name.
 */
const ownPolicy = {
  name: 'own-policy',
  transform(code, id) {
    if (!/\/lit-html\/(node\/)?lit-html\.js$/.test(id)) return null;
    const own = code.replace(/(createPolicy\(\s*)(["'])lit-html\2/, '$1"email-verify"');
    if (own === code) this.error(`${id} creates no policy named lit-html.`);
    return { code: own, map: null };
  },
};

/** The element, which the loader imports: one file with all code up to the verdict. The rest is loaded when needed. */
const element = {
  input: { 'email-verify-element': 'src/element/bundle.ts' },
  output: { dir: 'dist/cdn', sourcemap: 'hidden', chunkFileNames: 'email-verify-[name].js' },
  plugins: [ownPolicy, typescript(), minifyLiterals(), libraries('browser'), minify(PREAMBLE), licences()],
  onwarn,
};

/** The dashboard. What not every page needs is loaded when needed: charts, the element of the sign-up form. */
const dashboard = {
  input: { dashboard: 'src/dashboard/main.ts' },
  output: { dir: 'server/dist/dashboard', chunkFileNames: 'dashboard-[name].js' },
  plugins: [typescript(), minifyLiterals(), libraries('browser'), minifyForDashboard(PREAMBLE), licences()],
  onwarn,
};

/** The edge for runtimes that run a file without a bundler and without npm. */
const standalone = {
  input: inputs(['workers', 'deno', 'bun'].map((name) => ({ built: name, source: `src/edge/runtime/${name}.ts` }))),
  output: { dir: 'dist/standalone', chunkFileNames: 'shared-[name].js', hoistTransitiveImports: false },
  plugins: [sharedList, typescript(), libraries('worker'), licences(), minifyForServers()],
  onwarn,
};

/** Entry points of the server package that no `exports` names. */
const PROGRAMS = {
  'cli/main': 'src/cli/main.ts',
  'service/store/embedded/pglite-worker': 'src/service/store/embedded/pglite-worker.ts',
};

/** The parts of the build, of which each has its own process: `serve` runs `server` and serves `pages`. */
const parts = {
  server: [modules('email-verify-server', { ...inputs(serverEntryPoints), ...PROGRAMS })],
  pages: [
    loader('email-verify.js', 'es'),
    loader('email-verify.classic.js', 'iife', { 'import.meta.url': '""' }, byteOrderMark),
    element,
    dashboard,
  ],
  imported: [modules('email-verify-element', inputs(entryPoints)), standalone],
};

/** `rollup --config --configPart=server` */
export default ({ configPart }) => parts[configPart];
