import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test, type TestContext } from 'vitest';
import { setImmediate } from 'node:timers/promises';
import { createVerifier } from '../../src/verifier/index.js';
import { startDeadline } from '../../src/verifier/deadline.js';
import { startDnsServer } from '../support/dns-server.js';

const MANY = 50;

/** The warnings of this process while the test runs. */
const keepWarnings = (t: TestContext): Error[] => {
  const warnings: Error[] = [];
  const keep = (warning: Error): number => warnings.push(warning);
  process.on('warning', keep);
  t.onTestFinished(() => void process.off('warning', keep));
  return warnings;
};

test('any number of deadlines follow one signal by one listener, which goes with the last of them', () => {
  const parent = new AbortController();
  const deadlines = Array.from({ length: MANY }, () => startDeadline(60_000, parent.signal));
  assert.equal(getEventListeners(parent.signal, 'abort').length, 1);
  const [first, ...others] = deadlines;
  first?.end();
  first?.end();
  parent.abort(new Error('enough'));
  assert.equal(first?.signal.aborted, false);
  for (const deadline of others) {
    assert.equal((deadline.signal.reason as Error).message, 'enough');
    assert.equal(deadline.expired(), false);
  }
  for (const deadline of others) deadline.end();
  assert.equal(getEventListeners(parent.signal, 'abort').length, 0);
});

test('a deadline that ended lets those go on who follow the same signal after it', () => {
  const parent = new AbortController();
  const first = startDeadline(60_000, parent.signal);
  first.end();
  const second = startDeadline(60_000, parent.signal);
  first.end();
  startDeadline(60_000, parent.signal).end();
  assert.equal(getEventListeners(parent.signal, 'abort').length, 1);
  parent.abort();
  assert.equal(second.signal.aborted, true);
  second.end();
  const late = startDeadline(60_000, parent.signal);
  assert.equal(late.signal.aborted, true);
  late.end();
});

test('many checks at once, under one signal and over many domains, look like no leak to Node', async (t) => {
  const warnings = keepWarnings(t);
  const domains = Array.from({ length: MANY }, (_, n) => `firm${n}.org`);
  const dns = await startDnsServer({
    zone: Object.fromEntries(domains.map((domain) => [domain, { MX: [domain], A: ['127.0.0.1'], delayMs: 20 }])),
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
