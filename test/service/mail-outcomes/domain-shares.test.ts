import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { sharesOf, type DomainCounts } from '../../../src/service/mail-outcomes/domain-outcomes.js';
import { runs } from '../../support/whole.js';

const many = (accounts: number, one: DomainCounts): DomainCounts[] => Array.from({ length: accounts }, () => one);

/** The counts of an account, as the look-up limits them. */
const COUNTS = fc
  .record({ delivered: fc.nat(20), bounced: fc.nat(20), both: fc.nat(20) })
  .map(({ delivered, bounced, both }) => {
    const mailboxes = Math.min(20, Math.max(delivered, bounced) + both);
    return { mailboxes: Math.max(1, mailboxes), delivered, bounced };
  });
const DOMAIN = fc.array(COUNTS, { maxLength: 12 });

/** The other accounts' counts for every pair of accounts that may be one person's, and for none. */
const remains = (counts: readonly DomainCounts[]): DomainCounts[][] => [
  [...counts],
  ...counts.flatMap((_, a) => counts.map((_, b) => counts.filter((_, n) => n !== a && n !== b))),
];
const total = (counts: readonly DomainCounts[]): number => counts.reduce((all, { mailboxes }) => all + mailboxes, 0);
const isEnough = (counts: readonly DomainCounts[]): boolean =>
  counts.length >= 3 && total(counts) >= 20 && counts.every(({ mailboxes }) => mailboxes * 3 <= total(counts));

describe('the shares of a domain', () => {
  it('are told if and only if, without any two accounts, 20 mailboxes of 3 accounts remain, and none has more than a third', () => {
    let told = 0;
    fc.assert(
      fc.property(DOMAIN, (counts) => {
        const shares = sharesOf(counts);
        assert.equal(shares !== null, remains(counts).every(isEnough));
        told += Number(shares !== null);
      }),
      { numRuns: runs(5000, 1000) },
    );
    assert.ok(told > 50, `${told} were told`);
  });

  it('are never told of the reports of one account, or of fewer than five', () => {
    fc.assert(
      fc.property(fc.array(COUNTS, { maxLength: 4 }), (counts) => {
        assert.equal(sharesOf(counts), null);
      }),
      { numRuns: runs(1000, 200) },
    );
  });

  it('are steps of 5 %', () => {
    fc.assert(
      fc.property(DOMAIN, (counts) => {
        const shares = sharesOf(counts);
        for (const share of shares === null ? [] : Object.values(shares)) assert.equal(share % 5, 0);
      }),
      { numRuns: runs(1000, 200) },
    );
    const one = { mailboxes: 20, delivered: 19, bounced: 0 };
    assert.deepEqual(sharesOf(many(5, one)), { delivered: 95, bounced: 0 });
    // 2 of 100.
    assert.deepEqual(sharesOf([...many(4, one), { mailboxes: 20, delivered: 20, bounced: 2 }]), {
      delivered: 95,
      bounced: 0,
    });
    // 3 of 100.
    assert.deepEqual(sharesOf([...many(4, one), { mailboxes: 20, delivered: 20, bounced: 3 }]), {
      delivered: 95,
      bounced: 5,
    });
  });

  it('begin at five accounts with seven mailboxes each', () => {
    assert.equal(sharesOf(many(4, { mailboxes: 20, delivered: 20, bounced: 0 })), null);
    assert.equal(sharesOf(many(5, { mailboxes: 6, delivered: 6, bounced: 0 })), null);
    assert.deepEqual(sharesOf(many(5, { mailboxes: 7, delivered: 7, bounced: 0 })), { delivered: 100, bounced: 0 });
    // One account with more than a third of what remains.
    const uneven = [
      ...many(5, { mailboxes: 6, delivered: 6, bounced: 0 }),
      { mailboxes: 20, delivered: 0, bounced: 20 },
    ];
    assert.equal(sharesOf(uneven), null);
  });
});
