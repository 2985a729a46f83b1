/** Sizes that README and documentation state are those of what is built. */
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { test } from 'vitest';
import { root } from '../support/manifest.js';

const brotli = (file: string): number => brotliCompressSync(readFileSync(join(root, 'dist/cdn', file))).length;
const loader = brotli('email-verify.js');
const element = brotli('email-verify-element.js');
const zip = statSync(join(root, 'dist/wordpress/email-verify-element.zip')).size;

/** A statement, with the kilobytes in it, and the bytes that there are. */
const STATED: [page: string, statement: RegExp, bytes: number][] = [
  ['README.md', /A loader of ([\d.]+) kB loads the element \([\d.]+ kB; both brotli\)/, loader],
  ['README.md', /A loader of [\d.]+ kB loads the element \(([\d.]+) kB; both brotli\)/, element],
  ['docs/ARCHITECTURE.md', /The loader \(([\d.]+) kB\)/, loader],
  ['docs/comparison.md', /first load of a page *\| ([\d.]+) kB \(brotli\)/, loader],
  ['docs/comparison.md', /loaded when a field is used *\| ([\d.]+) kB/, element],
  ['docs/wordpress.md', /about ([\d.]+) kB, everything inside/, zip],
];

test.each(STATED)('%s states %s to within 3 %%', (page, statement, bytes) => {
  const [, stated = '0'] = statement.exec(readFileSync(join(root, page), 'utf8')) ?? [];
  assert.ok(Math.abs(Number(stated) * 1000 - bytes) <= 0.03 * bytes, `${stated} kB, not ${bytes} B`);
});
