import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Zone } from '../../support/dns-server.js';
import { FOREVER, setUp } from '../bench.js';

describe('the cache', () => {
  test('answers from it until the TTL is over', async (t) => {
    const { dns, resolver, pass } = await setUp(t, { 'firm.org': { MX: ['mx.firm.org'], ttl: 100 } });
    for (const seconds of [0, 50, 49]) {
      pass(seconds);
      assert.equal((await resolver.resolve('firm.org', 'MX', FOREVER)).kind, 'records');
    }
    assert.equal(dns.queries.length, 1);
    pass(1);
    await resolver.resolve('firm.org', 'MX', FOREVER);
    assert.equal(dns.queries.length, 2);
  });

  test('keeps a TTL of 0 for a second, and one of a year for a day', async (t) => {
    const { dns, resolver, pass } = await setUp(t, {
      'short.org': { A: ['1.2.3.4'], ttl: 0 },
      'long.org': { A: ['1.2.3.4'], ttl: 3e7 },
    });
    const ask = async (): Promise<unknown> =>
      Promise.all(['short.org', 'long.org'].map((name) => resolver.resolve(name, 'A', FOREVER)));
    await ask();
    await ask();
    assert.equal(dns.queries.length, 2);
    pass(1);
    await ask();
    assert.equal(dns.queries.length, 3);
    pass(86_400);
    await ask();
    assert.equal(dns.queries.length, 5);
  });

  test('keeps a negative answer for as long as its SOA says', async (t) => {
    const { dns, resolver, pass } = await setUp(t, {}, { negativeTtl: 30 });
    await resolver.resolve('none.org', 'MX', FOREVER);
    pass(29);
    await resolver.resolve('none.org', 'MX', FOREVER);
    assert.equal(dns.queries.length, 1);
    pass(1);
    await resolver.resolve('none.org', 'MX', FOREVER);
    assert.equal(dns.queries.length, 2);
  });

  test('keeps a negative answer for an hour at most', async (t) => {
    const { dns, resolver, pass } = await setUp(t, {}, { negativeTtl: 100_000 });
    await resolver.resolve('none.org', 'MX', FOREVER);
    pass(3600);
    await resolver.resolve('none.org', 'MX', FOREVER);
    assert.equal(dns.queries.length, 2);
  });

  test('keeps a failure for a few seconds only', async (t) => {
    const zone: Zone = { 'firm.org': { MX: ['mx.firm.org'], behaviour: 'servfail' } };
    const { dns, resolver, pass } = await setUp(t, zone);
    await resolver.resolve('firm.org', 'MX', FOREVER);
    await resolver.resolve('firm.org', 'MX', FOREVER);
    assert.equal(dns.queries.length, 1);
    zone['firm.org'] = { MX: ['mx.firm.org'] };
    pass(5);
    assert.equal((await resolver.resolve('firm.org', 'MX', FOREVER)).kind, 'records');
  });

  test('is bounded, and evicts the least recently used reply', async (t) => {
    const { dns, resolver } = await setUp(t, {}, { cacheSize: 2 });
    for (const name of ['a.org', 'b.org', 'a.org', 'c.org', 'a.org', 'b.org'])
      await resolver.resolve(name, 'MX', FOREVER);
    assert.deepEqual(
      dns.queries.map(({ name }) => name),
      ['a.org', 'b.org', 'c.org', 'b.org'],
    );
  });

  test('is kept apart by type', async (t) => {
    const { dns, resolver } = await setUp(t, { 'firm.org': { A: ['1.2.3.4'] } });
    assert.equal((await resolver.resolve('firm.org', 'MX', FOREVER)).kind, 'no_records');
    assert.equal((await resolver.resolve('firm.org', 'A', FOREVER)).kind, 'records');
    assert.equal(dns.queries.length, 2);
  });
});
