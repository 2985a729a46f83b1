import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import fc from 'fast-check';
import { SUB_STATUSES, type SubStatus } from '../../src/protocol/index.js';
import { assess, scoreLines } from '../../src/verifier/score.js';
import { runs } from '../support/whole.js';

describe('the score of codes', () => {
  for (const [status, quality, score, ...codes] of [
    ['valid', 'safe', 1],
    ['valid', 'safe', 0.95, 'smtp_not_checked'],
    ['valid', 'safe', 0.95, 'smtp_not_checked', 'free_provider', 'subaddress'],
    ['valid', 'safe', 0.92, 'smtp_not_checked', 'role_account'],
    ['valid', 'safe', 0.93, 'smtp_not_checked', 'relay'],
    ['valid', 'safe', 0.93, 'smtputf8_required', 'smtp_not_checked'],
    ['valid', 'caution', 0.85, 'implicit_mx', 'smtp_not_checked'],
    ['risky', 'caution', 0.7, 'smtp_not_checked', 'possible_typo'],
    ['risky', 'caution', 0.65, 'catch_all'],
    ['risky', 'caution', 0.55, 'mailbox_full'],
    ['risky', 'unsafe', 0.35, 'smtp_not_checked', 'disposable'],
    ['risky', 'caution', 0.55, 'smtp_not_checked', 'disposable_host'],
    ['risky', 'caution', 0.6, 'disposable_host'],
    ['risky', 'caution', 0.74, 'smtp_not_checked', 'possible_disposable'],
    ['risky', 'caution', 0.79, 'possible_disposable'],
    ['risky', 'unsafe', 0.34, 'smtp_not_checked', 'disposable_host', 'possible_disposable'],
    ['risky', 'unsafe', 0.3, 'catch_all', 'disposable', 'possible_typo'],
    ['unknown', 'unknown', 0.5, 'dns_timeout'],
    ['unknown', 'unknown', 0.5, 'dns_error', 'disposable'],
    ['unknown', 'unknown', 0.5, 'greylisted'],
    ['unknown', 'unknown', 0.5, 'smtp_blocked'],
    ['invalid', 'unsafe', 0, 'syntax_error'],
    ['invalid', 'unsafe', 0, 'domain_not_found', 'possible_typo'],
    ['invalid', 'unsafe', 0, 'no_mail_server'],
    ['invalid', 'unsafe', 0, 'null_mx'],
    ['invalid', 'unsafe', 0, 'reserved_domain', 'dns_timeout'],
    ['invalid', 'unsafe', 0, 'mailbox_not_found', 'catch_all'],
    ['invalid', 'unsafe', 0, 'denied', 'dns_timeout'],
    ['risky', 'unsafe', 0.3, 'denied_risky'],
    ['risky', 'unsafe', 0.3, 'denied_risky', 'dns_timeout'],
    ['invalid', 'unsafe', 0, 'denied_risky', 'null_mx'],
    ['valid', 'safe', 1, 'allowed'],
  ] as const satisfies readonly (readonly [string, string, number, ...SubStatus[]])[]) {
    test(`${codes.join(', ') || 'none'}: ${status}, ${quality}, ${score}`, () => {
      assert.deepEqual(assess(codes), { status, quality, score, sub_status: codes });
    });
  }

  test('sub_status lists each code once, most telling first', () => {
    assert.deepEqual(assess(['subaddress', 'smtp_not_checked', 'implicit_mx', 'subaddress']).sub_status, [
      'implicit_mx',
      'smtp_not_checked',
      'subaddress',
    ]);
  });
});

describe('for any set of codes', () => {
  const codes = fc.subarray([...SUB_STATUSES]);

  test('the score has two decimals, and status and quality follow from its thresholds', () => {
    fc.assert(
      fc.property(codes, (found) => {
        const { status, quality, score } = assess(found);
        assert.equal(score, Number(score.toFixed(2)));
        assert.ok(score >= 0 && score <= 1);
        if (status === 'unknown') {
          assert.deepEqual([score, quality], [0.5, 'unknown']);
        } else {
          assert.equal(status, score >= 0.8 ? 'valid' : score >= 0.3 ? 'risky' : 'invalid');
          assert.equal(quality, score >= 0.9 ? 'safe' : score >= 0.5 ? 'caution' : 'unsafe');
        }
      }),
      { numRuns: runs(5000, 600) },
    );
  });

  test('the order does not matter', () => {
    fc.assert(
      fc.property(codes, (found) => {
        assert.deepEqual(assess([...found].reverse()), assess(found));
      }),
    );
  });

  test('codes that only describe an address leave it valid', () => {
    const notes = fc.subarray<SubStatus>([
      'smtputf8_required',
      'smtp_not_checked',
      'relay',
      'role_account',
      'free_provider',
      'subaddress',
    ]);
    fc.assert(
      fc.property(notes, (found) => {
        assert.equal(assess(found).status, 'valid');
      }),
    );
  });
});

describe('the lines of a score', () => {
  test('add up to it', () => {
    fc.assert(
      fc.property(fc.subarray([...SUB_STATUSES]), (codes) => {
        const { score, status, sub_status } = assess(codes);
        const effects = scoreLines(sub_status).map(({ effect }) => effect);
        if (effects.includes('invalid')) assert.deepEqual([status, score], ['invalid', 0]);
        else if (effects.includes('risky')) assert.deepEqual([status, score], ['risky', 0.3]);
        else if (effects.includes('unknown')) assert.deepEqual([status, score], ['unknown', 0.5]);
        else {
          const deducted = effects.reduce<number>((sum, effect) => sum + Number(effect), 0);
          assert.equal(score, Math.max(100 - deducted, 30) / 100);
        }
      }),
    );
  });
});
