/** Rollup plugins that keep the bundles for servers small: what no server here uses stays out, and libraries are minified. */
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
      PING: require('./PING').default,
      READONLY: require('./READONLY').default,
    };`,
  // Metadata of each command, for clusters and caches on this side.
  '@redis/client/dist/lib/command-metadata/command-metadata-data.js': `exports.COMMAND_METADATA = {};`,
  // The types of attached files: mails here have none.
  'nodemailer/dist/esm/mime-funcs/mime-types.js': `
    export const detectMimeType = () => 'application/octet-stream';
    export const detectExtension = () => 'bin';`,
};

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
      if (waiting.size) throw new Error(`scripts/slim.mjs replaces modules that are not there: ${[...waiting].join(', ')}`);
    },
  };
};

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
