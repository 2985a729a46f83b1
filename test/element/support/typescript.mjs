import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';

const isTypeScript = (path) => path.endsWith('.ts');

/**
 * Serves TypeScript as JavaScript.
 * @param define expressions, and what replaces each
 */
export const typescript = (define) => {
  let root = '';
  let tsconfigRaw = '';
  return {
    name: 'typescript',
    serverStart: ({ config }) => {
      root = config.rootDir;
      tsconfigRaw = readFileSync(join(root, 'tsconfig.json'), 'utf8');
    },
    resolveMimeType: ({ path }) => (isTypeScript(path) ? 'js' : undefined),
    /** `./name.js` is `./name.ts` where that is there. */
    resolveImport({ source, context: { path } }) {
      if (!isTypeScript(path) || !/^\..*\.js$/.test(source)) return undefined;
      const written = source.replace(/js$/, 'ts');
      return existsSync(join(root, dirname(path), written)) ? written : undefined;
    },
    async transform({ path, body }) {
      if (!isTypeScript(path)) return undefined;
      const { code } = await transform(body, {
        loader: 'ts',
        sourcefile: path,
        sourcemap: 'inline',
        target: 'es2022',
        tsconfigRaw,
        define,
      });
      return code;
    },
  };
};
