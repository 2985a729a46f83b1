/** Compares typo suggestions on the corpora of the tests, the half that ours were not tuned on: right, wrong, missed. */
import mailcheck from 'mailcheck';
import { suggest } from '../src/address/index.js';
import { halfOf } from '../test/address/corpora/halves.js';
import { NATIONAL_TYPOS } from '../test/address/corpora/national.js';
import { PASTED } from '../test/address/corpora/pasted.js';
import { REAL_DOMAINS } from '../test/address/corpora/real.js';
import { score, type Case } from '../test/address/corpora/score.js';
import { DOTS, MISSING_AT, OTHER_KEY_FOR_AT, SPACES } from '../test/address/corpora/slips.js';
import { LARGEST, TYPOS } from '../test/address/corpora/typos.js';
import { peer } from './peers.js';
import { table } from './table.js';

const { default: spellChecker } = peer('@zootools/email-spell-checker');

/** The others only ever ask. */
const asked = (address: string | undefined): ReturnType<typeof suggest> =>
  address === undefined ? null : { address, certain: false };

const contenders: Record<string, typeof suggest> = {
  ours: suggest,
  'mailcheck 1.1.1': (email) =>
    mailcheck.run({ email, suggested: ({ full }) => asked(full), empty: () => asked(undefined) }),
  '@zootools 1.12.0': (email) => {
    try {
      return asked(spellChecker.run({ email })?.full);
    } catch {
      // It builds an expression of the typed ending, which fails for one with a bracket.
      return null;
    }
  },
};

const typos = TYPOS.map(({ typed, meant }) => ({ text: `anna@${typed}`, meant: `anna@${meant}`, provider: meant }));
const corpora: Record<string, readonly Case[]> = {
  'typos, 60 providers': typos,
  'typos, the 20 largest': typos.filter(({ provider }) => LARGEST.has(provider)),
  'typos, domains for one country': NATIONAL_TYPOS.map(({ typed, meant }) => ({
    text: `anna@${typed}`,
    meant: `anna@${meant}`,
  })),
  'spaces in the domain': SPACES,
  'dots too many': DOTS,
  'the @ left out': MISSING_AT,
  'another key for the @': OTHER_KEY_FOR_AT,
  'pasted texts': PASTED,
  ...Object.fromEntries(
    Object.entries(REAL_DOMAINS).map(([name, domains]) => [
      `real domains, ${name}`,
      domains.map((domain) => ({ text: `anna@${domain}`, meant: null })),
    ]),
  ),
};

const rows = Object.entries(corpora).flatMap(([corpus, all]) => {
  const cases = all.filter(({ text }) => halfOf(text) === 'test');
  return Object.entries(contenders).map(([name, act]) => {
    const { right, wrong, missed, written } = score(cases, act);
    const share = (part: number): string => `${((100 * part) / cases.length).toFixed(2)} %`;
    return [`${corpus}: ${name}`, cases.length, share(right), share(wrong), share(missed), written];
  });
});
table(['', 'cases', 'right', 'wrong', 'missed', 'wrong and certain'], rows);
