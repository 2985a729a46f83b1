import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import config, { ROOMS } from '../../.dependency-cruiser.mjs';

const root = join(import.meta.dirname, '../..');

describe('the floors', () => {
  let house: string;

  beforeAll(() => {
    house = mkdtempSync(join(tmpdir(), 'email-verify-floors-'));
    for (const room of Object.keys(ROOMS)) {
      mkdirSync(join(house, 'src', room), { recursive: true });
      writeFileSync(join(house, 'src', room, 'index.ts'), 'export type X = 1;');
    }
  });

  afterAll(() => {
    rmSync(house, { recursive: true });
  });

  /** The rules that a text breaks, as if it stood in a file of the room. */
  const broken = async (room: string, text: string): Promise<string[]> => {
    const file = join(house, 'src', room, 'planted.ts');
    writeFileSync(file, text);
    const ruleSet = { forbidden: config.forbidden?.filter(({ name }) => name?.startsWith('floor-of-')) ?? [] };
    const { output } = await cruise(['src'], { baseDir: house, validate: true, tsPreCompilationDeps: true, ruleSet });
    rmSync(file);
    return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name);
  };

  test('every room of src has its floor', () => {
    assert.deepEqual(readdirSync(join(root, 'src')).sort(), Object.keys(ROOMS).sort());
  });

  test('an import upward or sideways is refused, a lazy one and one of types too', async () => {
    const planted: [string, string][] = [
      ['protocol', `import '../address/index.js';`],
      ['address', `export const later = () => import('../verifier/index.js');`],
      ['verifier', `export type { X } from '../edge/index.js';`],
      ['edge', `import type { X } from '../service/index.js'; export type Y = X;`],
      ['element', `import '../edge/index.js';`],
    ];
    for (const [room, text] of planted) assert.deepEqual(await broken(room, text), [`floor-of-${room}`], text);
  });

  test('an import downward is not', async () => {
    assert.deepEqual(await broken('verifier', `import '../address/index.js'; import '../protocol/index.js';`), []);
    assert.deepEqual(await broken('cli', `import '../edge/index.js'; import '../service/index.js';`), []);
  });
});
