/** The pages about frameworks quote the apps that `npm run test:doors` drives: what a reader copies has been run. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pages = join(root, 'docs/frameworks');
const apps = join(root, 'test/doors/apps');
const names = readdirSync(apps);

/** The pages of React and Vue have examples of their own. */
const UNQUOTED = ['react', 'react-18', 'vue'];

/** A block of code below its file's name: `app/page.jsx`: */
const QUOTE = /^`([^`\n]+)`:\n\n```\w*\n([\s\S]*?)^```$/gm;

interface Quote {
  page: string;
  file: string;
  code: string;
}

const quotes = readdirSync(pages).flatMap((page): Quote[] =>
  [...readFileSync(join(pages, page), 'utf8').matchAll(QUOTE)].map(([, file = '', code = '']) => ({
    page,
    file,
    code,
  })),
);

/** The lines, without their indentation: a page may quote a part of a file. */
const linesOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();

/** The apps that have this code in this file. */
const appsWith = ({ file, code }: Quote): string[] =>
  names.filter((name) => {
    const path = join(apps, name, file);
    return existsSync(path) && linesOf(readFileSync(path, 'utf8')).includes(linesOf(code));
  });

describe('the pages about frameworks', () => {
  for (const quote of quotes)
    test(`${quote.page} quotes ${quote.file} as an app has it`, () => {
      assert.notDeepEqual(appsWith(quote), []);
    });

  test('quote every app', () => {
    const quoted = new Set(quotes.flatMap(appsWith));
    assert.deepEqual(
      names.filter((name) => !quoted.has(name)),
      UNQUOTED,
    );
  });
});
