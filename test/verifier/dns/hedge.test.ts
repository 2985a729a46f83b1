/** Several servers, several tries: when the next one is asked, and how many questions that makes at most. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, test, vi, type TestContext } from 'vitest';
import { startDnsServer, type DnsServer, type Zone } from '../../support/dns-server.js';
import { whole } from '../../support/whole.js';
import { FOREVER, setUp } from '../bench.js';

const KNOWN = { kind: 'records', values: ['mx.firm.org'] };

const start = async (t: TestContext, zone: Zone): Promise<DnsServer> => {
  const dns = await startDnsServer({ zone });
  t.onTestFinished(() => dns.close());
  return dns;
};

const firm = (more: Zone[string] = {}): Zone => ({ 'firm.org': { MX: ['mx.firm.org'], ...more } });

describe('a question that is not answered', () => {
  test('is asked again long before its time is over, since datagrams get lost', async (t) => {
    const zone = firm({ behaviour: 'silent' });
    const { dns, resolver } = await setUp(t, zone, { timeoutMs: 4000 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const reply = resolver.resolve('firm.org', 'MX', FOREVER);
    while (dns.queries.length < 1) await new Promise(setImmediate);
    zone['firm.org'] = { MX: ['mx.firm.org'] };
    vi.advanceTimersByTime(1000);
    while (dns.queries.length < 2) await new Promise(setImmediate);
    // The DNS server answers in a timer.
    vi.advanceTimersByTime(1);
    assert.deepEqual(await reply, KNOWN);
    assert.equal(dns.queries.length, 2);
    const [first, second] = dns.queries;
    assert.notEqual(first?.id, second?.id);
  });

  test('is asked four times at most, over all servers', async (t) => {
    const zone = firm({ behaviour: 'silent' });
    const servers = [await start(t, zone), await start(t, zone), await start(t, zone)];
    const { resolver } = await setUp(t, {}, { servers: servers.map(({ address }) => address), timeoutMs: 800 });
    const reply = await resolver.resolve('firm.org', 'MX', FOREVER);
    assert.deepEqual(reply, { kind: 'failed', code: 'dns_timeout' });
    assert.deepEqual(
      servers.map(({ queries }) => queries.length),
      [2, 1, 1],
    );
  });

  test('goes to the next server, and the first one is still listened to', async (t) => {
    const slow = await start(t, firm({ delayMs: 400 }));
    const silent = await start(t, firm({ behaviour: 'silent' }));
    const { resolver } = await setUp(t, {}, { servers: [slow.address, silent.address], timeoutMs: 2000 });
    assert.deepEqual(await resolver.resolve('firm.org', 'MX', FOREVER), KNOWN);
    assert.equal(silent.queries.length, 1);
  });
});

test('a question that is answered in time is asked once', async (t) => {
  const zone: Zone = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`n${n}.org`, { MX: ['mx.org'] }]));
  const first = await start(t, zone);
  const second = await start(t, zone);
  const { resolver } = await setUp(t, {}, { servers: [first.address, second.address], timeoutMs: 60_000 });
  await Promise.all(Object.keys(zone).map((name) => resolver.resolve(name, 'MX', FOREVER)));
  assert.deepEqual([first.queries.length, second.queries.length], [100, 0]);
});

test('a server that cannot tell is not asked again, and does not outdo one that knows', async (t) => {
  const knows = await start(t, firm({ delayMs: 300 }));
  const fails = await start(t, firm({ behaviour: 'servfail' }));
  const { resolver } = await setUp(t, {}, { servers: [knows.address, fails.address], timeoutMs: 1600 });
  assert.deepEqual(await resolver.resolve('firm.org', 'MX', FOREVER), KNOWN);
  assert.equal(fails.queries.length, 1);
});

test('a server that keeps silent where another knows is asked last for a while', async (t) => {
  const zone: Zone = { ...firm(), 'second.org': { MX: ['mx.firm.org'] }, 'third.org': { MX: ['mx.firm.org'] } };
  const dead = await start(t, zone);
  dead.setMode('silent');
  const good = await start(t, zone);
  const { resolver } = await setUp(t, {}, { servers: [dead.address, good.address], timeoutMs: 4000 });
  for (const name of Object.keys(zone)) assert.deepEqual(await resolver.resolve(name, 'MX', FOREVER), KNOWN);
  assert.equal(dead.queries.length, 1);
});

test('a name that all servers keep silent about makes none of them suspect', async (t) => {
  const zone: Zone = { ...firm(), 'silent.org': { behaviour: 'silent' } };
  const first = await start(t, zone);
  const second = await start(t, zone);
  const { resolver } = await setUp(t, {}, { servers: [first.address, second.address], timeoutMs: 400 });
  await resolver.resolve('silent.org', 'MX', FOREVER);
  const before = second.queries.length;
  assert.deepEqual(await resolver.resolve('firm.org', 'MX', FOREVER), KNOWN);
  assert.equal(second.queries.length, before);
});

test('a process whose questions are answered ends, though nobody closes the verifier', async (t) => {
  const dns = await start(t, { ...firm(), 'mx.firm.org': { A: ['1.2.3.4'] } });
  const program = `
    import { createVerifier } from './src/verifier/index.ts';
    const { status } = await createVerifier({ dnsServers: ['${dns.address}'] }).verify('anna@firm.org');
    const answered = performance.now();
    process.on('exit', () => console.log(status, performance.now() - answered));`;
  const args = ['--import=tsx', '--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: join(import.meta.dirname, '../../..') });
  const [status, ms] = stdout.trim().split(' ');
  assert.equal(status, 'valid');
  // A socket is closed after 5 s.
  assert.ok(Number(ms) < 4000, stdout);
});

test('a thousand questions at once are all answered, each asked once', async (t) => {
  const count = whole ? 1000 : 200;
  const zone: Zone = Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}.org`, { MX: ['mx.org'] }]));
  const { dns, resolver } = await setUp(t, zone, { maxInFlight: 2000, timeoutMs: 60_000 });
  const replies = await Promise.all(Object.keys(zone).map((name) => resolver.resolve(name, 'MX', FOREVER)));
  assert.ok(replies.every(({ kind }) => kind === 'records'));
  assert.equal(dns.queries.length, count);
});
