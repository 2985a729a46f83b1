import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'vitest';
import { classify } from '../../src/address/classify.js';
import { LARGE } from '../../src/address/data/providers.js';
import { suggest } from '../../src/address/suggest.js';
import { halfOf } from './corpora/halves.js';
import { edits } from './corpora/edits.js';
import { NATIONAL_TYPOS } from './corpora/national.js';
import { PASTED } from './corpora/pasted.js';
import { REAL_DOMAINS } from './corpora/real.js';
import { score, type Case } from './corpora/score.js';
import { DOTS, MISSING_AT, OTHER_KEY_FOR_AT, SPACES } from './corpora/slips.js';
import { INHABITED, SQUATTED } from './corpora/taken.js';
import { LARGEST, REAL_TYPOS, TYPOS } from './corpora/typos.js';

// The rules were tuned on the other half.
const kept = <T extends Case>(cases: readonly T[]): T[] => cases.filter(({ text }) => halfOf(text) === 'test');

const percent = (part: number, whole: number): number => (100 * part) / whole;

/** Scores the test half of a corpus, and prints it. */
const scored = (name: string, cases: readonly Case[]): ReturnType<typeof score> => {
  const counts = score(kept(cases), suggest);
  const share = (part: number): string => `${part} (${percent(part, counts.cases).toFixed(2)} %)`;
  console.log(
    `${name}: ${counts.cases} cases, right ${share(counts.right)}, wrong ${share(counts.wrong)}, ` +
      `missed ${share(counts.missed)}, wrong and written ${counts.written}`,
  );
  return counts;
};

describe('one typo in the domain of a provider', () => {
  const cases = TYPOS.map(({ typed, meant }) => ({ text: `anna@${typed}`, meant: `anna@${meant}`, provider: meant }));

  test('is recognised at 85 % or more of 60 providers, wrongly at 0.1 % at most, and never written wrongly', () => {
    console.log(`${REAL_TYPOS} typos that make a real domain are left out`);
    const counts = scored('60 providers', cases);
    assert.ok(percent(counts.right, counts.cases) >= 85);
    assert.ok(percent(counts.wrong, counts.cases) <= 0.1);
    assert.equal(counts.written, 0);
  });

  test('is recognised at 95 % or more of the 20 largest', () => {
    const counts = scored(
      'the 20 largest',
      cases.filter(({ provider }) => LARGEST.has(provider)),
    );
    assert.ok(percent(counts.right, counts.cases) >= 95);
  });
});

describe('one typo in the domain that a provider has for one country', () => {
  test('is recognised at 90 % or more, asked about wrongly at 1 % at most, and never written wrongly', () => {
    const counts = scored(
      'national domains',
      NATIONAL_TYPOS.map(({ typed, meant }) => ({ text: `anna@${typed}`, meant: `anna@${meant}` })),
    );
    assert.ok(percent(counts.right, counts.cases) >= 90);
    assert.ok(percent(counts.wrong, counts.cases) <= 1);
    assert.equal(counts.written, 0);
  });
});

describe('another slip than a letter', () => {
  for (const [what, cases] of [
    ['a space in the domain', SPACES],
    ['a dot too many, or something else for it', DOTS],
    ['the @ left out', MISSING_AT],
    ['another key for the @', OTHER_KEY_FOR_AT],
  ] as const)
    test(`${what} is recognised at 98 % or more, and never written wrongly`, () => {
      const counts = scored(what, cases);
      assert.ok(percent(counts.right, counts.cases) >= 98);
      assert.equal(counts.written, 0);
    });
});

describe('a text as people paste it', () => {
  test('becomes the address that it means, or nothing', () => {
    assert.ok(PASTED.length >= 1000);
    const counts = scored('pasted texts', PASTED);
    assert.ok(percent(counts.right, counts.cases) >= 95);
    assert.equal(counts.written, 0);
  });

  test('is only asked about unless the rest is a label, brackets, quotes or marks', () => {
    const written = kept(PASTED).filter(({ text, sure }) => !sure && suggest(text)?.certain);
    assert.deepEqual(written, []);
  });
});

describe('a real domain', () => {
  for (const [name, domains] of Object.entries(REAL_DOMAINS))
    test(`of ${name} is never changed, and asked about at 0.02 % at most`, () => {
      const counts = scored(
        name,
        domains.map((domain) => ({ text: `anna@${domain}`, meant: null })),
      );
      assert.ok(counts.cases > 3000);
      assert.equal(counts.written, 0);
      assert.ok(percent(counts.wrong, counts.cases) <= 0.02);
    });
});

describe('a name that has mail servers of its own', () => {
  const squatted = new Set(SQUATTED.flatMap(({ names }) => names.split(' ')));

  test('is fixed only where it is a squatter', () => {
    const near = LARGE.flatMap((domain) => edits(domain, 'abcdefghijklmnopqrstuvwxyz0123456789-.'));
    const fixed = near.filter((domain) => suggest(`anna@${domain}`)?.certain && !squatted.has(domain));
    assert.ok(fixed.length > 1000);
    const listed = ['disposable', 'possible_disposable', 'free_provider', 'relay'] as const;
    assert.deepEqual(
      fixed.filter((domain) => classify(`anna@${domain}`).some((code) => listed.some((one) => one === code))),
      [],
    );
  });

  test('is at most asked about where people have addresses', () => {
    for (const domain of INHABITED.flatMap(({ names }) => names.split(' ')))
      assert.notEqual(suggest(`anna@${domain}`)?.certain, true, domain);
  });

  test('is known to be a typo where it is a squatter', () => {
    for (const domain of squatted) assert.ok(suggest(`anna@${domain}`), domain);
  });

  test('is in the manual, with the reason', () => {
    const page = readFileSync(new URL('../../docs/typos.md', import.meta.url), 'utf8');
    for (const { names, reason, source } of [...SQUATTED, ...INHABITED])
      for (const text of [...names.split(' ').map((name) => `\`${name}\``), reason, source])
        assert.ok(page.includes(text), `docs/typos.md lacks ${text}`);
  });
});
