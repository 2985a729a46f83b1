/** Prints what a page downloads, and fails when it is over budget. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const cdn = join(import.meta.dirname, '../dist/cdn');

const STATIC_IMPORT = /(?:\bimport|\bexport)[^'"()]*?from\s*["']\.\/([^"']+)["']|\bimport\s*["']\.\/([^"']+)["']/g;

/** A module and all that it imports at once, each file once. */
const firstLoad = (name, seen = new Set()) => {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const [, from, bare] of readFileSync(join(cdn, name), 'utf8').matchAll(STATIC_IMPORT))
    firstLoad(from ?? bare, seen);
  return seen;
};

const measure = (names) => {
  const files = [...names].map((name) => readFileSync(join(cdn, name)));
  const sum = (of) => files.reduce((total, file) => total + of(file), 0);
  return {
    min: sum((f) => f.length),
    gzip: sum((f) => gzipSync(f, { level: 9 }).length),
    brotli: sum((f) => brotliCompressSync(f).length),
  };
};

const first = firstLoad('email-verify.js');
const later = readdirSync(cdn).filter((name) => name.endsWith('.js') && !name.includes('classic') && !first.has(name));
/** A page loads one language at most. */
const isLanguage = (name) => existsSync(join(cdn, 'lang', name.replace(/^email-verify-|-[\w-]{8}(?=\.js$)/g, '')));
const [largest] = later.filter(isLanguage).sort((a, b) => measure([b]).brotli - measure([a]).brotli);
const rows = [
  ['script tag, first load', measure(first), 9712],
  ...later
    .filter((name) => !isLanguage(name) || name === largest)
    .map((name) => [`  later: ${name.replace(/^email-verify-|-[\w-]{8}\.js$/g, '')}`, measure([name]), null]),
  ['single file, classic script', measure(['email-verify.classic.js']), 16000],
];

let over = false;
const cell = (value, width) => (value === null ? '' : value.toLocaleString('en')).padStart(width);
console.log(`${''.padEnd(30)}${'min'.padStart(9)}${'gzip'.padStart(9)}${'brotli'.padStart(9)}${'budget'.padStart(9)}`);
for (const [name, { min, gzip, brotli }, budget] of rows) {
  const tooMuch = budget !== null && brotli > budget;
  over ||= tooMuch;
  console.log(
    `${name.padEnd(30)}${cell(min, 9)}${cell(gzip, 9)}${cell(brotli, 9)}${cell(budget, 9)}${tooMuch ? '  over' : ''}`,
  );
}
process.exitCode = over ? 1 : 0;
