import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import fc from 'fast-check';
import {
  decide,
  QUALITIES,
  STATUSES,
  SUB_STATUSES,
  unknownPolicyWords,
  type PolicySubject,
} from '../../src/protocol/index.js';

const found = (over: Partial<PolicySubject> = {}): PolicySubject => ({
  email: 'anna@shop.com',
  status: 'valid',
  quality: 'safe',
  sub_status: [],
  ...over,
});

describe('a policy', () => {
  test('blocks what is invalid, warns of what is risky and lets everything else through, by default', () => {
    const decisions = STATUSES.map((status) => [status, decide(found({ status }))]);
    assert.deepEqual(Object.fromEntries(decisions), {
      valid: 'allow',
      invalid: 'block',
      risky: 'warn',
      unknown: 'allow',
    });
  });

  test('knows statuses, qualities and codes', () => {
    const result = found({ quality: 'caution', sub_status: ['disposable'] });
    assert.equal(decide(result, { block: ['disposable'] }), 'block');
    assert.equal(decide(result, { block: ['caution'] }), 'block');
    assert.equal(decide(result, { block: [], warn: ['disposable'] }), 'warn');
  });

  test('matches disposable by itself alone: what may be disposable has words of its own', () => {
    for (const code of ['possible_disposable', 'disposable_host']) {
      const result = found({ status: 'risky', quality: 'caution', sub_status: [code] });
      assert.equal(decide(result, { block: ['disposable'] }), 'warn', code);
      assert.equal(decide(result, { block: ['disposable', code] }), 'block', code);
      assert.deepEqual(unknownPolicyWords([code]), [], code);
    }
  });

  test('an allowed domain wins, in any case', () => {
    const result = found({ email: 'anna@Shop.COM', status: 'invalid' });
    assert.equal(decide(result, { allowDomains: ['SHOP.com'] }), 'allow');
    assert.equal(decide({ ...result, email: 'anna@notshop.com' }, { allowDomains: ['shop.com'] }), 'block');
  });

  test('a text that is no address is at no domain, whatever it ends in', () => {
    const text = { email: 'x@evil.org, anna@shop.com', status: 'invalid', sub_status: ['syntax_error'] } as const;
    assert.equal(decide(found(text), { allowDomains: ['shop.com'] }), 'block');
  });

  test('block wins over warn, whatever else was found', () => {
    const judged = fc.record({
      email: fc.constant('anna@shop.com'),
      status: fc.constantFrom(...STATUSES),
      quality: fc.constantFrom(...QUALITIES),
      sub_status: fc.subarray([...SUB_STATUSES]),
    });
    fc.assert(
      fc.property(judged, (result) => {
        assert.equal(decide(result, { block: [result.status], warn: [result.status] }), 'block');
      }),
    );
  });

  test('tells which words no result can hold', () => {
    assert.deepEqual(unknownPolicyWords(['invalid', 'disposible', 'safe', 'catch_all']), ['disposible']);
  });
});
