import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, test, vi } from 'vitest';
import { nodeTransports } from '../../../src/verifier/dns/node.js';
import type { Transport } from '../../../src/verifier/dns/transport.js';
import { startDnsServer, type Zone } from '../../support/dns-server.js';
import { FOREVER, setUp } from '../bench.js';
import { eventually } from '../../support/eventually.js';

/** A question that waits for a share of the timeout is asked again: a busy machine is that slow. */
const PATIENT = { timeoutMs: 60_000 };

describe('many at once', () => {
  test('ask the same question on the wire once', async (t) => {
    const zone: Zone = { 'firm.org': { MX: ['mx.firm.org'], delayMs: 30 } };
    const { dns, resolver } = await setUp(t, zone, PATIENT);
    const replies = await Promise.all(Array.from({ length: 50 }, () => resolver.resolve('firm.org', 'MX', FOREVER)));
    assert.ok(replies.every(({ kind }) => kind === 'records'));
    assert.equal(dns.queries.length, 1);
  });

  test('are all answered, though few are on the wire at a time', async (t) => {
    const zone: Zone = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`n${n}.org`, { MX: ['mx.org'], delayMs: 5 }]),
    );
    const { resolver } = await setUp(t, zone, { ...PATIENT, maxInFlight: 3 });
    const replies = await Promise.all(Object.keys(zone).map((name) => resolver.resolve(name, 'MX', FOREVER)));
    assert.ok(replies.every(({ kind }) => kind === 'records'));
  });

  test('fail at once past the bound, and are served again afterwards', async (t) => {
    const zone: Zone = Object.fromEntries(
      Array.from({ length: 5 }, (_, n) => [`n${n}.org`, { MX: ['mx.org'], delayMs: 30 }]),
    );
    const { dns, resolver, pass } = await setUp(t, zone, { ...PATIENT, maxInFlight: 2, maxWaiting: 1 });
    const ask = async (name: string): Promise<string> => (await resolver.resolve(name, 'MX', FOREVER)).kind;
    assert.deepEqual(await Promise.all(Object.keys(zone).map(ask)), [
      'records',
      'records',
      'records',
      'failed',
      'failed',
    ]);
    assert.equal(dns.queries.length, 3);
    pass(5);
    assert.equal(await ask('n4.org'), 'records');
  });

  test('that wait behind silent servers end in time', async (t) => {
    const zone: Zone = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`n${n}.org`, { behaviour: 'silent' }]));
    const { resolver } = await setUp(t, zone, { maxInFlight: 1, timeoutMs: 200 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    let areSettled = false;
    const asking = Promise.all(Object.keys(zone).map((name) => resolver.resolve(name, 'MX', FOREVER)));
    void asking.then(() => (areSettled = true));
    await vi.advanceTimersByTimeAsync(400);
    assert.ok(areSettled);
    assert.ok((await asking).every((reply) => reply.kind === 'failed' && reply.code === 'dns_timeout'));
  });
});

describe('an abort', () => {
  test('ends the wait with its reason, and spares the others who ask the same', async (t) => {
    const { dns, resolver } = await setUp(t, { 'firm.org': { MX: ['mx.firm.org'], delayMs: 50 } });
    const controller = new AbortController();
    const given = resolver.resolve('firm.org', 'MX', controller.signal);
    const kept = resolver.resolve('firm.org', 'MX', FOREVER);
    controller.abort(new Error('enough'));
    await assert.rejects(given, { message: 'enough' });
    assert.equal((await kept).kind, 'records');
    assert.equal(dns.queries.length, 1);
  });

  test('before the question asks nothing', async (t) => {
    const { dns, resolver } = await setUp(t, {});
    await assert.rejects(resolver.resolve('firm.org', 'MX', AbortSignal.abort(new Error('enough'))), {
      message: 'enough',
    });
    // A question that is asked later is the only one that arrives.
    await resolver.resolve('other.org', 'MX', FOREVER);
    assert.deepEqual(
      dns.queries.map(({ name }) => name),
      ['other.org'],
    );
  });

  test('leaves no listener behind', async (t) => {
    const { resolver } = await setUp(t, { 'firm.org': { MX: ['mx.firm.org'] } });
    const { signal } = new AbortController();
    const asking = resolver.resolve('firm.org', 'MX', signal);
    assert.equal(getEventListeners(signal, 'abort').length, 1);
    await asking;
    await eventually(() => getEventListeners(signal, 'abort').length === 0);
  });
});

test('closing ends what is under way and what comes later', async (t) => {
  const { dns, resolver } = await setUp(t, { 'firm.org': { behaviour: 'silent' } }, { timeoutMs: 20_000 });
  const waiting = resolver.resolve('firm.org', 'MX', FOREVER);
  await eventually(() => dns.queries.length);
  resolver.close();
  assert.deepEqual(await waiting, { kind: 'failed', code: 'dns_error' });
  assert.deepEqual(await resolver.resolve('other.org', 'MX', FOREVER), { kind: 'failed', code: 'dns_error' });
});

test(
  'a question that is lost, its time and all, holds up neither its name nor its place for long',
  { timeout: 30_000 },
  async (t) => {
    // So it is on Workers, when the request that asked has ended: neither its promises nor its timers go on.
    let lost = 0;
    const startTimer = globalThis.setTimeout;
    const noTimer = (): ReturnType<typeof setTimeout> => startTimer(() => undefined, 0);
    globalThis.setTimeout = Object.assign(noTimer, startTimer);
    t.onTestFinished(() => void (globalThis.setTimeout = startTimer));
    const silent: Transport['ask'] = () => {
      lost++;
      if (lost === 2) queueMicrotask(() => (globalThis.setTimeout = startTimer));
      return () => undefined;
    };
    const dns = await startDnsServer({ zone: { 'firm.org': { MX: ['mx.firm.org'] } } });
    const [answering = assert.fail()] = nodeTransports([dns.address]);
    const { resolver } = await setUp(
      t,
      {},
      {
        transports: [
          {
            ask: (question, done) => (lost < 2 ? silent : answering.ask)(question, done),
            close: answering.close,
          },
        ],
        maxInFlight: 2,
        timeoutMs: 600,
      },
    );
    t.onTestFinished(() => dns.close());
    const ask = (): Promise<unknown> =>
      resolver.resolve('firm.org', 'MX', AbortSignal.timeout(100)).catch(() => 'lost');
    assert.equal(await ask(), 'lost');
    assert.equal(await resolver.resolve('other.org', 'MX', AbortSignal.timeout(100)).catch(() => 'lost'), 'lost');
    await eventually(async () => (await ask()) !== 'lost');
    assert.deepEqual(await ask(), { kind: 'records', values: ['mx.firm.org'] });
    assert.equal(lost, 2);
  },
);
