import license from 'rollup-plugin-license';

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

/** The licence of a package: one that names it in npm's old field `licenses` has it in brackets. */
const idOf = ({ license: spdx }) => spdx?.replace(/^\(([^ ]*)\)$/, '$1');

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
    const { name, version, licenseText, author } = library;
    const spdx = idOf(library);
    const terms = termsOf(licenseText ?? '');
    const key = terms === '' ? spdx : keyOf(terms);
    const group = groups.get(key) ?? { terms: terms || `${spdx}, without a text in its package`, entries: [] };
    const holders = (licenseText ?? '')
      .split('\n')
      .filter(isCopyright)
      .map((line) => line.trim());
    const whose = holders.length ? holders : author ? [author.text()] : [];
    group.entries.push([`${name} ${version} (${spdx})`, ...whose.map((line) => `  ${line}`)].join('\n'));
    groups.set(key, group);
  }
  return [...groups.values()]
    .sort((a, b) => b.entries.length - a.entries.length)
    .map(({ terms, entries }) => `${entries.join('\n')}\n\n${terms}\n`)
    .join('\n---\n\n');
};

/**
 * Writes the licences of all that a build took in; stops it if one of them is not allowed.
 * @param folder of the built files
 */
export const licences = (folder) =>
  license({
    thirdParty: {
      allow: { test: (library) => ALLOWED.has(idOf(library)), failOnUnlicensed: true, failOnViolation: true },
      output: { file: `${folder}/THIRD-PARTY.txt`, template: grouped },
    },
  });
