/**
 * Merges the public lists of disposable domains into `src/address/known-domains/disposable-names.json`, and writes
 * `SOURCES.md` beside it. `npm run lists` updates the packages first. Their date is in `released-lists.ts`. With
 * `-- --sign FILE`, it also writes these lists and the free providers into a file for LISTS_URL, signed with the private
 * key (PEM) that LISTS_SIGNING_KEY names.
 */
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FREE } from '../src/address/known-domains/free-providers.ts';
import { RELAYS } from '../src/address/known-domains/relays.ts';
import { RESERVED } from '../src/address/known-domains/reserved.ts';
import { RESTRICTED } from '../src/address/known-domains/restricted-endings.ts';
import { parseAddress } from '../src/address/parse.ts';
import { LISTS_KEY } from '../src/service/domain-lists/lists-key.ts';
import { RELEASED_LISTS } from '../src/service/domain-lists/released-lists.ts';
import { writeSignedLists } from '../src/service/domain-lists/signed-lists.ts';
import { createEvidence, findGivenAway, GIVEN_AWAY } from './lists/evidence.mjs';
import { describe, load, readSightings, SOURCES } from './lists/sources.mjs';

const root = join(import.meta.dirname, '..');
const { getPublicSuffix } = load('tldts');

/** Real domains that a list holds: providers, companies, authorities. */
const KEEP = new Set(
  // Providers, one of them an alias domain of Fastmail.
  (
    '21cn.com fastmail.name hongkong.com nameplanet.com safe-mail.net tmail.com vfemail.net ' +
    // Companies and authorities.
    'com.com craigslist.org gta.com hola.org mb.com werk.nl'
  ).split(' '),
);

/** The name in lower-case ASCII; undefined for what is no domain. */
const asciiOf = (name) => {
  const parsed = parseAddress(`a@${name.trim().toLowerCase()}`);
  return parsed.ok ? parsed.ascii.slice(2) : undefined;
};

const parentsOf = (name) => {
  const labels = name.split('.');
  return labels.slice(1, -1).map((_, i) => labels.slice(i + 1).join('.'));
};

const ours = new Set([...FREE, ...RELAYS, ...RESERVED].flatMap((name) => [name, ...parentsOf(name)]));

/**
 * True for a name that is one edit away from a large provider's, after the first letter: squatters take mail there, but
 * a person who types it made a typo, and wants a suggestion.
 */
const isTypo = (name) =>
  'gmail.com googlemail.com hotmail.com outlook.com yahoo.com icloud.com'.split(' ').some((provider) => {
    let start = 0;
    while (start < name.length && name[start] === provider[start]) start++;
    let same = 0;
    while (same < Math.min(name.length, provider.length) - start && name.at(-1 - same) === provider.at(-1 - same))
      same++;
    const [typed, meant] = [name, provider].map((one) => one.slice(start, one.length - same));
    return (
      start > 0 &&
      (Math.max(typed.length, meant.length) === 1 || (typed.length === 2 && typed === [...meant].reverse().join('')))
    );
  });

/** True for a name that stays out, though a list has it. A registry under which anybody may have a domain is such a name. */
const isKept = (name, curated) =>
  ours.has(name) ||
  KEEP.has(name) ||
  isTypo(name) ||
  getPublicSuffix(name) === name ||
  (!curated && (RESTRICTED.test(name) || getPublicSuffix(name, { allowPrivateDomains: true }) === name));

const read = ({ read: names, curated = false }) => {
  const all = new Set(names().map(asciiOf));
  all.delete(undefined);
  return { size: all.size, taken: new Set([...all].filter((name) => !isKept(name, curated))) };
};

/** Sorts the listed names into `agreed`, `evident` and `possible`, and counts the names that each rule decides. */
const classify = (lists) => {
  const names = [...new Set(lists.flatMap((list) => [...list]))];
  const givenAway = findGivenAway(names);
  const isIn = (list, name) => list.has(name) || parentsOf(name).some((parent) => list.has(parent));
  const isAgreed = (name) => lists.filter((list) => isIn(list, name)).length > 1;
  const agreed = new Set(names.filter(isAgreed));
  const rest = names.filter((name) => !agreed.has(name));
  const rules = createEvidence(names, givenAway, (name) => agreed.has(name), readSightings()).map((rule) => ({
    ...rule,
    names: [],
  }));
  for (const name of rest) rules.find(({ holds }) => holds(name))?.names.push(name);
  const evident = new Set(rules.flatMap((rule) => rule.names));
  for (const label of givenAway) for (const ending of GIVEN_AWAY) evident.add(`${label}.${ending}`);
  const possible = new Set(rest.filter((name) => !isIn(agreed, name) && !isIn(evident, name)));
  const counts = [
    { text: 'Two authors list it or a parent of it.', count: agreed.size },
    ...rules.map(({ text, names: { length } }) => ({ text, count: length })),
  ];
  return { givenAway, agreed, evident, possible, counts };
};

/** The names, sorted, without those below another: a listed name stands for its subdomains too. */
const withoutSubdomains = (names) =>
  [...names].filter((name) => !parentsOf(name).some((parent) => names.has(parent))).sort();

/** Writes a label that is disposable under each of the endings that were given away once, under the ending `*`. */
const withoutEndings = (names, givenAway) => {
  const isOne = (name) =>
    GIVEN_AWAY.some((ending) => givenAway.has(name.slice(0, -1 - ending.length)) && name.endsWith(`.${ending}`));
  return [...names.filter((name) => !isOne(name)), ...[...givenAway].sort().map((label) => `${label}.*`)];
};

/** Puts texts by the ending of a name and by the length of what stands before it. */
const group = (entries) => {
  const groups = {};
  for (const [ending, length, text] of entries) {
    const lists = (groups[ending] ??= {});
    lists[length] = (lists[length] ?? '') + text;
  }
  return Object.fromEntries(Object.entries(groups).sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** Packs numbers of two bits, three into a character from `0` on. */
const pack = (numbers) => {
  const characters = Array(Math.ceil(numbers.length / 3)).fill(0);
  for (const [place, number] of numbers.entries()) characters[Math.floor(place / 3)] |= number << (2 * (place % 3));
  return String.fromCharCode(...characters.map((bits) => bits + 48));
};

/** The form that `disposable.ts` reads: names, and the strength of each where not all in a list have the least. */
const encode = (names, strengthOf) => {
  const parts = names.sort().map((name) => [name.lastIndexOf('.'), name]);
  const at = ([dot, name], text) => [name.slice(dot + 1), dot, text];
  const strengths = group(parts.map((part) => at(part, String(strengthOf(part[1])))));
  const packed = Object.entries(strengths).flatMap(([ending, lists]) =>
    Object.entries(lists)
      .filter(([, digits]) => /[^1]/.test(digits))
      .map(([length, digits]) => [ending, length, pack([...digits].map(Number))]),
  );
  return { names: group(parts.map((part) => at(part, part[1].slice(0, part[0])))), strengths: group(packed) };
};

const percent = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`;

/** The texts of both files, as the installed packages give them. */
export const makeLists = () => {
  const lists = SOURCES.map(read);
  const found = classify(lists.map(({ taken }) => taken));
  const agreed = new Set(withoutSubdomains(found.agreed));
  const evident = new Set(withoutEndings(withoutSubdomains(found.evident), found.givenAway));
  const possible = withoutSubdomains(found.possible);
  const file = encode([...agreed, ...evident, ...possible], (name) =>
    agreed.has(name) ? 3 : evident.has(name) ? 2 : 1,
  );

  const sources = SOURCES.map(describe);
  const rows = sources.map(({ name, version, license }, i) => {
    const { size, taken } = lists[i];
    const called = [...taken].filter((listed) => !found.possible.has(listed)).length;
    return `| \`${name}\` | ${version} | ${license} | ${size} | ${percent(called, size)} | ${percent(taken.size - called, size)} | ${percent(size - taken.size, size)} |`;
  });
  return {
    'disposable-names.json': `${JSON.stringify(file, null, 1)}\n`,
    'SOURCES.md': [
      '# Sources of the list of disposable domains',
      '',
      '`npm run lists` writes this file and `disposable-names.json` from these npm packages, and says what becomes of their names:',
      '',
      '| package | version | licence | names | `disposable` | `possible_disposable` | left out |',
      '| ------- | ------- | ------- | ----- | ------------ | --------------------- | -------- |',
      ...rows,
      '',
      `The file holds ${agreed.size} names on which two authors agree, ${evident.size} with evidence and ${possible.length} others, without subdomains of listed names.`,
      'Left out are names that `scripts/lists.mjs` keeps out: our own lists of mailbox providers and relays, the public suffixes (npm `tldts`),',
      'endings for schools and authorities, typos of large providers, and real domains that were found among them.',
      '',
      '## When a listed name is `disposable`',
      '',
      'One list alone proves little: each holds firms, providers and private domains. A name is `disposable` when one of these rules holds, asked',
      'in this order, and `possible_disposable` otherwise. Mail servers are learned from names of the first rule alone.',
      '',
      ...found.counts.map(({ text, count }, i) => `${i + 1}. ${text} Names: ${count}.`),
      '',
      'Lists that repeat one another count as one author:',
      '',
      ...sources.map(({ name, copies }) => `- \`${name}\`: ${copies}`),
      '- `disposable-email`, `@dahoom/disposable-email` and `disposable-email-detector` collect all of these, and are nobody’s own list.',
      ...sources.flatMap(({ name, license, text }) => ['', `## ${name} (${license})`, '', '```text', text, '```']),
      '',
    ].join('\n'),
  };
};

/** The digest of the lists of a release, without their date. */
export const digestOf = (disposable) =>
  createHash('sha256')
    .update(JSON.stringify([disposable, [...FREE].sort()]))
    .digest('hex');

/** Writes the date of the lists, if they have changed since. */
const dateLists = (disposable) => {
  const sha256 = digestOf(disposable);
  if (sha256 === RELEASED_LISTS.sha256) return;
  const text = [
    '/** The lists of domains of this release. `npm run lists` writes this file when they have changed. */',
    'export const RELEASED_LISTS = {',
    `  madeAt: '${new Date().toISOString()}',`,
    `  sha256: '${sha256}',`,
    '};',
    '',
  ].join('\n');
  writeFileSync(join(root, 'src/service/domain-lists/released-lists.ts'), text);
};

/** Writes the lists as a file for LISTS_URL. */
const signTo = (path, disposable) => {
  const key = createPrivateKey(readFileSync(process.env.LISTS_SIGNING_KEY ?? ''));
  if (!createPublicKey(key).equals(LISTS_KEY)) throw new Error('LISTS_SIGNING_KEY is not the key of this program');
  writeFileSync(path, writeSignedLists({ madeAt: new Date(), disposable, free: [...FREE] }, key));
};

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const made = makeLists();
  for (const [file, text] of Object.entries(made)) writeFileSync(join(root, 'src/address/known-domains', file), text);
  const disposable = JSON.parse(made['disposable-names.json']);
  dateLists(disposable);
  const [option, path] = process.argv.slice(2);
  if (option === '--sign' && path !== undefined) signTo(path, disposable);
}
