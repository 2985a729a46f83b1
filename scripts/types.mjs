import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { entryPoints } from './entry-points.mjs';

/**
 * Removes the declarations that no entry point reaches, and makes the others readable for TypeScript 5.4, in which `Uint8Array`
 * has no parameter yet.
 */
export const tidyTypes = (root) => {
  const waiting = entryPoints.map(({ types }) => join(root, types));
  const reached = new Set();
  while (waiting.length) {
    const file = waiting.pop();
    if (reached.has(file)) continue;
    if (!existsSync(file)) throw new Error(`package.json names ${file}, which was not built.`);
    reached.add(file);
    const text = readFileSync(file, 'utf8').replaceAll('Uint8Array<ArrayBuffer>', 'Uint8Array');
    writeFileSync(file, text);
    for (const [, specifier] of text.matchAll(/(?:from|import)\s*\(?['"](\.[^'"]+)['"]/g)) {
      waiting.push(resolve(dirname(file), specifier.replace(/\.js$/, '.d.ts')));
    }
  }
  const types = join(root, 'dist/types');
  for (const name of readdirSync(types, { recursive: true })) {
    const file = join(types, name);
    if (file.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
  }
};
