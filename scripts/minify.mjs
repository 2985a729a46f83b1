/** Rollup plugins that make the bundles small which no visitor's page downloads. */
import { transform } from 'esbuild';

const isLibrary = (id) => !id.startsWith('\0') && id.includes('/node_modules/');

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

/**
 * @param preamble the first line of each file
 * @returns a plugin that minifies what the operator's browser downloads: in a tenth of terser's time, with a few
 * percent more bytes.
 */
export const minifyForDashboard = (preamble) => ({
  name: 'minify-for-dashboard',
  async renderChunk(code) {
    const result = await transform(code, { minify: true, format: 'esm', target: 'es2022', legalComments: 'none' });
    return { code: `${preamble}\n${result.code}`, map: null };
  },
});
