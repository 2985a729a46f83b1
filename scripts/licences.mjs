import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The licences that a bundled library may have (SPDX): all let anybody use it in a product, with their text beside it. */
export const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]);

/** The licence of a package; some name it in npm's old field `licenses`. */
const idOf = ({ license, licenses }) => license ?? licenses?.[0].type;

const isCopyright = (line) => /^\s*(copyright\b|\(c\)|©)/i.test(line);
const isTitle = (line) => /^\W*(the )?(mit|isc|bsd)\b.{0,30}licen[cs]e.{0,8}$/i.test(line.trim());

/** The text of a licence without its title and whose it is, by which equal texts are found. */
const termsOf = (text) =>
  text
    .split('\n')
    .filter((line) => !isCopyright(line) && !isTitle(line))
    .join('\n')
    .trim();
const keyOf = (terms) =>
  terms
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Writes each text once, below the libraries that have it, with their copyright lines. */
const grouped = (libraries) => {
  const groups = new Map();
  for (const library of libraries) {
    const { name, version, author, folder } = library;
    const spdx = idOf(library);
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
    const terms = termsOf(text);
    const key = terms === '' ? spdx : keyOf(terms);
    const group = groups.get(key) ?? { terms: terms || `${spdx}, without a text in its package`, entries: [] };
    const holders = text
      .split('\n')
      .filter(isCopyright)
      .map((line) => line.trim());
    const whose = holders.length ? holders : author ? [author.name ?? author] : [];
    group.entries.push([`${name} ${version} (${spdx})`, ...whose.map((line) => `  ${line}`)].join('\n'));
    groups.set(key, group);
  }
  return [...groups.values()]
    .sort((a, b) => b.entries.length - a.entries.length)
    .map(({ terms, entries }) => `${entries.join('\n')}\n\n${terms}\n`)
    .join('\n---\n\n');
};

/** The packages out of which a build took code, in its order. */
const librariesIn = (bundle) => {
  const modules = Object.values(bundle).flatMap((chunk) => Object.entries(chunk.modules ?? {}));
  const folders = modules.flatMap(([id, { renderedLength }]) =>
    renderedLength > 0 ? (/^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []) : [],
  );
  return [...new Set(folders)].map((folder) => ({
    ...JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
    folder,
  }));
};

/**
 * Writes the licences of all that a build took in to `THIRD-PARTY.txt` beside it; stops it if one of them is not
 * allowed.
 */
export const licences = () => ({
  name: 'licences',
  generateBundle(_, bundle) {
    const libraries = librariesIn(bundle);
    for (const library of libraries)
      if (!ALLOWED.has(idOf(library)))
        this.error(`${library.name} has the licence ${idOf(library)}, which is not allowed.`);
    this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY.txt', source: grouped(libraries) });
  },
});
