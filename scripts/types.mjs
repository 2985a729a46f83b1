import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { entryPoints } from './entry-points.mjs';

/** The compiler that checks and declares types: it is several times as quick as the one that other tools load. */
const TSC = 'node_modules/typescript-7/bin/tsc';

/** Writes declarations of all of `src` to `dist/types`. */
export const declareTypes = (root) => {
  const { status } = spawnSync(process.execPath, [TSC, '-p', 'tsconfig.types.json'], { cwd: root, stdio: 'inherit' });
  if (status) process.exit(status);
};

/** Removes the declarations that no entry point reaches. */
export const pruneTypes = (root) => {
  const waiting = entryPoints.map(({ types }) => join(root, types));
  const reached = new Set();
  while (waiting.length) {
    const file = waiting.pop();
    if (reached.has(file)) continue;
    if (!existsSync(file)) throw new Error(`package.json names ${file}, which was not built.`);
    reached.add(file);
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?['"](\.[^'"]+)['"]/g)) {
      waiting.push(resolve(dirname(file), specifier.replace(/\.js$/, '.d.ts')));
    }
  }
  const types = join(root, 'dist/types');
  for (const name of readdirSync(types, { recursive: true })) {
    const file = join(types, name);
    if (file.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
  }
};

/** Lets the element extend HTMLElement for its users: lit is inside the built modules, and its types are no package of theirs. */
export const hideLit = (root) => {
  const file = join(root, 'dist/types/element/options-element.d.ts');
  const text = readFileSync(file, 'utf8');
  const own = text
    .replace("import { LitElement } from 'lit';\n", '')
    .replace('extends LitElement', 'extends HTMLElement');
  writeFileSync(file, own);
  const element = join(root, 'dist/types/element/email-verify-element.d.ts');
  writeFileSync(element, readFileSync(element, 'utf8').replace(/^import type \{[^}]*\} from 'lit';\n/m, ''));
};

/** Makes the declarations readable for TypeScript 5.4: `Uint8Array` has a parameter since 5.7. */
export const lowerTypes = (root) => {
  const types = join(root, 'dist/types');
  for (const name of readdirSync(types, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    const file = join(types, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('Uint8Array<ArrayBuffer>', 'Uint8Array'));
  }
};
