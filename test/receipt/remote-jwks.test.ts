import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { test, vi } from 'vitest';
import { generateReceiptKey } from '../../src/edge/index.js';
import { publicHalf } from '../../src/receipt/key.js';
import { verifyReceipt } from '../../src/receipt/index.js';
import { answerJson, checkOnce, listen, ORIGIN, receiptKey, setUp, startUpstream } from '../edge/support.js';

const EMAIL = 'ada@example.com';
const upstream = await startUpstream();
const { receipt } = await checkOnce(setUp(upstream.baseUrl).edge, EMAIL);
const publicKey = publicHalf(receiptKey);

/** An edge's key set over HTTP, counted, and a backend with a clock in the test's hand that reads it. */
const backend = async (
  script: (response: ServerResponse) => void,
): Promise<{ asked: () => number; clock: { now: number }; verify: (receipt: string) => Promise<string> }> => {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    script(response);
  });
  const jwks = `${await listen(server)}/.well-known/jwks.json`;
  const clock = { now: Date.now() };
  const verify = async (receipt: string): Promise<string> => {
    const check = await verifyReceipt(receipt, { email: EMAIL, audience: ORIGIN, jwks, now: () => clock.now });
    return check.ok ? 'ok' : check.reason;
  };
  return { asked: () => asked, clock, verify };
};

test('keys are fetched once for many receipts, and again after ten minutes', async () => {
  const { asked, clock, verify } = await backend((response) => {
    answerJson(response, { keys: [publicKey] });
  });
  assert.deepEqual(new Set(await Promise.all(Array.from({ length: 50 }, () => verify(receipt)))), new Set(['ok']));
  clock.now += 599_999;
  assert.equal(await verify(receipt), 'ok');
  assert.equal(asked(), 1);
  clock.now += 1;
  assert.equal(await verify(receipt), 'ok');
  assert.equal(asked(), 2);
});

test('a key that is new at the edge is found, half a minute after the last asking at most', async () => {
  const next = await generateReceiptKey();
  let keys: object[] = [publicKey];
  const { asked, clock, verify } = await backend((response) => {
    answerJson(response, { keys });
  });
  assert.equal(await verify(receipt), 'ok');
  const signed = await checkOnce(setUp(upstream.baseUrl, { receiptKey: next }).edge, EMAIL);
  keys = [publicKey, next];
  assert.equal(await verify(signed.receipt), 'key');
  clock.now += 30_000;
  assert.equal(await verify(signed.receipt), 'ok');
  assert.equal(asked(), 2);
});

test('a new key is found too when the clock was set back by a month since the last asking', async () => {
  const next = await generateReceiptKey();
  let keys: object[] = [publicKey];
  const { asked, clock, verify } = await backend((response) => {
    answerJson(response, { keys });
  });
  clock.now += 30 * 86_400_000;
  assert.equal(await verify(receipt), 'expired');
  const signed = await checkOnce(setUp(upstream.baseUrl, { receiptKey: next }).edge, EMAIL);
  keys = [publicKey, next];
  clock.now -= 30 * 86_400_000;
  assert.equal(await verify(signed.receipt), 'ok');
  assert.equal(asked(), 2);
});

test('made-up key ids make a backend ask no more than twice a minute', async () => {
  const { asked, clock, verify } = await backend((response) => {
    answerJson(response, { keys: [publicKey] });
  });
  const [, body = '', signature = ''] = receipt.split('.');
  for (let second = 0; second < 60; second++) {
    const header = { alg: 'EdDSA', typ: 'email-verification+jwt', kid: `made up ${second}` };
    const made = Buffer.from(JSON.stringify(header)).toString('base64url');
    assert.equal(await verify(`${made}.${body}.${signature}`), 'key');
    clock.now += 1000;
  }
  assert.equal(asked(), 2);
});

test('keys that were there once stay good while the edge is away', async () => {
  let there = true;
  const { clock, verify } = await backend((response) => {
    answerJson(response, there ? { keys: [publicKey] } : {}, there ? 200 : 503);
  });
  assert.equal(await verify(receipt), 'ok');
  there = false;
  clock.now += 700_000;
  assert.equal(await verify(receipt), 'ok');
});

const BROKEN: Record<string, (response: ServerResponse) => void> = {
  fails: (response) => {
    answerJson(response, { keys: [publicKey] }, 500);
  },
  'answers HTML': (response) => void response.end('<html>'),
  'answers no key set': (response) => {
    answerJson(response, { keys: [null] });
  },
  redirects: (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  'hangs up': (response) => response.destroy(),
  'answers a megabyte': (response) => {
    answerJson(response, { keys: [publicKey], padding: 'x'.repeat(1e6) });
  },
};

for (const [name, script] of Object.entries(BROKEN)) {
  test(`a key set that ${name} is keys_unavailable, not a fault of the receipt, and is not asked again at once`, async () => {
    const { asked, verify } = await backend(script);
    assert.equal(await verify(receipt), 'keys_unavailable');
    assert.equal(await verify(receipt), 'keys_unavailable');
    assert.equal(asked(), 1);
  });
}

test('a key set that hangs holds a sign-up for three seconds, once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let toldAsked: () => void;
  const isAsked = new Promise<void>((resolve) => (toldAsked = resolve));
  const { asked, verify } = await backend(() => {
    toldAsked();
  });
  let isSettled = false;
  const reason = verify(receipt).finally(() => (isSettled = true));
  await isAsked;
  await vi.advanceTimersByTimeAsync(2999);
  assert.ok(!isSettled);
  vi.advanceTimersByTime(1);
  assert.equal(await reason, 'keys_unavailable');
  // The clock stands still: a second fetch would never end.
  assert.equal(await verify(receipt), 'keys_unavailable');
  assert.equal(asked(), 1);
});
