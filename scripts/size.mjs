/** Prints what a page downloads, and fails when it is over budget: each file for itself, as it is sent (brotli). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { npmSize } from './npm-size.mjs';

const cdn = join(import.meta.dirname, '../dist/cdn');
const ELEMENT = 'email-verify-element.js';

const measure = (name) => {
  const file = readFileSync(join(cdn, name));
  return { min: file.length, gzip: gzipSync(file, { level: 9 }).length, brotli: brotliCompressSync(file).length };
};

const languages = new Set(readdirSync(join(cdn, '../../src/element/languages')).map((file) => file.slice(0, -3)));
const later = readdirSync(cdn).filter((name) => /^email-verify-.*\.js$/.test(name) && name !== ELEMENT);
const partOf = (name) => name.slice('email-verify-'.length, -3);
/** A page loads one language at most: the largest stands for them. */
const [largest] = later
  .filter((name) => languages.has(partOf(name)))
  .sort((a, b) => measure(b).brotli - measure(a).brotli);
const npm = await npmSize();

/** `[what, its sizes, its budget in bytes]` */
const rows = [
  ['loader, module', measure('email-verify.js'), 2000],
  ['loader, classic script', measure('email-verify.classic.js'), 2000],
  ['element, until a verdict stands', measure(ELEMENT), 20_000],
  ...later
    .filter((name) => !languages.has(partOf(name)) || name === largest)
    .map((name) => [`  later: ${partOf(name)}${name === largest ? ', the largest language' : ''}`, measure(name)]),
  ['npm, own code of the element *', npm.first],
  ['  with what comes later', npm.all],
];

let failed = false;
const cell = (value, width = 9) => (value?.toLocaleString('en') ?? '').padStart(width);
console.log(`${''.padEnd(38)}${['min', 'gzip', 'brotli', 'budget'].map((name) => cell(name)).join('')}`);
for (const [name, { min, gzip, brotli }, budget] of rows) {
  const isOver = budget !== undefined && brotli > budget;
  failed ||= isOver;
  console.log(
    `${name.padEnd(38)}${[min, gzip, brotli, budget].map((value) => cell(value)).join('')}${isOver ? '  over' : ''}`.trimEnd(),
  );
}
console.log('* bundled and minified, without lit, floating-ui, mailcheck and languages');

// A part that imports the element by its name would load it twice where the element came at the second try, by another URL.
const dependent = later.filter((name) => /\bfrom ?"/.test(readFileSync(join(cdn, name), 'utf8')));
if (dependent.length) {
  console.log(`${dependent.join(', ')}: a file that is loaded later must stand by itself.`);
  failed = true;
}
process.exitCode = failed ? 1 : 0;
