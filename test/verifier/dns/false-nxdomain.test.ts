/** @see https://www.rfc-editor.org/rfc/rfc8020 */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { rejectFalseNxdomain } from '../../../src/verifier/dns/false-nxdomain.js';
import { FOREVER, setUp } from '../bench.js';

describe('NXDOMAIN', () => {
  test('is a failure when the resolver answers it for every name', async (t) => {
    const { resolver } = await setUp(t, {});
    const reply = await rejectFalseNxdomain(resolver).resolve('firm.org', 'MX', FOREVER);
    assert.deepEqual(reply, { kind: 'failed', code: 'dns_error' });
  });

  test('is believed when the resolver knows that com exists', async (t) => {
    const { resolver } = await setUp(t, { 'large.com': { A: ['1.2.3.4'] } });
    const guarded = rejectFalseNxdomain(resolver);
    assert.deepEqual(await guarded.resolve('firm.org', 'MX', FOREVER), { kind: 'no_name' });
    assert.deepEqual(await guarded.resolve('large.com', 'A', FOREVER), { kind: 'records', values: ['1.2.3.4'] });
  });

  test('that is remembered is no better than one that is asked for', async (t) => {
    const { resolver } = await setUp(t, {});
    const guarded = rejectFalseNxdomain(resolver);
    await resolver.resolve('firm.org', 'MX', FOREVER);
    // Nobody has asked for com yet.
    assert.equal(guarded.recall('firm.org', 'MX'), undefined);
    await guarded.resolve('firm.org', 'MX', FOREVER);
    assert.deepEqual(guarded.recall('firm.org', 'MX'), { kind: 'failed', code: 'dns_error' });
    const { resolver: honest } = await setUp(t, { 'large.com': { A: ['1.2.3.4'] } });
    const believed = rejectFalseNxdomain(honest);
    await believed.resolve('firm.org', 'MX', FOREVER);
    await believed.resolve('large.com', 'A', FOREVER);
    assert.deepEqual(believed.recall('firm.org', 'MX'), { kind: 'no_name' });
    assert.deepEqual(believed.recall('large.com', 'A'), { kind: 'records', values: ['1.2.3.4'] });
  });
});
