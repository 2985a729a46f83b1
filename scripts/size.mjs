/** Prints what a page downloads, and fails when it is over budget: brotli for the script tags, gzip for our own code on npm. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { npmSize } from './npm-size.mjs';

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
const npm = await npmSize();
/** `[what, its sizes, the budget of…, bytes]` */
const rows = [
  ['script tag, first load', measure(first), 'brotli', 9712],
  ...later
    .filter((name) => !isLanguage(name) || name === largest)
    .map((name) => [`  later: ${name.replace(/^email-verify-|-[\w-]{8}\.js$/g, '')}`, measure([name])]),
  ['single file, classic script', measure(['email-verify.classic.js']), 'brotli', 16000],
  ['npm, own code, first load *', npm.first, 'gzip', 7000],
  ['  later: until a verdict', npm.verdict],
  ['  later: all of it', npm.all],
];

let over = false;
const cell = (value, width = 9) => (value?.toLocaleString('en') ?? '').padStart(width);
const line = (name, ...cells) => `${name.padEnd(34)}${cells.map((value) => cell(value)).join('')}`;
console.log(line('', 'min', 'gzip', 'brotli', 'budget'));
for (const [name, sizes, of, budget] of rows) {
  const tooMuch = budget !== undefined && sizes[of] > budget;
  over ||= tooMuch;
  console.log(
    `${line(name, sizes.min, sizes.gzip, sizes.brotli, budget)}  ${of ?? ''}${tooMuch ? ', over' : ''}`.trimEnd(),
  );
}
console.log('* bundled and minified, without lit, floating-ui, mailcheck and languages');
process.exitCode = over ? 1 : 0;
