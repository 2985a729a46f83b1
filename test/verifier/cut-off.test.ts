import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { distrustCutOff } from '../../src/verifier/dns/cut-off.js';
import { FOREVER, setUp } from './bench.js';

describe('a resolver that is cut off from the world', () => {
  test('is not believed when it knows no name at all', async (t) => {
    const { resolver } = await setUp(t, {});
    const reply = await distrustCutOff(resolver).resolve('firm.org', 'MX', FOREVER);
    assert.deepEqual(reply, { kind: 'failed', code: 'dns_error' });
  });

  test('one that knows the world is believed about a name that does not exist', async (t) => {
    const { resolver } = await setUp(t, { 'large.com': { A: ['1.2.3.4'] } });
    const distrusting = distrustCutOff(resolver);
    assert.deepEqual(await distrusting.resolve('firm.org', 'MX', FOREVER), { kind: 'no_name' });
    assert.deepEqual(await distrusting.resolve('large.com', 'A', FOREVER), { kind: 'records', values: ['1.2.3.4'] });
  });
});
