import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';

const tsconfigRaw = readFileSync(join(import.meta.dirname, '../tsconfig.json'), 'utf8');

/** JavaScript by its source: a module is in several bundles. */
const made = new Map();

const toJavaScript = async (code, sourcefile, define) => {
  const { code: script, map } = await transform(code, {
    loader: 'ts',
    sourcefile,
    sourcemap: 'external',
    target: 'es2022',
    tsconfigRaw,
    define,
  });
  return { code: script, map };
};

/**
 * A Rollup plugin for TypeScript.
 * @param define expressions, and what replaces each
 */
export const typescript = (define = {}) => ({
  name: 'typescript',
  /** `./name.js` is `./name.ts` where that is there. */
  resolveId(source, importer) {
    if (!importer?.endsWith('.ts') || !/^\..*\.js$/.test(source)) return null;
    const file = join(dirname(importer), source.replace(/js$/, 'ts'));
    return existsSync(file) ? file : null;
  },
  transform(code, id) {
    if (!id.endsWith('.ts')) return null;
    const key = `${id} ${JSON.stringify(define)}`;
    if (!made.has(key)) made.set(key, toJavaScript(code, id, define));
    return made.get(key);
  },
});
