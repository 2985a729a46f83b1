import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { build } from 'esbuild';
import config, { LIST_ROOMS, ROOMS, SERVICE_ROOMS } from '../../.dependency-cruiser.mjs';

const root = join(import.meta.dirname, '../..');

describe('the floors', () => {
  let house: string;

  beforeAll(() => {
    house = mkdtempSync(join(tmpdir(), 'email-verify-floors-'));
    const rooms = [
      ...Object.keys(ROOMS),
      ...Object.keys(SERVICE_ROOMS).map((room) => `service/${room}`),
      ...Object.keys(LIST_ROOMS).map((room) => `service/lists/${room}`),
    ];
    for (const room of rooms) {
      mkdirSync(join(house, 'src', room), { recursive: true });
      writeFileSync(join(house, 'src', room, 'index.ts'), 'export type X = 1;');
    }
    for (const file of ['schema', 'users/tables', 'lists/tables'])
      writeFileSync(join(house, 'src/service', `${file}.ts`), 'export type X = 1;');
  });

  afterAll(() => {
    rmSync(house, { recursive: true });
  });

  /** The rules that a text breaks, as if it stood in a file of the room. */
  const broken = async (room: string, text: string, name = 'planted.ts'): Promise<string[]> => {
    const file = join(house, 'src', room, name);
    writeFileSync(file, text);
    const ruleSet = { forbidden: config.forbidden?.filter(({ name }) => name?.startsWith('floor-of-')) ?? [] };
    const { output } = await cruise(['src'], { baseDir: house, validate: true, tsPreCompilationDeps: true, ruleSet });
    rmSync(file);
    return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name);
  };

  test('every room of src has its floor', () => {
    assert.deepEqual(readdirSync(join(root, 'src')).sort(), Object.keys(ROOMS).sort());
  });

  test('every room of the service and of its lists has its floor', () => {
    const roomsIn = (folder: string): string[] =>
      readdirSync(join(root, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
    assert.deepEqual(roomsIn('src/service').sort(), Object.keys(SERVICE_ROOMS).sort());
    assert.deepEqual(roomsIn('src/service/lists').sort(), Object.keys(LIST_ROOMS).sort());
  });

  test('within the service, too, an import goes to the rooms below alone', async () => {
    const planted: [string, string, string][] = [
      ['service/users', `import '../lists/index.js';`, 'floor-of-service-users'],
      ['service/credits', `import '../index.js';`, 'floor-of-service-credits'],
      ['service/store', `import type { X } from '../schema.js'; export type Y = X;`, 'floor-of-service-store'],
      ['service/lists/file', `import '../upload/index.js';`, 'floor-of-lists-file'],
    ];
    for (const [room, text, rule] of planted) assert.deepEqual(await broken(room, text), [rule], text);
    const tables = await broken('service/keys', `import '../users/tables.js'; import '../schema.js';`, 'tables.ts');
    assert.deepEqual(tables, ['floor-of-service-tables']);
    assert.deepEqual(
      await broken('service/lists/work', `import '../../users/index.js'; import '../../schema.js';`),
      [],
    );
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

  test('the dashboard imports types of the service, and nothing else of it', async () => {
    assert.deepEqual(await broken('dashboard', `import type { X } from '../service/index.js'; export type Y = X;`), []);
    for (const text of [
      `import { X } from '../service/index.js'; export const y = X;`,
      `import '../service/users/index.js';`,
      `export * from '../service/index.js';`,
      `export const later = () => import('../service/index.js');`,
    ])
      assert.deepEqual(await broken('dashboard', text), ['floor-of-types-for-dashboard'], text);
    assert.deepEqual(await broken('dashboard', `import type { X } from '../edge/index.js'; export type Y = X;`), [
      'floor-of-dashboard',
    ]);
    assert.deepEqual(await broken('element', `import type { X } from '../service/index.js'; export type Y = X;`), [
      'floor-of-element',
    ]);
  });

  test('no module of the service, and no list of disposable domains, is in the bundle of the dashboard', async () => {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: ['src/dashboard/main.ts'],
      outdir: house,
      bundle: true,
      splitting: true,
      format: 'esm',
      packages: 'external',
      metafile: true,
      write: false,
    });
    const modules = Object.keys(metafile.inputs);
    assert.ok(modules.includes('src/element/define.ts'));
    assert.deepEqual(
      modules.filter((module) => /^src\/(service|verifier)\/|\/disposable/.test(module)),
      [],
    );
  });

  test('an import downward is not', async () => {
    assert.deepEqual(await broken('verifier', `import '../address/index.js'; import '../protocol/index.js';`), []);
    assert.deepEqual(await broken('cli', `import '../edge/index.js'; import '../service/index.js';`), []);
  });
});
