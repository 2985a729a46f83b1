/** The map for newcomers in CONTRIBUTING.md: every file exists, and a search for the words of the change finds it. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { ROOMS } from '../../.dependency-cruiser.mjs';
import { root } from '../support/manifest.js';

const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    );
const sources = filesIn('src');

const rows = [...contributing.matchAll(/^\| (.*\*\*.*?) +\| `([^`]+)` +\|$/gm)].map(([, change = '', file = '']) => ({
  change,
  file,
  words: [...change.matchAll(/\*\*(.*?)\*\*/g)].flatMap(([, words = '']) => words.toLowerCase().split(' ')),
}));

describe('the map of changes', () => {
  test('has twenty rows or more', () => {
    assert.ok(rows.length >= 20, `${rows.length}`);
  });

  for (const { change, file, words } of rows)
    test(`${change.replaceAll('**', '')}: the file is found by its name`, () => {
      assert.ok(existsSync(join(root, file)), file);
      const found = sources.filter((path) => words.every((word) => path.toLowerCase().includes(word)));
      assert.ok(found.includes(file), `${words.join(' ')}: ${found.join(', ')}`);
      assert.ok(found.length <= 6, `${words.join(' ')}: ${found.join(', ')}`);
    });
});

test('the table of rooms names folders and files that there are', () => {
  const table = contributing.slice(contributing.indexOf('| to change'), contributing.indexOf('Tests have the folders'));
  const paths = [...table.matchAll(/`(src\/[^`]+)`/g)].map(([, path = '']) => path);
  assert.ok(paths.length > 10);
  for (const path of paths) assert.ok(existsSync(join(root, path)), path);
  const named = new Set(paths.map((path) => path.split('/')[1]));
  for (const room of Object.keys(ROOMS))
    // The components that wrap the element, and helpers without words of ours.
    if (!['react', 'vue', 'util'].includes(room)) assert.ok(named.has(room), room);
});

describe('the tests', () => {
  const rooms = Object.keys(ROOMS).filter((room) => existsSync(join(root, 'test', room)));
  /** Folders of helpers, data and scenarios, beside those of src. */
  const HELPERS = /\/(support|fixtures|corpora|tables|attacks|faults|portable|layout|pages|markups)(\/|$)/;

  for (const room of rooms.filter((room) => !['php', 'wordpress'].includes(room)))
    test(`of src/${room} stand in its folders`, () => {
      const folders = new Set(filesIn(`test/${room}`).map((file) => file.slice(0, file.lastIndexOf('/'))));
      const missing = [...folders].filter(
        (folder) => !HELPERS.test(folder) && !existsSync(join(root, folder.replace('test', 'src'))),
      );
      assert.deepEqual(missing, []);
    });
});
