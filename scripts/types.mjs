import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { entryPoints, serverEntryPoints } from './entry-points.mjs';

/** The compiler that checks and declares types: it is several times as quick as the one that other tools load. */
const TSC = 'node_modules/typescript-7/bin/tsc';

/** The declarations that some lead to, with themselves. */
const reachedFrom = (files) => {
  const waiting = [...files];
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
  return reached;
};

/** Makes a declaration readable for TypeScript 5.4: `Uint8Array` has a parameter since 5.7. */
const lowered = (text) => text.replaceAll('Uint8Array<ArrayBuffer>', 'Uint8Array');

/** Writes the declarations that the entry points of both packages lead to into `dist/types` of each. */
export const declareTypes = async (root) => {
  const all = mkdtempSync(join(tmpdir(), 'email-verify-types-'));
  // `npm run types` checks them: to do it here too would take four times as long.
  const command = [TSC, '-p', 'tsconfig.types.json', '--outDir', all, '--noCheck', '--singleThreaded'];
  const [status] = await once(spawn(process.execPath, command, { cwd: root, stdio: 'inherit' }), 'close');
  if (status !== 0) process.exit(status ?? 1);
  for (const [folder, points] of Object.entries({ '.': entryPoints, server: serverEntryPoints }))
    for (const file of reachedFrom(points.map(({ types }) => join(all, types.replace('./dist/types/', ''))))) {
      const to = join(root, folder, 'dist/types', relative(all, file));
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, lowered(readFileSync(file, 'utf8')));
    }
  rmSync(all, { recursive: true });
};
