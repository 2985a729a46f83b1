/**
 * @see https://www.rfc-editor.org/rfc/rfc2308
 * @see https://www.rfc-editor.org/rfc/rfc2181#section-5
 */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { nodeTransports } from '../../../src/verifier/dns/node.js';
import { startDnsServer, type Zone } from '../../support/dns-server.js';
import { FOREVER, setUp } from '../bench.js';

describe('the servers', () => {
  test('are taken as host, host:port, [ipv6]:port and a bare IPv6 address', () => {
    const servers = [
      '192.0.2.1',
      '192.0.2.1:5353',
      'localhost:5353',
      '2001:db8::1',
      'fe80::1%eth0',
      '[2001:db8::1]:5353',
    ];
    assert.equal(nodeTransports(servers).length, servers.length);
  });

  for (const text of [
    '',
    'a b',
    '192.0.2.1:',
    '192.0.2.1:0',
    '192.0.2.1:99999',
    '192.0.2.1:x',
    '[2001:db8::1',
    'http://192.0.2.1',
  ]) {
    test(`are refused by name when they are none: ${JSON.stringify(text)}`, () => {
      assert.throws(() => nodeTransports([text]), {
        name: 'RangeError',
        message: new RegExp(JSON.stringify(text).replace(/[[\].]/g, '\\$&')),
      });
    });
  }

  test('are the system’s when none is given', () => {
    assert.ok(Array.isArray(nodeTransports([])));
  });
});

describe('over a real server', () => {
  test('takes the whole answer over TCP when UDP was cut', async (t) => {
    const { dns, resolver } = await setUp(t, { 'big.org': { MX: ['mx.big.org'], behaviour: 'truncate' } });
    assert.deepEqual(await resolver.resolve('big.org', 'MX', FOREVER), { kind: 'records', values: ['mx.big.org'] });
    assert.deepEqual(
      dns.queries.map(({ transport }) => transport),
      ['udp', 'tcp'],
    );
  });

  test('does not read an answer that is longer than any honest one', async (t) => {
    const MX = Array.from({ length: 500 }, (_, index) => `exchanger-${index}.of.a.hostile.zone.org`);
    const { resolver } = await setUp(t, { 'firm.org': { MX, behaviour: 'truncate' } });
    assert.deepEqual(await resolver.resolve('firm.org', 'MX', FOREVER), { kind: 'failed', code: 'dns_error' });
  });

  test('ignores forged answers with a wrong id, a wrong question or from a wrong port', async (t) => {
    const { resolver } = await setUp(t, { 'true.org': { MX: ['mx.true.org'], behaviour: 'spoofed' } });
    assert.deepEqual(await resolver.resolve('true.org', 'MX', FOREVER), { kind: 'records', values: ['mx.true.org'] });
  });

  test('asks from any of many ports, which change, with an id by chance', async (t) => {
    const { dns, resolver } = await setUp(t, {}, { maxInFlight: 1000 });
    const ask = (count: number, from: number): Promise<unknown> =>
      Promise.all(Array.from({ length: count }, (_, n) => resolver.resolve(`n${from + n}.org`, 'MX', FOREVER)));
    await ask(300, 0);
    const ports = new Set(dns.queries.map(({ port }) => port));
    assert.ok(ports.size >= 25 && ports.size <= 40, String(ports.size));
    assert.ok(new Set(dns.queries.map(({ id }) => id)).size > 280);
    const ids = dns.queries.map(({ id }) => id);
    assert.ok(ids.filter((id) => id >= 0x8000).length > 90 && ids.filter((id) => id % 2).length > 90);
    // A socket that has asked 500 questions is replaced by one with another port.
    for (let n = 300; n < 20_300; n += 400) await ask(400, n);
    const later = new Set(dns.queries.slice(-300).map(({ port }) => port));
    assert.ok([...later].filter((port) => !ports.has(port)).length > 15);
  });

  test('never asks for a name with illegal characters', async (t) => {
    const { dns, resolver } = await setUp(t, {});
    for (const name of [
      '',
      'a b.org',
      'a..org',
      'a\0.org',
      'münchen.de',
      'a/b.org',
      `${'a'.repeat(64)}.org`,
      'A.org',
    ]) {
      assert.deepEqual(await resolver.resolve(name, 'A', FOREVER), { kind: 'no_name' });
    }
    assert.equal(dns.queries.length, 0);
  });

  test('tells a server that keeps silent from one that cannot tell', async (t) => {
    const zone: Zone = {
      'silent.org': { behaviour: 'silent' },
      'fail.org': { behaviour: 'servfail' },
      'refused.org': { behaviour: 'refused' },
      'garbage.org': { behaviour: 'garbage' },
    };
    const { resolver } = await setUp(t, zone, { timeoutMs: 300 });
    const codeOf = async (name: string): Promise<string> => {
      const reply = await resolver.resolve(name, 'MX', FOREVER);
      return reply.kind === 'failed' ? reply.code : reply.kind;
    };
    const names = ['silent.org', 'garbage.org', 'fail.org', 'refused.org'];
    assert.deepEqual(await Promise.all(names.map(codeOf)), ['dns_timeout', 'dns_timeout', 'dns_error', 'dns_error']);
  });

  test('gives up on a port where nobody listens at once', async (t) => {
    const gone = await startDnsServer({ zone: {} });
    await gone.close();
    const { resolver } = await setUp(t, {}, { servers: [gone.address], timeoutMs: 20_000 });
    const started = performance.now();
    assert.deepEqual(await resolver.resolve('firm.org', 'MX', FOREVER), { kind: 'failed', code: 'dns_error' });
    assert.ok(performance.now() - started < 5000);
  });

  test('asks a silent server again, since datagrams get lost', async (t) => {
    const { dns, resolver } = await setUp(t, { 'firm.org': { behaviour: 'silent' } }, { timeoutMs: 800 });
    await resolver.resolve('firm.org', 'MX', FOREVER);
    assert.ok(dns.queries.length >= 2 && dns.queries.length <= 4, String(dns.queries.length));
  });

  for (const mode of ['silent', 'servfail', 'refused', 'garbage'] as const) {
    test(`asks the second server when the first is ${mode}`, async (t) => {
      const broken = await startDnsServer({ zone: {} });
      t.onTestFinished(() => broken.close());
      broken.setMode(mode);
      const good = await startDnsServer({ zone: { 'firm.org': { MX: ['mx.firm.org'] } } });
      t.onTestFinished(() => good.close());
      const { resolver } = await setUp(t, {}, { servers: [broken.address, good.address], timeoutMs: 1000 });
      assert.deepEqual(await resolver.resolve('firm.org', 'MX', FOREVER), { kind: 'records', values: ['mx.firm.org'] });
      assert.equal(broken.queries.length, 1);
    });
  }
});
