/** Against Exim, a mail server that nobody here wrote. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { noExim, startExim, type Exim } from '../../support/exim.js';
import { whole } from '../../support/whole.js';
import { address, hosts, QUICK, setUpProber } from './setup.js';

describe.skipIf(noExim)('Exim', () => {
  let exim: Exim;
  beforeAll(async () => {
    exim = await startExim(['anna', 'carol', 'jürgen'], 'smtp_accept_max_per_connection = 50');
  });
  afterAll(() => exim.end());

  for (const [text, ...codes] of [
    ['anna@firm.org'],
    ['bob@firm.org', 'mailbox_not_found'],
    ['bob@all.org', 'catch_all'],
    ['anna@elsewhere.org', 'smtp_blocked'],
    ['"quoted anna"@firm.org', 'mailbox_not_found'],
    ['jürgen@firm.org'],
    ['jörg@firm.org', 'mailbox_not_found'],
  ]) {
    for (const from of ['', 'probe@verifier.test'])
      for (const tls of [true, false])
        test(`${text}, from <${from}>, ${tls ? 'with' : 'without'} TLS: ${codes.join() || 'exists'}`, async (t) => {
          const prober = setUpProber(t, exim.port, { from, tls });
          assert.deepEqual(await prober.probe(address(text!), hosts('127.0.0.1'), { timeoutMs: 20_000 }), codes);
        });
  }

  test.runIf(whole)('answers many at once, over few sessions', { timeout: 240_000 }, async (t) => {
    const prober = setUpProber(t, exim.port, { anyReceiver: { ...QUICK, connections: 3, rcptsPerSession: 40 } });
    const probes = Array.from({ length: 300 }, (_, n) =>
      prober.probe(address(`${n % 3 ? `p${n}` : 'anna'}@firm.org`), hosts('127.0.0.1'), { timeoutMs: 200_000 }),
    );
    const found = (await Promise.all(probes)).map((codes) => codes.join());
    assert.deepEqual(
      found,
      Array.from({ length: 300 }, (_, n) => (n % 3 ? 'mailbox_not_found' : '')),
    );
  });

  test('has seen no protocol error, and no message', () => {
    const log = exim.log();
    assert.ok(!/syntax error|synchronization|unrecognized|<=/.test(log), log);
  });
});
