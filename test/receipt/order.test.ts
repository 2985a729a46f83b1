import assert from 'node:assert/strict';
import { test } from 'vitest';
import fc from 'fast-check';
import { memoryStore, verifyReceipt, type ReceiptExpectation } from '../../src/receipt/index.js';
import { publicHalf } from '../../src/receipt/key.js';
import { ISSUER, ORIGIN } from '../edge/support.js';
import { claimsAt, eddsa, EMAIL, es256, otherEddsa, otherEs256, reasonOf, signWith } from './support.js';
import { runs } from '../support/whole.js';

const RUNS = { numRuns: runs(300, 60) };
const keys = [eddsa, es256].map(publicHalf);
const right = { email: EMAIL, audience: ORIGIN, jwks: { keys } };

/** Faults that a signed receipt can have, in the order in which they must be reported. */
const FAULTS = [
  'algorithm',
  'key',
  'signature',
  'expired',
  'not_yet_valid',
  'issuer',
  'audience',
  'address',
  'policy',
  'used',
] as const;
type Fault = (typeof FAULTS)[number];

const check = async (es: boolean, faults: ReadonlySet<Fault>): Promise<string> => {
  const [key, other] = es ? [es256, otherEs256] : [eddsa, otherEddsa];
  const at = Date.now();
  const madeAt = at + (faults.has('expired') ? -1_861_000 : faults.has('not_yet_valid') ? 62_000 : 0);
  const claims = claimsAt(madeAt);
  const once = memoryStore();
  if (faults.has('used')) await reasonOf(await signWith(key, claims), keys, { once, now: () => madeAt });
  const header = {
    ...(!faults.has('key') && { kid: key.kid }),
    // Named, but not what signed it: jose would sign by no other.
    ...(faults.has('key') && { kid: 'nobody’s' }),
  };
  const signed = await signWith(faults.has('signature') ? other : key, claims, header);
  const [head = '', ...rest] = signed.split('.');
  const named = JSON.parse(Buffer.from(head, 'base64url').toString()) as object;
  const receipt = faults.has('algorithm')
    ? [Buffer.from(JSON.stringify({ ...named, alg: 'RS256' })).toString('base64url'), ...rest].join('.')
    : signed;
  return reasonOf(receipt, keys, {
    once,
    now: () => at,
    ...(faults.has('issuer') && { issuer: 'https://other.example' }),
    ...(faults.has('audience') && { audience: 'https://other.example' }),
    ...(faults.has('address') && { email: 'bob@example.com' }),
    ...(faults.has('policy') && { policy: { block: ['valid'] as const } }),
  });
};

test('whatever is wrong with a receipt, it is told what is first in the order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.subarray([...FAULTS]), async (es, wrong) => {
      const faults = new Set(wrong);
      assert.equal(await check(es, faults), FAULTS.find((fault) => faults.has(fault)) ?? 'ok');
    }),
    RUNS,
  );
});

test('a receipt made in the future is taken for a minute’s difference between two clocks, and not for more', async () => {
  const claims = claimsAt(Date.now());
  const receipt = await signWith(eddsa, claims);
  const at = (ms: number) => ({ now: () => ms });
  assert.equal(await reasonOf(receipt, keys, at((claims.iat - 60) * 1000)), 'ok');
  assert.equal(await reasonOf(receipt, keys, at((claims.iat - 60) * 1000 - 1)), 'not_yet_valid');
});

test('whatever a form holds, there is a reason, and nothing is thrown', async () => {
  const receipt = await signWith(eddsa, claimsAt(Date.now()));
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.constant(receipt), fc.anything()), fc.anything(), async (given, email) => {
      fc.pre(!(given === receipt && email === EMAIL));
      const { ok } = await verifyReceipt(given, { ...right, email });
      assert.equal(ok, false);
    }),
    RUNS,
  );
});

test('whatever keys a set holds, there is a reason, and nothing is thrown', async () => {
  const receipt = await signWith(es256, claimsAt(Date.now()));
  const text = fc.oneof(fc.constantFrom(es256.x, 'EC', 'OKP', 'P-256', 'Ed25519', 'sig', 'ES256'), fc.anything());
  const key = fc.record({ kty: text, crv: text, x: text, y: text, alg: text, use: text }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(key, async (members) => {
      assert.match(await reasonOf(receipt, [{ ...members, kid: es256.kid }]), /^(key|algorithm|signature)$/);
    }),
    RUNS,
  );
});

const WRONG: [string, object, RegExp][] = [
  ['no audience', { audience: undefined }, /^verifyReceipt: audience: it takes the origin of your page/],
  ['an empty audience', { audience: '' }, /audience/],
  ['no origin in a list', { audience: [] }, /audience/],
  ['a URL for an origin', { audience: `${ORIGIN}/sign-up` }, /audience/],
  ['a slash too many', { audience: [ORIGIN, `${ORIGIN}/`] }, /audience/],
  ['a host', { audience: 'shop.example' }, /audience/],
  ['no keys', { jwks: undefined }, /^verifyReceipt: jwks: it takes the URL of the edge's keys/],
  ['keys at no URL', { jwks: 'edge.example/keys' }, /jwks/],
  ['keys in a file', { jwks: 'file:///keys.json' }, /jwks/],
  ['a key for a set', { jwks: eddsa }, /jwks/],
  ['null in a set', { jwks: { keys: [null] } }, /jwks/],
  ['a list for a set', { jwks: [eddsa] }, /jwks/],
  ['a text for a policy', { policy: 'invalid' }, /^verifyReceipt: policy: it takes an object/],
  ['a list for a policy', { policy: ['invalid'] }, /policy/],
  ['a word for a list', { policy: { block: 'invalid' } }, /policy: it takes block, warn and allowDomains, each a list/],
  ['a list of other things', { policy: { warn: [7] } }, /policy/],
  ['another list', { policy: { deny: ['invalid'] } }, /policy/],
  ['a misspelt word', { policy: { block: ['disposible'] } }, /policy: unknown word "disposible": write 'disposable'$/],
  ['a word in capitals', { policy: { warn: ['Invalid'] } }, /policy: unknown word "Invalid": write 'invalid'$/],
  ['a word with two typos', { policy: { block: ['catchal'] } }, /write 'catch_all'$/],
  ['an unknown option', { acceptTests: true }, /^verifyReceipt: unknown option "acceptTests": it takes .*acceptTest/],
  ['an issuer that is none', { issuer: 7 }, /^verifyReceipt: issuer/],
  ['a store that is none', { once: new Map() }, /^verifyReceipt: once: it takes a store with setIfAbsent/],
  ['true for a store', { once: true }, /once/],
  ['null for a store', { once: null }, /once/],
  ['a time for a clock', { now: Date.now() }, /^verifyReceipt: now/],
];

for (const [name, over, message] of WRONG) {
  test(`${name}: a slip of the backend’s author is told at the first call, even one without a receipt`, async () => {
    const expected = { ...right, ...over } as ReceiptExpectation;
    await assert.rejects(verifyReceipt(null, expected), { name: 'TypeError', message });
    const receipt = await signWith(eddsa, claimsAt(Date.now(), { iss: ISSUER }));
    await assert.rejects(verifyReceipt(receipt, expected), { name: 'TypeError', message });
  });
}

test('a code of the site’s own upstream is a word of a policy', async () => {
  const receipt = await signWith(eddsa, claimsAt(Date.now(), { iss: ISSUER, sub_status: ['on_our_list'] }));
  const policy = { block: ['on_our_list'] };
  const check = await verifyReceipt(receipt, { ...right, policy });
  assert.equal(check.reason, 'policy');
});
