/**
 * package.json names the types twice: in `exports`, and for projects with moduleResolution "node", which do not read it.
 * @see https://www.typescriptlang.org/docs/handbook/declaration-files/publishing.html
 */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { manifest } from '../support/manifest.js';

test('typesVersions has all types and JSON files of exports, and no other', () => {
  const exported = Object.entries(manifest.exports).flatMap(([path, target]) => {
    const file = typeof target === 'string' ? target : target.types;
    const name = path === '.' ? 'index' : path.slice(2);
    return /^\.\/dist\/[^*]+\.(d\.ts|json)$/.test(file) ? [[name, [file]] as const] : [];
  });
  assert.ok(exported.length > 20);
  assert.deepEqual(manifest.typesVersions, { '*': Object.fromEntries(exported) });
});
