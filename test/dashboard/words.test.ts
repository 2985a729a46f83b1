import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { WORDS } from '../../src/dashboard/words/index.js';

const folder = (name: string): string => join(import.meta.dirname, '../../src/dashboard', name);
const filesIn = (name: string): string[] => readdirSync(folder(name)).filter((file) => !file.startsWith('index.'));

test('no two files of words use one name', async () => {
  const all = await Promise.all(
    filesIn('words').map(async (file) => {
      const words = (await import(join(folder('words'), file))) as Record<string, object>;
      return Object.values(words).flatMap((group) => Object.keys(group));
    }),
  );
  assert.deepEqual(all.flat().sort(), Object.keys(WORDS).sort());
});

test('the style sheet takes each file of styles once', () => {
  const index = readFileSync(join(folder('styles'), 'index.css'), 'utf8');
  const imported = [...index.matchAll(/^@import '\.\/(.+)';$/gm)].map(([, file]) => file);
  assert.deepEqual(imported.sort(), filesIn('styles').sort());
});
