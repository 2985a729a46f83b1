/**
 * @see https://www.rfc-editor.org/rfc/rfc8725
 * @see https://www.rfc-editor.org/rfc/rfc8265
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'vitest';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import { generateReceiptKey } from '../../src/edge/index.js';
import { publicHalf } from '../../src/receipt/key.js';
import { verifyReceipt, type ReceiptExpectation, type ReceiptFault } from '../../src/receipt/index.js';
import type { ReceiptClaims, Status } from '../../src/protocol/index.js';
import {
  answerJson,
  checkOnce,
  forge,
  ISSUER,
  ORIGIN,
  receiptKey,
  respellings,
  result,
  setUp,
  startUpstream,
} from '../edge/support.js';
import { signWith } from './support.js';

const EMAIL = 'ada@example.com';
const upstream = await startUpstream((email, response) => {
  const status = (/^(valid|invalid|risky|unknown)@/.exec(email)?.[1] ?? 'valid') as Status;
  answerJson(
    response,
    result(email, { status, quality: status === 'valid' ? 'safe' : 'unknown', sub_status: ['catch_all'] }),
  );
});
const { edge, clock } = setUp(upstream.baseUrl);
const { receipt } = await checkOnce(edge, EMAIL);
const publicKey = publicHalf(receiptKey);
const expected: ReceiptExpectation = { email: EMAIL, audience: ORIGIN, jwks: { keys: [publicKey] } };

const reason = async (receipt: unknown, over: Partial<ReceiptExpectation> = {}): Promise<ReceiptFault | 'ok'> => {
  const check = await verifyReceipt(receipt, { ...expected, ...over });
  return check.ok ? 'ok' : check.reason;
};

test('a receipt names its key and its kind, and says what was found, but not for whom', () => {
  assert.deepEqual(decodeProtectedHeader(receipt), {
    alg: 'EdDSA',
    typ: 'email-verification+jwt',
    kid: receiptKey.kid,
  });
  const { jti, ...claims } = decodeJwt(receipt);
  const iat = Math.floor(clock.now / 1000);
  assert.match(String(jti), /^[\w-]{36}$/);
  assert.deepEqual(claims, {
    iss: ISSUER,
    aud: ORIGIN,
    // printf ada@example.com | openssl dgst -sha256 -binary | basenc --base64url
    sub: 'tfyF5VdV-eDQMKEKtEKbaylEhV-aDWAHf-gyvsvEHXI',
    // Of an unknown provider the mailbox is the address.
    mailbox: 'tfyF5VdV-eDQMKEKtEKbaylEhV-aDWAHf-gyvsvEHXI',
    status: 'valid',
    quality: 'safe',
    sub_status: ['catch_all'],
    iat,
    exp: iat + 1800,
  });
});

test('a backend lets through what was found valid for this address on this site', async () => {
  const check = await verifyReceipt(receipt, {
    ...expected,
    issuer: ISSUER,
    audience: ['https://www.shop.example', ORIGIN],
  });
  assert.ok(check.ok);
  assert.equal(check.decision, 'allow');
  assert.deepEqual(check.claims, decodeJwt(receipt) as unknown as ReceiptClaims);
});

test('another spelling of the same address is the same address', async () => {
  for (const email of ['ada@EXAMPLE.com', ' ada@example.com ']) assert.equal(await reason(receipt, { email }), 'ok');
});

test('each verdict gets its decision, and a policy of one’s own another', async () => {
  const of = async (email: string, policy = {}): Promise<unknown> => {
    const check = await verifyReceipt((await checkOnce(edge, email)).receipt, { ...expected, email, policy });
    return check.ok ? check.decision : check.reason;
  };
  assert.equal(await of('risky@example.com'), 'warn');
  assert.equal(await of('unknown@example.com'), 'allow');
  assert.equal(await of('invalid@example.com'), 'policy');
  assert.equal(await of('no address'), 'policy');
  assert.equal(await of('valid@example.com', { block: ['catch_all'] }), 'policy');
  assert.equal(await of('unknown@example.com', { block: ['unknown'] }), 'policy');
  assert.equal(await of('invalid@example.com', { allowDomains: ['Example.com'] }), 'allow');
});

test('what it is held against is checked in order: expiry, issuer, audience, address, policy', async () => {
  const now = (): number => clock.now + 1_860_001;
  const wrong = {
    now,
    issuer: 'https://x.example',
    audience: 'https://x.example',
    email: 'x@x.example',
    policy: { block: ['valid'] as const },
  };
  assert.equal(await reason(receipt, wrong), 'expired');
  assert.equal(await reason(receipt, { ...wrong, now: () => clock.now }), 'issuer');
  assert.equal(await reason(receipt, { ...wrong, now: () => clock.now, issuer: ISSUER }), 'audience');
  const { email, policy } = wrong;
  assert.equal(await reason(receipt, { email, policy }), 'address');
  assert.equal(await reason(receipt, { policy }), 'policy');
});

test('a receipt serves half an hour and the minute that two clocks may differ', async () => {
  const { exp = 0 } = decodeJwt(receipt);
  assert.equal(await reason(receipt, { now: () => (exp + 60) * 1000 - 1 }), 'ok');
  assert.equal(await reason(receipt, { now: () => (exp + 60) * 1000 }), 'expired');
});

test('a receipt for one site is worth nothing on another', async () => {
  for (const audience of [
    'https://other.example',
    'https://shop.example:8443',
    ['https://other.example', 'http://shop.example'],
  ]) {
    assert.equal(await reason(receipt, { audience }), 'audience');
  }
});

test('a receipt for one address is worth nothing for another', async () => {
  for (const email of ['bob@example.com', 'ada@example.org', 'Ada+x@example.com', '', 'ada']) {
    assert.equal(await reason(receipt, { email }), 'address');
  }
});

describe('no forged receipt is accepted', async () => {
  const [head = '', body = '', signature = ''] = receipt.split('.');
  const header = decodeProtectedHeader(receipt);
  const claims = decodeJwt(receipt);
  const mine = await generateReceiptKey();
  const sign = async (key: typeof mine, headers: object, payload: object = claims): Promise<string> =>
    new SignJWT({ ...payload })
      .setProtectedHeader({ alg: 'EdDSA', ...header, ...headers })
      .sign(await importJWK({ ...key }, 'EdDSA'));
  const hmac = (key: string | Buffer): string => {
    const unsigned = forge({ ...header, alg: 'HS256' }, claims).slice(0, -1);
    return `${unsigned}.${createHmac('sha256', key).update(unsigned).digest('base64url')}`;
  };
  const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  const attacks: Record<string, [unknown, ReceiptFault]> = {
    nothing: [undefined, 'malformed'],
    null: [null, 'malformed'],
    'an empty field': ['', 'malformed'],
    'a list, as of a repeated field': [[receipt], 'malformed'],
    words: ['let me in', 'malformed'],
    dots: ['..', 'malformed'],
    'two parts': [`${head}.${body}`, 'malformed'],
    'a megabyte': [`${receipt}${'A'.repeat(1e6)}`, 'malformed'],
    'alg none, unsigned': [forge({ ...header, alg: 'none' }, claims), 'algorithm'],
    'alg none, with the real signature': [forge({ ...header, alg: 'none' }, claims, signature), 'algorithm'],
    'no alg': [forge({ typ: header.typ, kid: header.kid }, claims, signature), 'algorithm'],
    'alg in a list': [forge({ ...header, alg: ['EdDSA'] }, claims, signature), 'algorithm'],
    'HMAC with the public key': [hmac(Buffer.from(receiptKey.x, 'base64url')), 'algorithm'],
    'HMAC with the key set': [hmac(JSON.stringify({ keys: [publicKey] })), 'algorithm'],
    'an ES256 header': [forge({ ...header, alg: 'ES256' }, claims, signature), 'algorithm'],
    'no mailbox': [await signWith(receiptKey, { ...claims, mailbox: undefined }), 'malformed'],
    'no key id': [forge({ ...header, kid: undefined }, claims, signature), 'malformed'],
    'a key id that nobody has': [await sign(mine, { kid: mine.kid }), 'key'],
    'a key of one’s own under the real id': [await sign(mine, {}), 'signature'],
    'a key of one’s own in the header': [
      await sign(mine, { jwk: { kty: 'OKP', crv: 'Ed25519', x: mine.x } }),
      'signature',
    ],
    'other claims under the real signature': [
      forge(header, { ...claims, status: 'valid', exp: 9e9 }, signature),
      'signature',
    ],
    'a changed signature': [`${head}.${body}.${flipped}`, 'signature'],
    'no signature': [`${head}.${body}.`, 'signature'],
    ...Object.fromEntries(
      Object.entries(respellings(receipt)).map(([what, text]) => [what, [text, 'malformed']] as const),
    ),
    'a signature of zeros': [`${head}.${body}.${'A'.repeat(86)}`, 'signature'],
    'another kind of JWS of the same key': [await sign(receiptKey, { typ: 'JWT' }), 'malformed'],
    'a critical extension': [forge({ ...header, crit: ['b64'], b64: false }, claims, signature), 'malformed'],
    'claims of another kind, well signed': [await sign(receiptKey, {}, { sub: 'ada' }), 'malformed'],
    'a status that does not exist, well signed': [
      await sign(receiptKey, {}, { ...claims, status: 'fine' }),
      'malformed',
    ],
    'no expiry, well signed': [await sign(receiptKey, {}, { ...claims, exp: undefined }), 'malformed'],
  };
  for (const [name, [attack, fault]] of Object.entries(attacks)) {
    test(name, async () => {
      assert.equal(await reason(attack), fault);
    });
  }
});

test('a key set decides what its keys may be used for', async () => {
  const { kid, x } = receiptKey;
  const secret = { kty: 'oct', k: x, kid, alg: 'HS256' };
  assert.equal(await reason(receipt, { jwks: { keys: [secret] } }), 'key');
  assert.equal(await reason(receipt, { jwks: { keys: [{ ...publicKey, crv: 'X25519' }] } }), 'key');
  assert.equal(await reason(receipt, { jwks: { keys: [{ ...publicKey, x: 'AAAA' }] } }), 'key');
  assert.equal(await reason(receipt, { jwks: { keys: [] } }), 'key');
});

test('an address that is no text, as of a repeated field, is an address it was not made for', async () => {
  for (const email of [undefined, null, [EMAIL], { email: EMAIL }]) {
    assert.equal(await reason(receipt, { email }), 'address');
  }
});

describe('one receipt stands for every spelling of its address', () => {
  const spellings: Record<string, string> = {
    'a trailing newline': 'Kate@example.com\n',
    'a byte order mark': '\ufeffKate@example.com',
    'needless quotes': '"Kate"@example.com',
    'capitals in the domain': 'Kate@EXAMPLE.com',
  };
  for (const [name, email] of Object.entries(spellings)) {
    test(`${name}: the backend is given the normal form to store`, async () => {
      const { receipt } = await checkOnce(edge, 'Kate@example.com');
      const check = await verifyReceipt(receipt, { ...expected, email });
      assert.ok(check.ok);
      assert.equal(check.email, 'Kate@example.com');
    });
  }

  test('the Kelvin sign is no spelling of K', async () => {
    const { receipt } = await checkOnce(edge, 'Kate@example.com');
    assert.equal(await reason(receipt, { email: '\u212aate@example.com' }), 'address');
  });
});

test('a text that is not well-formed, which UTF-8 cannot tell from others, is an address no receipt was made for', async () => {
  const policy = { block: [] };
  const email = 'a\ufffdb@example.com';
  const { receipt } = await checkOnce(edge, email);
  assert.equal(await reason(receipt, { email }), 'policy');
  assert.equal(await reason(receipt, { email, policy }), 'ok', 'the text that the edge has signed');
  for (const other of ['\ud800', '\ud801', '\udfff', '\udc00\ud800', '\ud83d']) {
    const submitted = `a${other}b@example.com`;
    assert.equal(await reason(receipt, { email: submitted, policy }), 'address', JSON.stringify(other));
    const made = await checkOnce(edge, submitted);
    assert.equal(await reason(made.receipt, { email: submitted, policy }), 'address', 'of its own receipt too');
  }
  const pair = 'a\ud83d\ude00b@example.com';
  assert.equal(await reason((await checkOnce(edge, pair)).receipt, { email: pair }), 'ok');
});

test('a backend that changes the letter case is told so, in whichever direction', async () => {
  const { receipt: mixed } = await checkOnce(edge, 'Ada@example.com');
  assert.equal(await reason(mixed, { email: 'Ada@example.com' }), 'ok');
  assert.equal(await reason(mixed, { email: 'ada@example.com' }), 'letter_case');
  assert.equal(await reason(mixed, { email: 'ADA@EXAMPLE.COM' }), 'letter_case');
  assert.equal(await reason(receipt, { email: 'ADA@example.com' }), 'letter_case');
  assert.equal(await reason(mixed, { email: 'Bob@example.com' }), 'address');
});

test('an address without capitals needs no second hash', () => {
  assert.equal(decodeJwt(receipt)['folded'], undefined);
});

test('the issuer is the same in all spellings of its URL', async () => {
  const spellings = [ISSUER, `${ISSUER}/`, 'HTTPS://Edge.Example:443', 'https:edge.example'];
  for (const issuer of spellings) {
    const { receipt: made } = await checkOnce(setUp(upstream.baseUrl, { issuer }).edge, EMAIL);
    assert.equal(decodeJwt(made).iss, ISSUER);
    for (const wanted of spellings) assert.equal(await reason(made, { issuer: wanted }), 'ok');
    assert.equal(await reason(made, { issuer: `${ISSUER}/verify` }), 'issuer');
  }
});

test('the issuer of the context of a request is signed in the same form', async () => {
  const typed = 'https://Edge.Example/';
  const { edge } = setUp(upstream.baseUrl);
  const { receipt: made } = await checkOnce((request, context) => edge(request, { ...context, issuer: typed }), EMAIL);
  for (const issuer of [typed, ISSUER]) assert.equal(await reason(made, { issuer }), 'ok');
});
