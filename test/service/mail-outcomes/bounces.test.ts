import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { STATUSES, SUB_STATUSES, type Status, type SubStatusCode } from '../../../src/protocol/index.js';
import type { BoundsOf } from '../../../src/service/mail-outcomes/tables.js';
import { addBounce, bounceBounds, bouncePercent, noBounces } from '../../../src/service/mail-outcomes/bounces.js';

const of = (status: Status, ...sub_status: SubStatusCode[]) => bounceBounds({ status, sub_status })?.bounds ?? null;

describe('the projected bounces of a list', () => {
  it('are those of its verdicts, each with the highest bounds of its codes', () => {
    assert.deepEqual(of('valid'), [0, 1]);
    assert.deepEqual(of('valid', 'smtp_not_checked', 'free_provider'), [0, 15]);
    assert.deepEqual(of('risky', 'smtp_not_checked', 'possible_typo'), [10, 90]);
    assert.deepEqual(of('invalid', 'domain_not_found'), [100, 100]);
    assert.deepEqual(of('unknown', 'greylisted'), [0, 20]);
  });

  it('follow the status where no code tells, such as of results from elsewhere, and of codes of newer versions', () => {
    assert.deepEqual(of('invalid'), [90, 100]);
    assert.deepEqual(of('risky', 'role_account'), [1, 50]);
    assert.deepEqual(of('unknown', 'out_of_credits'), [0, 100]);
    assert.deepEqual(of('invalid', 'catch_all', 'of_a_newer_version'), [90, 100]);
  });

  it('leave out what is no address: nothing is sent to it', () => {
    assert.equal(of('invalid', 'syntax_error'), null);
    const sums = noBounces();
    addBounce(sums, { status: 'invalid', sub_status: ['syntax_error'] }, null);
    assert.equal(bouncePercent(sums), null);
  });

  it('do not follow a rule, which says nothing of the mailbox', () => {
    assert.deepEqual(of('invalid', 'denied'), [0, 1]);
    assert.deepEqual(of('invalid', 'denied', 'smtp_not_checked'), [0, 15]);
    assert.deepEqual(of('invalid', 'denied', 'domain_not_found'), [100, 100]);
    assert.deepEqual(of('risky', 'denied_risky'), [0, 1]);
  });

  it('follow what became of the account’s own mail, where that is known', () => {
    const own: BoundsOf = {
      codes: { catch_all: [8.1, 12.3], mailbox_not_found: [40, 60] },
      statuses: { valid: [2.1, 3.9] },
    };
    const ofOwn = (status: Status, ...sub_status: SubStatusCode[]) => bounceBounds({ status, sub_status }, own);
    assert.deepEqual(ofOwn('valid', 'free_provider'), { bounds: [2.1, 3.9], isOwn: true });
    assert.deepEqual(ofOwn('risky', 'catch_all'), { bounds: [8.1, 12.3], isOwn: true });
    assert.deepEqual(ofOwn('risky', 'catch_all', 'implicit_mx'), { bounds: [10, 70], isOwn: false });
    assert.deepEqual(ofOwn('invalid', 'mailbox_not_found'), { bounds: [40, 60], isOwn: true });
    assert.deepEqual(ofOwn('invalid', 'domain_not_found'), { bounds: [100, 100], isOwn: false });
    assert.deepEqual(ofOwn('unknown'), { bounds: [0, 100], isOwn: false });
  });

  it('are a range that is rounded outwards, to one decimal', () => {
    assert.deepEqual(bouncePercent({ addresses: 3, own: 2, low: 100, high: 115 }), {
      low: 33.3,
      high: 38.4,
      own: 66.6,
    });
    assert.deepEqual(bouncePercent({ addresses: 1, own: 0, low: 0, high: 1 }), { low: 0, high: 1, own: 0 });
    // 0.1 + 0.2 is 0.30000000000000004.
    assert.deepEqual(bouncePercent({ addresses: 3, own: 3, low: 0.1 + 0.1 + 0.1, high: 0.3 + 0.3 + 0.3 }), {
      ...{ low: 0.1, high: 0.3, own: 100 },
    });
  });

  it('lie between 0 and 100, the lower end first, whatever the verdicts', () => {
    const verdict = fc.record({
      status: fc.constantFrom(...STATUSES),
      sub_status: fc.subarray<SubStatusCode>([...SUB_STATUSES, 'of_a_newer_version']),
    });
    fc.assert(
      fc.property(fc.array(verdict, { minLength: 1, maxLength: 20 }), (verdicts) => {
        const sums = noBounces();
        for (const one of verdicts) addBounce(sums, one, null);
        const range = bouncePercent(sums);
        if (range === null) return sums.addresses === 0;
        return range.low >= 0 && range.low <= range.high && range.high <= 100;
      }),
    );
  });
});
