import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { SUB_STATUSES, type SubStatus } from '../../../src/protocol/index.js';
import { learn, type MailHistory } from '../../../src/service/mail-outcomes/learn.js';
import { resultWith } from '../result-with.js';

const DAY_MS = 86_400_000;
const history = (days: Partial<MailHistory>): MailHistory => {
  const ms = (age: number | null | undefined): number | null => (age == null ? null : age * DAY_MS);
  return { delivered: ms(days.delivered), bounced: ms(days.bounced), complained: ms(days.complained) };
};

describe('a verdict that knows the outcomes of mail', () => {
  const ROWS: [codes: SubStatus[], days: Partial<MailHistory>, status: string, codes: SubStatus[]][] = [
    [['smtp_not_checked'], { bounced: 1 }, 'invalid', ['smtp_not_checked', 'bounced']],
    [[], { bounced: 179 }, 'invalid', ['bounced']],
    [[], { bounced: 181 }, 'risky', ['bounced_before']],
    [[], { bounced: 366 }, 'valid', []],
    // A delivery clears a bounce before it, and not one after it.
    [[], { bounced: 10, delivered: 5 }, 'valid', ['delivered']],
    [[], { bounced: 5, delivered: 10 }, 'invalid', ['bounced']],
    [[], { bounced: 5, delivered: 5 }, 'invalid', ['bounced']],
    [[], { bounced: 200, delivered: 190 }, 'valid', []],
    [['catch_all'], { delivered: 30 }, 'valid', ['delivered']],
    [['greylisted', 'role_account'], { delivered: 30 }, 'valid', ['delivered', 'role_account']],
    [['dns_timeout'], { delivered: 30 }, 'valid', ['delivered']],
    [['upstream_timeout'], { delivered: 30 }, 'valid', ['delivered']],
    [['catch_all'], { delivered: 181 }, 'risky', ['catch_all']],
    // The mailbox was full after that delivery, and a typo may have an owner.
    [['mailbox_full'], { delivered: 30 }, 'risky', ['mailbox_full', 'delivered']],
    [['smtp_not_checked', 'possible_typo'], { delivered: 30 }, 'risky', ['delivered', 'possible_typo']],
    [['smtp_not_checked'], { complained: 364 }, 'risky', ['smtp_not_checked', 'complained']],
    [['smtp_not_checked'], { complained: 3, delivered: 1 }, 'risky', ['complained', 'delivered']],
    [[], { complained: 366 }, 'valid', []],
    // Its domain is gone since.
    [['domain_not_found'], { delivered: 1, complained: 1 }, 'invalid', ['domain_not_found']],
  ];
  for (const [codes, days, status, expected] of ROWS)
    it(`${codes.join(' ') || 'no code'}, ${JSON.stringify(days)}: ${status} ${expected.join(' ')}`, () => {
      const learned = learn(resultWith(codes), history(days));
      assert.equal(learned.status, status);
      assert.deepEqual(learned.sub_status, expected);
      assert.deepEqual(learned, resultWith(expected));
    });

  it('stays as it is without a history', () => {
    const result = resultWith(['catch_all']);
    assert.equal(learn(result, null), result);
  });

  it('never gets better by a bounce or a complaint, nor worse by a delivery, and is the same when learned twice', () => {
    const age = fc.option(fc.nat({ max: 400 }).map((days) => days * DAY_MS));
    fc.assert(
      fc.property(fc.subarray([...SUB_STATUSES]), age, age, age, (codes, delivered, bounced, complained) => {
        const result = resultWith(codes);
        const worse = learn(result, { delivered: null, bounced, complained });
        assert.ok(worse.score <= result.score || result.status === 'unknown', 'a bounce');
        if (result.status === 'unknown') assert.notEqual(worse.status, 'valid');
        const better = learn(result, { delivered, bounced: null, complained: null });
        assert.ok(better.score >= result.score || result.status === 'unknown', 'a delivery');
        const all = { delivered, bounced, complained };
        const once = learn(result, all);
        assert.deepEqual(learn(once, all), once);
      }),
    );
  });
});
