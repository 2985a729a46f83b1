import commonjs from '@rollup/plugin-commonjs';
import json from '@rollup/plugin-json';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import esbuild from 'rollup-plugin-esbuild';
import license from 'rollup-plugin-license';
import minifyLiterals from 'rollup-plugin-html-literals';

/**
 * Of mailcheck the one function that is used. Its end overwrites the page's own `$.fn.mailcheck` and calls AMD's `define`, its
 * lists are never asked, and no bundler finds out by itself that most of the object is not needed.
 */
const mailcheckAlone = {
  name: 'mailcheck-alone',
  transform(code, id) {
    if (!/node_modules.mailcheck.src/.test(id)) return null;
    const walk = /\n {2}findClosestDomain: (function[^]*?\n {2}\})/.exec(code)?.[1];
    if (!walk || /\bjQuery\b/.test(walk)) this.error('mailcheck is another one: look at what to take of it.');
    // Its distance and its threshold, for callers that give none, are among what goes.
    const alone = walk.replace(/\n *threshold = .*/, '').replace(/\n *if\(!distanceFunction\) \{[^}]*\}/, '');
    if (/\bthis\b/.test(alone)) this.error('mailcheck needs something else of its own: look at what to take of it.');
    return { code: `export default { findClosestDomain: ${alone} };`, map: null };
  },
};

/** The codec of DNS messages asks for Node's Buffer: where there is no Node it gets the little of it that it uses. */
const portableBuffer = {
  name: 'portable-buffer',
  resolveId: (id) => (id === 'buffer' ? join(import.meta.dirname, 'src/verifier/dns/portable-buffer.ts') : null),
};

const source = [esbuild({ target: 'es2022', sourceMap: true })];
/** A script tag of the old kind has no `import.meta`. */
const classicSource = [
  esbuild({ target: 'es2022', sourceMap: true, define: { 'import.meta.url': 'document.currentScript.src' } }),
];
/** Our templates and styles without the white space that nobody sees: no page's bundler looks into them. */
const literals = minifyLiterals({ include: ['src/**'], options: { minifyOptions: { minifyCSS: { level: 1 } } } });
/** Writes down the licences of all that a build took in. */
const licences = (folder) => license({ thirdParty: { output: `dist/${folder}/THIRD-PARTY.txt` } });

const libraries = (...exportConditions) => [
  nodeResolve({
    exportConditions,
    browser: !exportConditions.includes('node'),
    preferBuiltins: exportConditions.includes('node'),
    // `sideEffects` in package.json names built files: by it, every import for side effects in our source would be dropped.
    ignoreSideEffectsForRoot: true,
  }),
  mailcheckAlone,
  commonjs({ ignoreDynamicRequires: true }),
  json({ compact: true }),
];

/**
 * What a page downloads, as small as it gets.
 * @param preamble where the licences of the libraries inside stand.
 */
const minified = (preamble, from = source) => [
  literals,
  ...from,
  ...libraries('production', 'browser'),
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
  }),
];

const onWarn = (warning, warn) => {
  // Libraries of the service refer to each other in circles; ours may not (a lint rule says so).
  if (warning.code === 'CIRCULAR_DEPENDENCY' && warning.ids?.every((id) => id.includes('node_modules'))) return;
  if (warning.code === 'THIS_IS_UNDEFINED') return;
  if (warning.code === 'UNRESOLVED_IMPORT') throw new Error(warning.message);
  warn(warning);
};

/** For npm: one module a file, so that a bundler takes what is used; lit and the like stay imports. */
const modules = {
  input: {
    'element/index': 'src/element/index.ts',
    'element/define': 'src/element/define.ts',
    'element/loader/index': 'src/element/loader/index.ts',
    'element/test-harness': 'src/element/test-harness.ts',
    'address/index': 'src/address/index.ts',
    'react/index': 'src/react/index.ts',
    'vue/index': 'src/vue/index.ts',
  },
  external: [/^lit(\/|$)/, '@floating-ui/dom', /^react(\/|$)/, 'vue'],
  output: {
    dir: 'dist',
    format: 'es',
    sourcemap: true,
    preserveModules: true,
    preserveModulesRoot: 'src',
    entryFileNames: ({ name }) => `${name.replace(/^node_modules\//, 'vendor/').replace(/\.ts$/, '')}.js`,
    // Rollup drops directives from the source.
    banner: ({ name }) => (name === 'react/index' ? "'use client';" : ''),
  },
  plugins: [literals, ...source, ...libraries('production', 'browser'), licences('vendor')],
  onwarn: onWarn,
};

/** For script tags: the loader, as a module and for tags of the old kind. It imports the element from beside itself by its name. */
const loaders = [
  ['email-verify.js', 'es', source],
  ['email-verify.classic.js', 'iife', classicSource],
].map(([file, format, from]) => ({
  input: 'src/element/loader/script.ts',
  output: { file: `dist/cdn/${file}`, format, sourcemap: 'hidden' },
  plugins: minified(undefined, from),
  onwarn: onWarn,
}));

/** What the loader imports: the element, in one file until a verdict stands; the rest when it is needed. */
const element = {
  input: { 'email-verify-element': 'src/element/bundle.ts' },
  output: {
    dir: 'dist/cdn',
    format: 'es',
    sourcemap: true,
    chunkFileNames: 'email-verify-[name].js',
  },
  plugins: [...minified('/*! email-verify-element, MIT: THIRD-PARTY.txt */'), licences('cdn')],
  onwarn: onWarn,
};

/** The edge, the receipt check and the verifier over HTTPS, for any runtime with Web standards. */
const edge = {
  input: {
    index: 'src/edge/index.ts',
    workers: 'src/edge/runtime/workers.ts',
    deno: 'src/edge/runtime/deno.ts',
    bun: 'src/edge/runtime/bun.ts',
    receipt: 'src/edge/receipt/index.ts',
    'verifier-doh': 'src/verifier/doh.ts',
  },
  output: {
    dir: 'dist/edge',
    format: 'es',
    sourcemap: true,
    chunkFileNames: 'shared-[name].js',
    // An import for nothing but its effects, of a file that has none, is a warning of every bundler.
    hoistTransitiveImports: false,
    onlyExplicitManualChunks: true,
    // The lists weigh 2 MB: who does not verify in process does not load them.
    manualChunks: (id) => (/src.address.(?!index|parse)|disposable-email-domains|mailcheck/.test(id) ? 'lists' : null),
  },
  // Nor does anybody whose part of `address` is another: nothing in there does anything by being loaded.
  treeshake: { moduleSideEffects: (id) => !/src.address|disposable-email-domains|mailcheck/.test(id) },
  plugins: [portableBuffer, ...source, ...libraries('production', 'worker', 'browser'), licences('edge')],
  onwarn: onWarn,
};

/** What runs on Node: everything inside but the embedded store, whose files cannot be bundled. */
const node = {
  input: {
    'edge-node': 'src/edge/runtime/node.ts',
    verifier: 'src/verifier/index.ts',
    service: 'src/service/index.ts',
    cli: 'src/cli/main.ts',
  },
  // The last two are what libraries would use if they were there.
  external: [...builtinModules, /^node:/, /^@electric-sql\/pglite/, 'pg-native', '@node-rs/xxhash'],
  output: {
    dir: 'dist/node',
    format: 'es',
    chunkFileNames: 'shared-[name].js',
    // pino, pg and other CommonJS inside ask for Node's modules by require().
    banner:
      "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  plugins: [...source, ...libraries('production', 'node'), licences('node')],
  onwarn: onWarn,
};

export default [modules, ...loaders, element, edge, node];
