import commonjs from '@rollup/plugin-commonjs';
import json from '@rollup/plugin-json';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import esbuild from 'rollup-plugin-esbuild';
import license from 'rollup-plugin-license';
import minifyLiterals from 'rollup-plugin-html-literals';
import { litAsUsed } from './scripts/lit-as-used.mjs';

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

/**
 * The single file has in it what nearly every page needs. The rest it loads from beside itself, out of what was built for the
 * other script: an old-style script of another origin has no address that its imports would start from, so they name it.
 */
const besideItself = {
  name: 'beside-itself',
  transform(code, id) {
    if (!/[\\/]src[\\/]element[\\/]/.test(id)) return null;
    return code.replace(/\bimport\('[./]*\/(position|challenge).js'\)/g, (_, name) => {
      const file = readdirSync('dist/cdn').find(
        (one) => one.startsWith(`email-verify-${name}-`) && one.endsWith('.js'),
      );
      if (!file || /\bfrom ?"/.test(readFileSync(`dist/cdn/${file}`, 'utf8')))
        this.error(`${name}.js is no file that stands by itself.`);
      return `beside('${file}')`;
    });
  },
};

/** The single file takes a language's words from `lang/` beside itself: nobody speaks them all. */
const packsBeside = {
  name: 'packs-beside',
  transform(code, id) {
    if (!id.endsWith('/src/element/languages/packs.ts')) return null;
    const table = /export const PACKS[^]*?\n\};/;
    const entries = [...(table.exec(code)?.[0] ?? '').matchAll(/^ {2}(\w+): (?:.*\.\/([\w-]+)\.js|hebrew)/gm)];
    const list = entries.map(([, tag, file = 'he']) => (tag === file ? tag : `${tag}:${file}`)).join(' ');
    return code.replace(/const hebrew.*/, '').replace(
      table,
      `export const PACKS = Object.fromEntries('${list}'.split(' ').map((entry) => {
        const [tag, file = tag] = entry.split(':');
        return [tag, () => beside('lang/' + file + '.js')];
      }));`,
    );
  },
};

/** Where the single file lies: known only while it runs first. */
const itsAddress = {
  name: 'its-address',
  resolveImportMeta: (property) => (property === 'url' ? 'itsAddress' : null),
};

/**
 * Chromium never fetches a module again that did not come once: another try needs another URL. It is made at once, and again at
 * each further sign of use.
 */
const tryAgain = {
  name: 'try-again',
  renderDynamicImport: () => ({ left: '(u=>import(u).catch(()=>import(u+"?"+Date.now())))(', right: ')' }),
};

/** A module and all that it imports at once. */
const closure = (file, getModuleInfo, seen = new Set()) => {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const id of getModuleInfo(file).importedIds) closure(id, getModuleInfo, seen);
  return seen;
};

/**
 * The workings and the typo finder are loaded when a person comes to the field, as one file: of two, one would import the other, by
 * a URL that cannot be tried again.
 */
const whenAPersonComes = (id, { getModuleInfo }) => {
  const [early, ...late] = ['loader', 'workings', 'typos'].map((name) =>
    closure(join(import.meta.dirname, `src/element/${name}.ts`), getModuleInfo),
  );
  // Of the protocol the shell uses the default policy alone: the rest is shaken out of it.
  const isEarly = early.has(id) && !/protocol.(?!policy)/.test(id);
  return !isEarly && late.some((modules) => modules.has(id)) ? 'workings' : null;
};

/** The codec of DNS messages asks for Node's Buffer: where there is no Node it gets the little of it that it uses. */
const portableBuffer = {
  name: 'portable-buffer',
  resolveId: (id) => (id === 'buffer' ? join(import.meta.dirname, 'src/verifier/dns/portable-buffer.ts') : null),
};

/**
 * The circuit breaker's library makes abort signals as soon as it is loaded, which a Worker may not do then. Ours is never given
 * one: a thing that is never aborted does.
 */
const noSignals = {
  name: 'no-signals',
  transform(code, id) {
    if (!/cockatiel.*common.abort\.js$/.test(id)) return null;
    const never = '{ aborted: false, addEventListener() {}, removeEventListener() {} }';
    const without = code
      .replace(/(neverAbortedSignal = )new AbortController\(\)\.signal/, `$1${never}`)
      .replace(/const cancelledSrc[^]*?export const abortedSignal.*/, '');
    if (/^(export )?const.*new AbortController|cancelledSrc/m.test(without))
      this.error('cockatiel is another one: look at what it does when it is loaded.');
    return { code: without, map: null };
  },
};

const source = [esbuild({ target: 'es2022', sourceMap: true })];
/** Our templates and styles without the white space that nobody sees: no page's bundler looks into them. */
const literals = minifyLiterals({ include: ['src/**'], options: { minifyOptions: { minifyCSS: { level: 1 } } } });
/** Writes down the licences of all that a build took in. */
const licences = (folder) => license({ thirdParty: { output: `dist/${folder}/THIRD-PARTY.txt` } });

const libraries = (...exportConditions) => [
  nodeResolve({
    exportConditions,
    browser: !exportConditions.includes('node'),
    preferBuiltins: exportConditions.includes('node'),
  }),
  mailcheckAlone,
  commonjs({ ignoreDynamicRequires: true }),
  json({ compact: true }),
];

/**
 * What a page downloads, as small as it gets. The licences that the libraries ask to be kept stand in a file beside it.
 * @param mangle what may be called by shorter names.
 */
const minified = (mangle = true) => [
  litAsUsed(),
  literals,
  ...source,
  ...libraries('production', 'browser'),
  terser({
    ecma: 2022,
    module: true,
    compress: { passes: 3, unsafe_arrows: true },
    mangle,
    format: {
      comments: false,
      preamble: '/*! email-verify-element, MIT: THIRD-PARTY.txt */',
    },
  }),
];

/** Names of properties, ours and lit's, that nothing outside of the single file ever sees: no page, no event, no answer. */
const INSIDE = [
  'replies|passed|letGo|onSubmit|onLetGo|onInput|rendered|settled|renew|ask|press|attach|blocking',
  'loadTypos|mayFix|found|changed|phase|finding|slow|held|erred|visible|said|tone|failure|answer|until',
  'certain|ascii|local|findClosestDomain|prepare|leave|edit|requestUpdate',
  '_\\$\\w+|getPropertyDescriptor|getPropertyOptions|createProperty|finalizeStyles|elementStyles|finalize',
  'isUpdatePending|enableUpdating|renderOptions|shadowRootOptions|createRenderRoot|hostConnected|hostDisconnected|hasUpdated',
  'performUpdate|scheduleUpdate|willUpdate|addController|strings|parts|fromAttribute|renderRoot|_\\$lit\\w+\\$|Workings',
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
    'element/loader': 'src/element/loader.ts',
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
  },
  plugins: [literals, ...source, ...libraries('production', 'browser'), licences('vendor')],
  onwarn: onWarn,
};

/** For a script tag: one module that loads the rest when it is needed. */
const script = {
  input: { 'email-verify': 'src/element/loader.ts' },
  output: {
    dir: 'dist/cdn',
    format: 'es',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'email-verify-[name]-[hash].js',
    onlyExplicitManualChunks: true,
    manualChunks: whenAPersonComes,
  },
  plugins: [...minified(), tryAgain, licences('cdn')],
  onwarn: onWarn,
};

/** For a script tag of the old kind: all in one file. Built after the other script, whose files stand beside it. */
const classic = {
  input: 'src/element/loader.ts',
  output: {
    file: 'dist/cdn/email-verify.classic.js',
    format: 'iife',
    name: 'emailVerify',
    sourcemap: true,
    inlineDynamicImports: true,
    freeze: false,
    intro: `const itsAddress = document.currentScript?.src ?? document.baseURI,
      beside = (file) => import(new URL(file, itsAddress));`,
  },
  plugins: [
    besideItself,
    packsBeside,
    itsAddress,
    ...minified({ properties: { regex: new RegExp(`^(${INSIDE.join('|')})$`) } }),
  ],
  onwarn: onWarn,
};

/** The words that the single file loads: each language a module without imports. */
const packs = {
  input: Object.fromEntries(
    readdirSync('src/element/languages')
      .filter((file) => !['packs.ts', 'words.ts', 'en.ts'].includes(file))
      .map((file) => [file.slice(0, -3), `src/element/languages/${file}`]),
  ),
  output: { dir: 'dist/cdn/lang', format: 'es', sourcemap: true },
  plugins: minified(),
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
  plugins: [portableBuffer, noSignals, ...source, ...libraries('production', 'worker', 'browser'), licences('edge')],
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

export default [modules, script, classic, packs, edge, node];
