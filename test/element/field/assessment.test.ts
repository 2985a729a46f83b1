import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { failedCheck, type CheckResult } from '../../../src/element/edge-client/check-result.js';
import { assess, isFinal, isOverridable, overrideReason } from '../../../src/element/field/assessment.js';
import { readOptions, type RawOptions } from '../../../src/element/options.js';
import type { Status, SubStatusCode } from '../../../src/protocol/index.js';

const EMAIL = 'anna@harbour.com';
/** Options as a page writes them. */
const by = (raw: Partial<RawOptions> = {}) => readOptions(raw as RawOptions);
const BY = by();

const found = (status: Status, ...codes: SubStatusCode[]): CheckResult => ({
  ok: true,
  verdict: { email: EMAIL, status, quality: 'unknown', sub_status: codes, did_you_mean: null },
  receipt: 'r',
});

const decisionOf = (answer: CheckResult, raw: Partial<RawOptions> = {}) => assess(EMAIL, answer, by(raw)).decision;

describe('what a check comes to', () => {
  test('is decided by the words of the page, however they are separated', () => {
    assert.equal(decisionOf(found('risky', 'disposable')), 'warn');
    for (const block of ['risky', ' invalid,\n disposable ', 'invalid,risky']) {
      assert.equal(decisionOf(found('risky', 'disposable'), { block }), 'block', block);
    }
    assert.equal(decisionOf(found('risky'), { warn: '' }), 'allow');
    assert.equal(decisionOf(found('invalid'), { allowDomains: 'b.de HARBOUR.com' }), 'allow');
  });

  test('carries the receipt of the edge, and none where nobody has signed', () => {
    assert.equal(assess(EMAIL, found('valid'), BY).receipt, 'r');
    assert.equal(assess(EMAIL, failedCheck('network'), BY).receipt, null);
  });

  test('blocks for want of an answer only where the site wants it so', () => {
    const wants = [
      failedCheck('network'),
      failedCheck('timeout'),
      found('unknown', 'upstream_timeout'),
      found('unknown', 'out_of_credits'),
      found('unknown', 'rate_limited'),
    ];
    for (const answer of wants) {
      assert.equal(decisionOf(answer), 'allow');
      assert.equal(decisionOf(answer, { whenUnavailable: 'block' }), 'block');
    }
    // The address's own trouble, and a page that asks nobody, are none of the service's.
    for (const answer of [found('unknown', 'greylisted'), failedCheck('unchecked')]) {
      assert.equal(decisionOf(answer, { whenUnavailable: 'block' }), 'allow');
    }
  });

  test('is known without asking for what is no address', () => {
    const { verdict, decision, failure } = assess('anna@', failedCheck('unchecked'), BY);
    assert.deepEqual(
      [verdict.status, verdict.sub_status, decision, failure],
      ['invalid', ['syntax_error'], 'block', 'unchecked'],
    );
  });

  test('stands in the way for good, unless it could not be found out', () => {
    assert.equal(isFinal(assess(EMAIL, found('invalid'), BY)), true);
    assert.equal(isFinal(assess(EMAIL, found('valid'), BY)), false);
    assert.equal(isFinal(assess(EMAIL, failedCheck('network'), by({ whenUnavailable: 'block' }))), false);
    assert.equal(isFinal(assess(EMAIL, found('unknown'), by({ block: 'unknown' }))), false);
  });

  test('may be used all the same where there could be such an address, and the backend is told why it was blocked', () => {
    const blocked = (...codes: SubStatusCode[]) => assess(EMAIL, found('invalid', ...codes), BY);
    for (const code of ['syntax_error', 'domain_not_found', 'null_mx', 'reserved_domain'] as const) {
      assert.equal(isOverridable(blocked(code, 'role_account')), false, code);
    }
    assert.equal(isOverridable(assess('anna@', failedCheck('unchecked'), BY)), false);
    assert.equal(isOverridable(assess(EMAIL, found('valid'), BY)), false);
    assert.equal(isOverridable(blocked('mailbox_not_found')), true);
    assert.equal(overrideReason(blocked('mailbox_not_found', 'role_account')), 'mailbox_not_found');
    assert.equal(overrideReason(blocked()), 'invalid');
  });
});
