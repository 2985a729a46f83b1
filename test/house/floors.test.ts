import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { ESLint } from 'eslint';
import { ROOMS } from '../../scripts/floors.mjs';

const root = join(import.meta.dirname, '../..');

/** The floors' complaints about a text, as if it stood in a file of the room. */
const complaints = async (room: string, text: string): Promise<string[]> => {
  // Types are not needed for it, and no planted file is part of the project.
  const eslint = new ESLint({
    cwd: root,
    overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
    ruleFilter: ({ ruleId }) => ruleId === 'import-x/no-restricted-paths',
  });
  const [result] = await eslint.lintText(text, { filePath: join(root, 'src', room, 'planted.ts') });
  return (result?.messages ?? []).map(({ message }) => message);
};

describe('the floors', () => {
  test('every room of src has its floor', () => {
    assert.deepEqual(readdirSync(join(root, 'src')).sort(), Object.keys(ROOMS).sort());
  });

  test('an import upward or sideways is refused, a lazy one and one of types too', async () => {
    const planted: [string, string][] = [
      ['protocol', `import '../address/parse.js';`],
      ['address', `export const later = () => import('../verifier/index.js');`],
      ['verifier', `export type { Edge } from '../edge/index.js';`],
      ['edge', `import type { Service } from '../service/index.js'; export type X = Service;`],
      ['element', `import '../edge/index.js';`],
    ];
    for (const [room, text] of planted) {
      const found = await complaints(room, text);
      assert.equal(found.length, 1, `${room}: ${text}`);
      assert.match(found[0] ?? '', new RegExp(`src/${room} may import from`));
    }
  });

  test('an import downward is not', async () => {
    assert.deepEqual(await complaints('verifier', `import '../address/index.js'; import '../protocol/index.js';`), []);
    assert.deepEqual(await complaints('cli', `import '../edge/index.js'; import '../service/index.js';`), []);
  });
});
