import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bring } from '../bring.mjs';

const modules = bring('scripts/lists');
/** Loads a file of the packages in this folder. */
export const load = createRequire(join(modules, 'package.json'));

/** The findings of fakefilter's crawler by name: the service that handed the name out, and when, in Unix seconds. */
const seen = () => load('fakefilter/json/data.json').domains;

/**
 * The packages, one for each author, their licence files, and how to read their names. `curated`: each name was looked
 * at by a person. `copies`: other lists that repeat this one, so that they are no second witness.
 */
export const SOURCES = [
  {
    name: 'disposable-email-domains-js',
    licenceFile: 'LICENSE',
    curated: true,
    copies: '`disposable-email-blocklist` and `is-disposable` are older states of it (99 % of their names).',
    read: () => load('disposable-email-domains-js/dist/dict/disposable_email_blocklist.json'),
  },
  {
    name: 'disposable-email-domains',
    licenceFile: undefined,
    copies:
      '`freemail`, `is-disposable-email-domain` and `deep-email-validator` are older states of it (100 %). `disposable-domains` is a fork (91 %). ' +
      '`burner-email-providers` (89 %) and `mailchecker` (55 %) exchange names with it, errors too: angi.com, sibmail.com and codingliteracy.com ' +
      'stand in more than one of them.',
    read: () => [...load('disposable-email-domains/index.json'), ...load('disposable-email-domains/wildcard.json')],
  },
  {
    name: 'fakefilter',
    licenceFile: 'LICENSE.md',
    copies: 'A crawler of its own: for each name it gives the service and the days on which it was seen.',
    read: () => Object.keys(seen()),
  },
];

/** Services that take in domains of strangers, who need only point them there: being seen there proves nothing. */
const OPEN_SERVICES = new Set(
  'emailfake.com email-fake.com generator.email mail-temp.com edumail.icu etempmail.com tempr.email'.split(' '),
);
const DAY_S = 86_400;

/**
 * The names that the crawler saw a service hand out on two days, where no stranger can put a name; and the services'
 * own sites.
 */
export const readSightings = () => {
  const entries = Object.entries(seen());
  const names = entries
    .filter(([, { provider, firstseen, lastseen }]) => !OPEN_SERVICES.has(provider) && lastseen - firstseen >= DAY_S)
    .map(([name]) => name);
  return new Set([...names, ...entries.map(([, { provider }]) => provider)]);
};

/** The facts of an installed source that SOURCES.md tells. */
export const describe = ({ name, licenceFile, copies }) => {
  const read = (file) => readFileSync(join(modules, name, file), 'utf8');
  const { version, license } = JSON.parse(read('package.json'));
  const text =
    licenceFile === undefined ? `${license}, by its package.json. It has no licence file.` : read(licenceFile);
  return { name, version, license, copies, text: text.trim() };
};
