/** Lists through a real DNS server: memory, an abort, and a caller who stops reading. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, test, type TestContext } from 'vitest';
import { createVerifier, type BulkVerifier } from '../../src/verifier/index.js';
import { startDnsServer, type DnsServer } from '../support/dns-server.js';
import { eventually } from '../support/eventually.js';
import { whole } from '../support/whole.js';

const DOMAINS = 200;
const FEW = 10_000;
const MANY = whole ? 400_000 : 50_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Addresses at a few domains: a small DNS server is enough for them. Counts how many were read. */
class List {
  read = 0;
  returned = false;
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  *[Symbol.iterator](): Generator<string> {
    try {
      while (this.read < this.#size) {
        const n = this.read++;
        yield `person${n}@firm${n % DOMAINS}.org`;
      }
    } finally {
      this.returned = true;
    }
  }
}

const setUp = async (t: TestContext): Promise<{ dns: DnsServer; verifier: BulkVerifier }> => {
  const zone = Object.fromEntries(
    Array.from({ length: DOMAINS }, (_, n) => [`firm${n}.org`, { MX: ['mx.provider.org'] }]),
  );
  const dns = await startDnsServer({ zone: { ...zone, 'mx.provider.org': { A: ['1.2.3.4'] } } });
  const verifier = createVerifier({ dnsServers: [dns.address] });
  t.onTestFinished(async () => {
    await verifier.close();
    await dns.close();
  });
  return { dns, verifier };
};

/** Checks a list. Resolves to the most memory in use at any tenth of it, in bytes. */
const peakOf = async (verifier: BulkVerifier, size: number): Promise<number> => {
  let peak = 0;
  let checked = 0;
  for await (const { status } of verifier.verifyMany(new List(size))) {
    assert.equal(status, 'valid');
    if (++checked % (size / 10) > 0) continue;
    collectGarbage();
    peak = Math.max(peak, process.memoryUsage().heapUsed);
  }
  assert.equal(checked, size);
  return peak;
};

describe('a long list', () => {
  test.runIf(whole)('needs at most 1.2 times the memory of a short one', { timeout: 300_000 }, async (t) => {
    const { verifier } = await setUp(t);
    await peakOf(verifier, FEW);
    const few = await peakOf(verifier, FEW);
    const many = await peakOf(verifier, MANY);
    assert.ok(many <= few * 1.2, `${MANY}: ${many} bytes, ${FEW}: ${few} bytes`);
  });

  test('is read only as far as there is room for unfinished addresses', async (t) => {
    const { verifier } = await setUp(t);
    const list = new List(MANY);
    const results = verifier.verifyMany(list, { concurrency: 10 });
    await results.next();
    // 20 unfinished addresses for each that may be looked up at once, and the one that was taken.
    await eventually(() => list.read > 1);
    assert.ok(list.read <= 10 * 20 + 2, String(list.read));
    await results.return();
  });

  test('ends with the reason of its signal, and is read no further', async (t) => {
    const { verifier } = await setUp(t);
    const list = new List(MANY);
    const controller = new AbortController();
    const { signal } = controller;
    let checked = 0;
    const check = async (): Promise<void> => {
      for await (const { email } of verifier.verifyMany(list, { signal })) {
        assert.ok(email);
        if (++checked === 1000) controller.abort(new Error('enough'));
      }
    };
    await assert.rejects(check(), { message: 'enough' });
    assert.equal(checked, 1000);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    await eventually(() => list.returned);
    assert.ok(list.read < MANY);
  });

  test('releases everything when the caller stops reading', async (t) => {
    const { dns, verifier } = await setUp(t);
    const list = new List(MANY);
    const { signal } = new AbortController();
    let checked = 0;
    for await (const { email } of verifier.verifyMany(list, { signal })) {
      assert.ok(email);
      if (++checked === 1000) break;
    }
    await eventually(() => list.returned);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    const { read } = list;
    const asked = dns.queries.length;
    // The verifier serves others, and nothing of the list goes on.
    assert.equal((await verifier.verify('anna@firm1.org')).status, 'valid');
    assert.deepEqual([list.read, dns.queries.length], [read, asked]);
  });

  test('that waits for a silent server is released at once', async (t) => {
    const { dns, verifier } = await setUp(t);
    dns.setMode('silent');
    const list = new List(MANY);
    const results = verifier.verifyMany(list, { concurrency: 10 });
    const first = results.next();
    await eventually(() => dns.queries.length);
    const controller = new AbortController();
    const others = verifier.verifyMany(new List(MANY), { concurrency: 10, signal: controller.signal });
    const waiting = others.next();
    controller.abort(new Error('enough'));
    await assert.rejects(waiting, { message: 'enough' });
    await verifier.close();
    assert.equal((await first).value?.status, 'unknown');
    await results.return();
  });
});
