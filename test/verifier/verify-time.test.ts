import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, onTestFinished, test, type TestContext } from 'vitest';
import { setImmediate } from 'node:timers/promises';
import { createVerifier } from '../../src/verifier/index.js';
import { startDnsServer } from '../support/dns-server.js';
import { setUp } from './zone.js';
import { eventually } from '../support/eventually.js';

const MANY = 50;

/** The warnings of this process while the test runs. */
const keepWarnings = (t: TestContext): Error[] => {
  const warnings: Error[] = [];
  const keep = (warning: Error): number => warnings.push(warning);
  process.on('warning', keep);
  t.onTestFinished(() => void process.off('warning', keep));
  return warnings;
};

/**
 * Starts a timer; returns a function that tells if it has fired. After a pause of the process, shorter timers fire
 * before it.
 */
const after = (ms: number): (() => boolean) => {
  let isOver = false;
  const timer = setTimeout(() => (isOver = true), ms);
  onTestFinished(() => {
    clearTimeout(timer);
  });
  return () => isOver;
};

describe('the time limit', () => {
  test('of the caller ends a check as unknown', async (t) => {
    const { verifier } = await setUp(t, { dnsTimeoutMs: 20_000 });
    const late = after(3000);
    const { status, score, sub_status } = await verifier.verify('anna@silent.org', { timeoutMs: 150 });
    assert.ok(!late());
    assert.deepEqual([status, score, sub_status], ['unknown', 0.5, ['dns_timeout']]);
  });

  test('holds for a check as a whole, however many questions it needs', async (t) => {
    const hosts = Array.from({ length: 8 }, (_, n) => `mx${n}.firm.net`);
    const dns = await startDnsServer({
      zone: {
        'firm.net': { MX: hosts },
        ...Object.fromEntries(hosts.map((host) => [host, { behaviour: 'silent' as const }])),
      },
    });
    const verifier = createVerifier({ dnsServers: [dns.address], dnsTimeoutMs: 300 });
    t.onTestFinished(async () => {
      await Promise.all([verifier.close(), dns.close()]);
    });
    const late = after(1500);
    const { status } = await verifier.verify('anna@firm.net');
    assert.equal(status, 'unknown');
    assert.ok(!late());
  });

  test('of a check does not end its question: a late answer is cached for the next check', async (t) => {
    const { dns, verifier } = await setUp(t);
    assert.equal((await verifier.verify('anna@slow.org', { timeoutMs: 20 })).status, 'unknown');
    assert.equal((await verifier.verify('anna@slow.org')).status, 'valid');
    assert.equal(dns.queries.filter(({ name }) => name === 'slow.org').length, 1);
  });
});

describe('an abort', () => {
  test('rejects with the reason of the signal', async (t) => {
    const { verifier } = await setUp(t, { dnsTimeoutMs: 20_000 });
    const controller = new AbortController();
    const checking = verifier.verify('anna@silent.org', { signal: controller.signal });
    controller.abort(new Error('the page was left'));
    await assert.rejects(checking, { message: 'the page was left' });
  });

  test('has no listener left once the check is done', async (t) => {
    const { verifier } = await setUp(t);
    const { signal } = new AbortController();
    await verifier.verify('anna@firm.org', { signal });
    await eventually(() => getEventListeners(signal, 'abort').length === 0);
  });

  test('before the check rejects at once, even where no question would be asked', async (t) => {
    const { verifier } = await setUp(t);
    await assert.rejects(verifier.verify('anna', { signal: AbortSignal.abort(new Error('too late')) }), {
      message: 'too late',
    });
  });
});

test('a domain that many people share is looked up once', async (t) => {
  const { dns, verifier } = await setUp(t, { dnsTimeoutMs: 20_000 });
  const results = await Promise.all(Array.from({ length: 200 }, (_, n) => verifier.verify(`person${n}@firm.org`)));
  assert.ok(results.every(({ status }) => status === 'valid'));
  assert.deepEqual(
    dns.queries.map(({ name, type }) => `${name} ${type}`),
    ['firm.org MX', 'mx.firm.org A'],
  );
});

test('closing ends a check in flight as unknown', async (t) => {
  const { verifier } = await setUp(t, { dnsTimeoutMs: 20_000 });
  const checking = verifier.verify('anna@silent.org');
  await verifier.close();
  assert.equal((await checking).status, 'unknown');
});

test('many checks at once under one signal cause no leak warning in Node', async (t) => {
  const warnings = keepWarnings(t);
  const domains = Array.from({ length: MANY }, (_, n) => `firm${n}.org`);
  const dns = await startDnsServer({
    zone: Object.fromEntries(domains.map((domain) => [domain, { MX: [domain], A: ['1.2.3.4'], delayMs: 20 }])),
  });
  const verifier = createVerifier({ dnsServers: [dns.address] });
  t.onTestFinished(async () => {
    await Promise.all([verifier.close(), dns.close()]);
  });
  const { signal } = new AbortController();
  const results = await Promise.all(domains.map((domain) => verifier.verify(`anna@${domain}`, { signal })));
  assert.ok(results.every(({ status }) => status === 'valid'));
  await setImmediate();
  assert.deepEqual(warnings, []);
});
