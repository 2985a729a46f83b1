/** Rollup plugins that keep the bundles for servers small: what no server here uses stays out, and libraries are minified. */
import { brotliCompressSync } from 'node:zlib';
import { transform } from 'esbuild';

/**
 * Modules of libraries that are replaced, by the end of their path. Each holds what this package never uses: the loading of a
 * library's whole feature list for the sake of one function.
 */
const REPLACED = {
  // Only createClient() is used, with sendCommand() and ping(): no cluster, no sentinel, none of the 600 typed commands.
  '@redis/client/dist/index.js': `exports.createClient = require('./lib/client').default.create;`,
  '@redis/client/dist/lib/commands/index.js': `
    Object.defineProperty(exports, '__esModule', { value: true });
    exports.default = exports.NON_STICKY_COMMANDS = {
      AUTH: require('./AUTH').default,
      CLIENT_SETNAME: require('./CLIENT_SETNAME').default,
      READONLY: require('./READONLY').default,
      ping: require('./PING').default,
    };`,
  // Metadata of each command, for clusters and caches on this side.
  '@redis/client/dist/lib/command-metadata/command-metadata-data.js': `exports.COMMAND_METADATA = {};`,
  '@redis/client/dist/lib/opentelemetry/index.js': `exports.ClientRegistry = { instance: { register() {}, unregister() {} } };`,
  // prom-client asks it for the trace of an exemplar, and better-auth for spans: nothing here turns these on.
  '@opentelemetry/api/dist/index.cjs': ``,
  '@better-auth/core/dist/instrumentation/api.mjs': `
    import { noopOpenTelemetryAPI } from './noop.mjs';
    export const getOpenTelemetryAPI = () => noopOpenTelemetryAPI;`,
  // better-auth keeps sessions in our own tables: no sign-in by other sites, no migrations, no telemetry, no store in memory.
  '@better-auth/core/dist/social-providers/index.mjs': `
    import { z } from 'zod';
    export const socialProviders = {};
    export const SocialProviderListEnum = z.string();`,
  'better-auth/dist/db/get-migration.mjs': `
    export const getMigrations = () => Promise.reject(new Error('better-auth has no migrations here'));`,
  '@better-auth/telemetry/dist/node.mjs': `
    export const createTelemetry = () => Promise.resolve({ publish: () => Promise.resolve() });
    export const getTelemetryAuthConfig = () => ({});`,
  '@better-auth/memory-adapter/dist/index.mjs': `export const memoryAdapter = undefined;`,
  // The types of attached files: mails here have none.
  'nodemailer/dist/esm/mime-funcs/mime-types.js': `
    export const detectMimeType = () => 'application/octet-stream';
    export const detectExtension = () => 'bin';`,
};

/** The list of common passwords, with the text in it that is stored in a file of its own. */
const PASSWORDS = '@zxcvbn-ts/language-common/dist/passwords.json.mjs';
const PASSWORDS_FILE = 'common-passwords.br';

const isLibrary = (id) => !id.startsWith('\0') && id.includes('/node_modules/');

/** @returns a plugin that puts the short modules in place of the long ones, and stops if a library has moved one of them. */
export const slimLibraries = (replaced = REPLACED) => {
  const waiting = new Set(Object.keys(replaced));
  return {
    name: 'slim-libraries',
    load(id) {
      const path = isLibrary(id) && Object.keys(replaced).find((end) => id.endsWith(`/node_modules/${end}`));
      if (!path) return null;
      waiting.delete(path);
      return replaced[path];
    },
    generateBundle() {
      if (waiting.size)
        throw new Error(`scripts/slim.mjs replaces modules that are not there: ${[...waiting].join(', ')}`);
    },
  };
};

/** @returns a plugin that puts the list of common passwords into a compressed file, which is read when the list is first used. */
export const compressPasswords = () => ({
  name: 'compress-passwords',
  transform(code, id) {
    if (!id.endsWith(PASSWORDS)) return null;
    const [, text] = /decompress\("([^"\\]{100000,})"\)/.exec(code) ?? [];
    if (text === undefined) throw new Error(`${PASSWORDS} is not in the form that scripts/slim.mjs knows`);
    this.emitFile({ type: 'asset', fileName: PASSWORDS_FILE, source: brotliCompressSync(text) });
    const read = `brotliDecompressSync(readFileSync(new URL('./${PASSWORDS_FILE}', import.meta.url))).toString()`;
    const imports = `import { readFileSync } from 'node:fs'; import { brotliDecompressSync } from 'node:zlib';`;
    return { code: imports + code.replace(`"${text}"`, () => read), map: null };
  },
});

/**
 * @returns a plugin that minifies libraries, and takes comments and white space out of our own code. Names in our own code
 *   stay, so that stack traces and reports of bugs are readable without source maps; lines are short enough to be printed
 *   with an uncaught error.
 */
export const minifyForServers = () => ({
  name: 'minify-for-servers',
  async transform(code, id) {
    if (!isLibrary(id) || !/\.[cm]?js$/.test(id)) return null;
    const result = await transform(code, { minify: true, format: 'esm', target: 'node20', legalComments: 'none' });
    return { code: result.code, map: null };
  },
  async renderChunk(code) {
    const result = await transform(code, {
      minifyWhitespace: true,
      minifySyntax: true,
      lineLimit: 200,
      format: 'esm',
      target: 'node20',
      legalComments: 'none',
    });
    return { code: result.code, map: null };
  },
});
