/** The receipt check for PHP, as it is built, before receipts of the built edge: it decides as `verifyReceipt` does. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { QUALITIES, SUB_STATUSES } from '../../src/protocol/index.js';
import {
  claims,
  dist,
  eddsa,
  EMAIL,
  es256,
  forge,
  forgeHmac,
  header,
  ISSUER,
  jwks,
  ORIGIN,
  receipt,
  receiptFor,
  sign,
  stranger,
  verifyReceipt,
} from './receipts.js';
import { startPhp, type Answer, type Case, type Php } from './support.js';

let php: Php;
beforeAll(() => {
  php = startPhp(join(dist, 'php/ReceiptVerifier.php'));
});
afterAll(() => {
  php.end();
});

const options = { audience: ORIGIN, jwks };
const check = (over: Partial<Case>): Promise<Answer> => php.verify({ options, email: EMAIL, ...over });
const reason = async (over: Partial<Case>): Promise<string> => {
  const { ok, reason = '' } = await check(over);
  return ok ? 'ok' : reason;
};

test('accepts a receipt of the edge, and gives the decision, the address and the claims', async () => {
  assert.deepEqual(await check({ receipt }), { ok: true, decision: 'allow', email: EMAIL, claims });
  const es = await receiptFor(EMAIL, 'ES256');
  assert.equal((await check({ receipt: es })).ok, true);
});

test('accepts ES256 signatures whose numbers begin with a zero byte, or with a high bit', async () => {
  const wanted = { zero: (byte: number) => byte === 0, high: (byte: number) => byte > 127 };
  for (const isWanted of Object.values(wanted)) {
    for (const offset of [0, 32]) {
      let made = '';
      for (let n = 0; !made; n++) {
        const one = await sign(es256, { alg: 'ES256', kid: es256.kid }, { ...claims, jti: String(n) });
        if (isWanted(Buffer.from(one.split('.')[2] ?? '', 'base64url')[offset] ?? -1)) made = one;
      }
      assert.equal(await reason({ receipt: made }), 'ok');
    }
  }
});

describe('no forged receipt is accepted', async () => {
  const [head = '', body = '', signature = ''] = receipt.split('.');
  const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  const attacks: Record<string, unknown> = {
    nothing: undefined,
    'an empty field': '',
    'a list, as of a repeated field': [receipt],
    words: 'let me in',
    dots: '..',
    'two parts': `${head}.${body}`,
    'four parts': `${receipt}.x`,
    'a megabyte': `${receipt}${'A'.repeat(1e6)}`,
    'alg none, unsigned': forge({ ...header, alg: 'none' }, claims),
    'alg none, with the real signature': forge({ ...header, alg: 'none' }, claims, signature),
    'no alg': forge({ typ: header.typ, kid: header.kid }, claims, signature),
    'alg in a list': forge({ ...header, alg: ['EdDSA'] }, claims, signature),
    'HMAC with the public key': forgeHmac(header, claims, eddsa.x),
    'an ES256 header': forge({ ...header, alg: 'ES256' }, claims, signature),
    'no key id': forge({ ...header, kid: undefined }, claims, signature),
    'a key id that nobody has': await sign(stranger, { kid: stranger.kid }),
    'a key of one’s own under the real id': await sign(stranger, {}),
    'other claims under the real signature': forge(header, { ...claims, status: 'valid', exp: 9e9 }, signature),
    'a changed signature': `${head}.${body}.${flipped}`,
    'no signature': `${head}.${body}.`,
    'an unused bit that is set': `${receipt.slice(0, -1)}${String.fromCharCode(receipt.charCodeAt(receipt.length - 1) + 1)}`,
    padding: `${receipt}==`,
    'padding of the header': `${head}=.${body}.${signature}`,
    'a line break': `${receipt}\n`,
    'a short signature': `${head}.${body}.${signature.slice(0, 40)}`,
    'a signature of zeros': `${head}.${body}.${'A'.repeat(86)}`,
    'an ES256 signature of zeros': forge({ ...header, alg: 'ES256', kid: es256.kid }, claims, 'A'.repeat(86)),
    'another kind of JWS of the same key': await sign(eddsa, { typ: 'JWT' }),
    'a critical extension': forge({ ...header, crit: ['b64'], b64: false }, claims, signature),
    'claims of another kind, well signed': await sign(eddsa, {}, { sub: 'ada' }),
    'a status that does not exist, well signed': await sign(eddsa, {}, { ...claims, status: 'fine' }),
    'codes that are no list, well signed': await sign(eddsa, {}, { ...claims, sub_status: { a: 'x' } }),
    'no expiry, well signed': await sign(eddsa, {}, { ...claims, exp: undefined }),
  };
  for (const [name, attack] of Object.entries(attacks)) {
    test(`${name}: refused for the reason that the npm package gives`, async () => {
      const expected = await verifyReceipt(attack, { ...options, email: EMAIL });
      assert.ok(!expected.ok);
      assert.equal(await reason({ receipt: attack }), expected.reason);
    });
  }
});

test('expires after half an hour and the minute that two clocks may differ, and is not valid before it was made', async () => {
  const { iat = 0, exp = 0 } = claims;
  assert.equal(await reason({ receipt, now: exp + 59 }), 'ok');
  assert.equal(await reason({ receipt, now: exp + 60 }), 'expired');
  assert.deepEqual((await check({ receipt, now: exp + 60 })).claims, claims);
  assert.equal(await reason({ receipt, now: iat - 60 }), 'ok');
  assert.equal(await reason({ receipt, now: iat - 61 }), 'not_yet_valid');
});

test('is for one site and, with issuer, for one edge', async () => {
  const of = (over: object): Promise<string> => reason({ receipt, options: { ...options, ...over } });
  assert.equal(await of({ audience: ['https://www.shop.example', ORIGIN] }), 'ok');
  assert.equal(await of({ audience: 'http://shop.example' }), 'audience');
  assert.equal(await of({ issuer: `${ISSUER}/` }), 'ok');
  assert.equal(await of({ issuer: 'https://other.example' }), 'issuer');
  assert.equal(await of({ issuer: ISSUER.toUpperCase() }), 'ok');
  assert.equal(await of({ issuer: `${ISSUER}:443/` }), 'ok');
  assert.equal(await of({ issuer: `${ISSUER}:80` }), 'issuer');
  assert.equal(await of({ issuer: `${ISSUER}/Verify` }), 'issuer');
});

test('of an edge in test mode is refused, unless that is asked for', async () => {
  const made = await sign(eddsa, {}, { ...claims, test: true });
  assert.equal(await reason({ receipt: made }), 'test_mode');
  assert.equal(await reason({ receipt: made, options: { ...options, acceptTest: true } }), 'ok');
  assert.equal(await reason({ receipt: await sign(eddsa, {}, { ...claims, test: 'no' }) }), 'malformed');
});

test('gives each verdict the decision of the npm package, with any policy', async () => {
  const policies = [
    {},
    { block: ['mailbox_full'] },
    { block: ['unknown'], warn: [] },
    { allowDomains: ['Example.com'] },
    { block: ['safe'], warn: ['valid'], allowDomains: ['example.org'] },
  ];
  const addresses = ['valid@example.com', 'invalid@example.com', 'risky@example.com', 'unknown@example.com'];
  for (const email of [...addresses, 'risky.nobox@example.org', 'no address', 'a@b@example.com']) {
    const receipt = await receiptFor(email);
    for (const policy of policies) {
      const expected = await verifyReceipt(receipt, { ...options, email, policy });
      const found = await check({ receipt, email, options: { ...options, policy } });
      const text = expected.ok ? expected.decision : expected.reason;
      assert.equal(found.ok ? found.decision : found.reason, text, `${email} ${JSON.stringify(policy)}`);
    }
  }
});

/** Pairs of a checked address and what the backend gets. */
const PAIRS: [checked: string, submitted: unknown][] = [
  ...['ada@EXAMPLE.com', ' ada@example.com ', 'ada@example.com\r\n', '\u00a0ada@example.com\u3000'].map(
    (text): [string, string] => [EMAIL, text],
  ),
  ['Kate@example.com', '\ufeffKate@example.com'],
  ['Kate@example.com', '"Kate"@example.com'],
  ['Kate@example.com', '"K\\ate"@example.com'],
  ['Kate@example.com', '\u212aate@example.com'],
  ['Kate@example.com', 'kate@example.com'],
  ['Kate@example.com', 'KATE@example.com'],
  ['Kate@example.com', 'Bob@example.com'],
  ["o'brien@example.com", "o'brien@example.com"],
  ['"a b"@example.com', '"a b"@EXAMPLE.com'],
  ['"a\\"b"@example.com', '"a\\"b"@example.com'],
  ['jos\u00e9@example.com', 'jose\u0301@example.com'],
  ['JOS\u00c9@example.com', 'jos\u00e9@example.com'],
  ['ada@m\u00fcnchen.example', 'ada@M\u00dcNCHEN.example'],
  ['ada@m\u00fcnchen.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@stra\u00dfe.example', 'ada@strasse.example'],
  ['ada@stra\u00dfe.example', 'ada@STRA\u1e9eE.example'],
  ['ada@\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.example', 'ada@\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.example'],
  ['ada@\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.example', 'ada@\u0646\u0627\u0645\u0647\u0627\u06cc.example'],
  ['ada@example.com', 'ada@ex\u00adample.com'],
  ['ada@example.com', 'ada@\uff45xample.com'],
  ['ada@example.com', 'ada@ex\u200bample.com'],
  ['ada@example.com', 'ada@example\uff0ecom'],
  ['ada@kelvin.example', 'ada@\u212aelvin.example'],
  ['a`b@example.com', 'a\u1fefb@example.com'],
  ['ada@\u4f8b\u3048\u3002\u30c6\u30b9\u30c8', 'ada@\u4f8b\u3048.\u30c6\u30b9\u30c8'],
  ['ada@xn--zzzzzz.example', 'ada@xn--zzzzzz.example'],
  ['ada@-bad-.example', 'ada@-BAD-.example'],
  ['ada@localhost', 'ada@localhost'],
  ['no address', ' no address '],
  ['a\ufffdb@example.com', 'a\ufffdb@example.com'],
  ['ada@example.com.', 'ada@example.com.'],
  [EMAIL, undefined],
  [EMAIL, [EMAIL]],
  [EMAIL, ''],
  [EMAIL, `${'x'.repeat(5000)}@example.com`],
  [EMAIL, 'Ada+x@example.com'],
];

describe('takes the spellings of an address that the npm package takes, and gives the same normal form', () => {
  for (const [checked, submitted] of PAIRS) {
    test(`${JSON.stringify(checked)} submitted as ${JSON.stringify(submitted ?? null).slice(0, 40)}`, async () => {
      const receipt = await receiptFor(checked);
      const expected = await verifyReceipt(receipt, { ...options, email: submitted });
      const found = await check({ receipt, email: submitted });
      assert.equal(found.ok ? found.email : found.reason, expected.ok ? expected.email : expected.reason);
    });
  }
});

test('accepts plain addresses without the extensions intl and mbstring', async () => {
  const bare = startPhp(join(dist, 'php/ReceiptVerifier.php'), ['-n']);
  try {
    const receipt = await receiptFor('Kate@example.com', 'ES256');
    const verify = (email: string): Promise<Answer> => bare.verify({ options, receipt, email });
    const isLoaded = (await verify('Kate@EXAMPLE.com')).reason !== 'unsupported';
    if (isLoaded) assert.equal((await verify('Kate@EXAMPLE.com')).email, 'Kate@example.com');
    const ed = await bare.verify({ options, receipt: await receiptFor('Kate@example.com'), email: 'Kate@example.com' });
    // Without sodium and without OpenSSL it says so, and never accepts.
    assert.ok(ed.ok === true || ed.reason === 'unsupported', JSON.stringify(ed));
  } finally {
    bare.end();
  }
});

test('is accepted once, with a store', async () => {
  const receipt = await receiptFor('once@example.com');
  const email = 'once@example.com';
  assert.equal(await reason({ receipt, email: 'bob@example.com', once: true }), 'address');
  assert.equal(await reason({ receipt, email, once: true }), 'ok');
  assert.equal(await reason({ receipt, email, once: true }), 'used');
});

test('refuses options that are wrong', async () => {
  const wrong: [object, RegExp][] = [
    [{ jwks }, /^audience/],
    [{ audience: 'https://shop.example/', jwks }, /^audience/],
    [{ audience: 'https://SHOP.example', jwks }, /^audience .* got "https:\/\/SHOP/],
    [{ audience: 'https://shop.example:443', jwks }, /^audience/],
    [{ audience: 'https://b\u00fccher.example', jwks }, /^audience/],
    [{ audience: ORIGIN, jwks, acceptTest: 'false' }, /^acceptTest takes true or false, got string$/],
    [{ audience: ORIGIN, jwks, issuer: 5 }, /^issuer/],
    [{ audience: ORIGIN, jwks, cache: 'redis' }, /^cache/],
    [{ audience: ORIGIN, jwks, fetch: 'nope' }, /^fetch/],
    [{ audience: ORIGIN, jwks, once: 'redis' }, /^once/],
    [{ audience: ORIGIN, jwks, now: 5 }, /^now/],
    [{ audience: ORIGIN }, /^jwks/],
    [{ audience: ORIGIN, jwks: 'edge.example' }, /^jwks/],
    [{ audience: ORIGIN, jwks, policy: { block: 'invalid' } }, /^policy/],
    [{ audience: ORIGIN, jwks, policy: { blok: [] } }, /^policy/],
    [{ audience: ORIGIN, jwks, policy: { block: ['disposible'] } }, /^policy .* disposible: write disposable$/],
    [{ audience: ORIGIN, jwks, policy: { warn: ['valid', 'Invalid'] } }, /^policy .* Invalid: write invalid$/],
    [{ audience: ORIGIN, jwks, polcy: {} }, /^unknown option polcy: it takes .*policy/],
  ];
  for (const [options, text] of wrong) assert.match((await check({ options: { ...options } })).throws ?? '', text);
});

test('takes every word of a verdict in a policy, and other codes', async () => {
  const block = [...QUALITIES, ...SUB_STATUSES, 'on_our_list'];
  assert.equal((await check({ options: { ...options, policy: { block } } })).throws, undefined);
  const [, list = ''] =
    /const SUB_STATUSES = \[([^\]]*)\]/.exec(readFileSync(join(dist, 'php/ReceiptVerifier.php'), 'utf8')) ?? [];
  assert.deepEqual(
    [...list.matchAll(/'(\w+)'/g)].map(([, word]) => word),
    [...SUB_STATUSES],
  );
});
