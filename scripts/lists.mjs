/**
 * Merges the public lists of disposable domains into `src/address/lists/disposable-names.json`, and writes `SOURCES.md` beside it.
 * `npm run lists` updates the packages first.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getPublicSuffix } from 'tldts';
import { FREE } from '../src/address/lists/free.ts';
import { RELAYS } from '../src/address/lists/relays.ts';
import { RESERVED } from '../src/address/lists/reserved.ts';
import { parseAddress } from '../src/address/parse.ts';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '..');

/** The packages, their licence files, and how to read their names. `curated`: each name was looked at by a person. */
const SOURCES = [
  {
    name: 'disposable-email-domains-js',
    licenceFile: 'LICENSE',
    curated: true,
    read: () => require('disposable-email-domains-js/dist/dict/disposable_email_blocklist.json'),
  },
  {
    name: 'disposable-email-domains',
    licenceFile: undefined,
    read: () => [
      ...require('disposable-email-domains/index.json'),
      ...require('disposable-email-domains/wildcard.json'),
    ],
  },
  {
    name: 'fakefilter',
    licenceFile: 'LICENSE.md',
    read: () => Object.keys(require('fakefilter/json/data.json').domains),
  },
];

/** Real domains that a list holds: providers, companies, authorities. */
const KEEP = new Set(
  // Providers, one of them an alias domain of Fastmail.
  (
    '21cn.com fastmail.name hongkong.com nameplanet.com safe-mail.net tmail.com vfemail.net ' +
    // Companies and authorities.
    'com.com craigslist.org gta.com hola.org mb.com werk.nl'
  ).split(' '),
);

/** Endings whose registries admit schools and authorities only. */
const RESTRICTED = /\.(edu|gov|int|mil)$|\.(gov|mil)\.[a-z]{2}$|\.ac\.uk$/;

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
 * True for a name that is one edit away from a large provider's, after the first letter: squatters take mail there, but a person who types it
 * made a typo, and wants a suggestion.
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

const collect = () => {
  const names = new Set();
  const counts = SOURCES.map(({ read, curated = false }) => {
    const all = new Set(read().map(asciiOf));
    all.delete(undefined);
    const taken = [...all].filter((name) => !isKept(name, curated));
    for (const name of taken) names.add(name);
    return { all: all.size, taken: taken.length };
  });
  // A listed name stands for its subdomains too.
  const needed = [...names].filter((name) => !parentsOf(name).some((parent) => names.has(parent)));
  return { needed: needed.sort(), counts };
};

/** The names by their ending and by the length of what stands before it. `disposable.ts` reads this form. */
const group = (names) => {
  const groups = {};
  for (const name of names) {
    const dot = name.lastIndexOf('.');
    const lists = (groups[name.slice(dot + 1)] ??= {});
    lists[dot] = (lists[dot] ?? '') + name.slice(0, dot);
  }
  return Object.fromEntries(Object.entries(groups).sort(([a], [b]) => (a < b ? -1 : 1)));
};

const describe = ({ name, licenceFile }, { all, taken }) => {
  const read = (file) => readFileSync(join(root, 'node_modules', name, file), 'utf8');
  const { version, license } = JSON.parse(read('package.json'));
  const text =
    licenceFile === undefined ? `${license}, by its package.json. It has no licence file.` : read(licenceFile);
  return { name, version, license, all, taken, text: text.trim() };
};

/** The texts of both files, as the installed packages give them. */
export const makeLists = () => {
  const { needed, counts } = collect();
  const sources = SOURCES.map((source, i) => describe(source, counts[i]));
  const rows = sources.map(
    ({ name, version, license, all, taken }) => `| \`${name}\` | ${version} | ${license} | ${all} | ${taken} |`,
  );
  return {
    'disposable-names.json': `${JSON.stringify(group(needed), null, 1)}\n`,
    'SOURCES.md': [
      '# Sources of the list of disposable domains',
      '',
      '`npm run lists` writes this file and `disposable-names.json` from these npm packages:',
      '',
      '| package | version | licence | names | taken |',
      '| ------- | ------- | ------- | ----- | ----- |',
      ...rows,
      '',
      `${needed.length} names are left after subdomains of listed names are removed. Not taken are names that \`scripts/lists.mjs\` keeps`,
      'out: our own lists of mailbox providers and relays, the public suffixes (npm `tldts`), endings for schools and authorities,',
      'typos of large providers, and real domains that were found among them.',
      ...sources.flatMap(({ name, license, text }) => ['', `## ${name} (${license})`, '', '```text', text, '```']),
      '',
    ].join('\n'),
  };
};

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  for (const [file, text] of Object.entries(makeLists())) writeFileSync(join(root, 'src/address/lists', file), text);
}
