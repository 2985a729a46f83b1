import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { memoryStore, verifyReceipt, type ReceiptExpectation } from '../../src/receipt/index.js';
import { ORIGIN } from '../edge/support.js';
import { claimsAt, eddsa, EMAIL, es256, reasonOf, signWith } from './support.js';

const keys = [eddsa, es256];
const receiptNow = (over = {}): Promise<string> => signWith(eddsa, claimsAt(Date.now(), over));
type Once = NonNullable<ReceiptExpectation['once']>;

test('of 200 uses at once, one is the first', async () => {
  const once = memoryStore();
  const receipt = await receiptNow();
  const reasons = await Promise.all(Array.from({ length: 200 }, () => reasonOf(receipt, keys, { once })));
  assert.deepEqual(
    [reasons.filter((reason) => reason === 'ok').length, reasons.filter((reason) => reason === 'used').length],
    [1, 199],
  );
});

test('without a store a receipt serves any number of times; with one, each receipt once', async () => {
  const once = memoryStore();
  const [one, other] = await Promise.all([receiptNow(), receiptNow()]);
  assert.equal(await reasonOf(one, keys), 'ok');
  assert.equal(await reasonOf(one, keys, { once }), 'ok');
  assert.equal(await reasonOf(other, keys, { once }), 'ok');
  assert.equal(await reasonOf(one, keys, { once }), 'used');
});

test('a receipt that is refused for anything else is not used up', async () => {
  const once = memoryStore();
  const receipt = await receiptNow();
  const refused: [string, Partial<ReceiptExpectation>][] = [
    ['expired', { now: () => Date.now() + 1e9 }],
    ['issuer', { issuer: 'https://other.example' }],
    ['audience', { audience: 'https://other.example' }],
    ['address', { email: 'bob@example.com' }],
    ['policy', { policy: { block: ['valid'] } }],
  ];
  for (const [reason, over] of refused) assert.equal(await reasonOf(receipt, keys, { once, ...over }), reason);
  assert.equal(await reasonOf(receipt, keys, { once }), 'ok');
});

test('the other way to write an ECDSA signature does not make a second receipt', async () => {
  const once = memoryStore();
  const receipt = await signWith(es256, claimsAt(Date.now()));
  const dot = receipt.lastIndexOf('.');
  const bytes = Buffer.from(receipt.slice(dot + 1), 'base64url');
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const s = order - BigInt(`0x${bytes.subarray(32).toString('hex')}`);
  const other = Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')]);
  const twin = `${receipt.slice(0, dot)}.${other.toString('base64url')}`;
  assert.equal(await reasonOf(twin, keys), 'ok');
  assert.equal(await reasonOf(receipt, keys, { once }), 'ok');
  assert.equal(await reasonOf(twin, keys, { once }), 'used');
});

test('a use is noted until the receipt could no longer be used, under a short key without its words', async () => {
  const noted: [string, number][] = [];
  const once: Once = {
    setIfAbsent: (key, ttlMs) => {
      noted.push([key, ttlMs]);
      return Promise.resolve(true);
    },
  };
  const at = Date.now();
  const claims = claimsAt(at, { jti: `${'é'.repeat(500)}\n` });
  assert.equal(await reasonOf(await signWith(eddsa, claims), keys, { once, now: () => at }), 'ok');
  const [key, ttlMs] = noted[0] ?? [];
  assert.match(key ?? '', /^r:[\w-]{43}$/);
  assert.equal(ttlMs, (claims.exp + 180) * 1000 - at);
});

test('a used receipt stays used until it has expired', async () => {
  const start = Date.now();
  let at = start;
  const now = (): number => at;
  const once = memoryStore({ now });
  const receipt = await signWith(eddsa, claimsAt(at));
  assert.equal(await reasonOf(receipt, keys, { once, now }), 'ok');
  for (; at < start + 1_859_000; at += 60_000) {
    assert.equal(await reasonOf(receipt, keys, { once, now }), 'used');
  }
  at += 60_000;
  assert.equal(await reasonOf(receipt, keys, { once, now }), 'expired');
});

test('a receipt that is used at its end is used at a backend with a slower clock too', async () => {
  const start = Date.now();
  let at = start;
  const once = memoryStore({ now: () => at });
  const receipt = await signWith(eddsa, claimsAt(start));
  at += 1_798_000;
  assert.equal(await reasonOf(receipt, keys, { once, now: () => at + 60_000 }), 'ok');
  for (; at < start + 1_919_000; at += 1000)
    assert.equal(await reasonOf(receipt, keys, { once, now: () => at - 60_000 }), 'used');
});

test('a store that fails is a reason of its own, with what was found', async () => {
  const failing: Once[] = [
    { setIfAbsent: () => Promise.reject(new Error('away')) },
    {
      setIfAbsent: () => {
        throw new Error('at once');
      },
    },
  ];
  for (const once of failing) {
    const check = await verifyReceipt(await receiptNow(), { email: EMAIL, audience: ORIGIN, jwks: { keys }, once });
    assert.ok(!check.ok);
    assert.deepEqual([check.reason, check.claims?.status], ['store_unavailable', 'valid']);
  }
});

test('a store that keeps silent holds a sign-up for a second', async () => {
  const receipt = await receiptNow();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let asked: () => void;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const once: Once = {
    setIfAbsent: () => {
      asked();
      return new Promise(() => undefined);
    },
  };
  const reason = reasonOf(receipt, keys, { once });
  await isAsked;
  vi.advanceTimersByTime(1000);
  assert.equal(await reason, 'store_unavailable');
});
