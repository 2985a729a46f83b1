/** @see https://www.rfc-editor.org/rfc/rfc4648#section-3.5 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'vitest';
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import { deriveKeys } from '../../src/edge/derived-keys.js';
import type { TokenAnswer } from '../../src/protocol/index.js';
import {
  assertProblem,
  CLIENT,
  fetchToken,
  forge,
  ORIGIN,
  post,
  receiptKey,
  respellings,
  SECRET,
  setUp,
  startUpstream,
  validate,
} from './support.js';

const upstream = await startUpstream();
const OTHER = 'https://other.example';
const { edge } = setUp(upstream.baseUrl, { origins: [ORIGIN, OTHER] });

test('a token says its origin, its time, its client only as a hash, and how many checks it pays for', async () => {
  const { edge, clock } = setUp(upstream.baseUrl, { quotas: { checksPerToken: 7 } });
  const response = await post(edge, '/token', null);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  const { token, expires_in } = (await response.json()) as TokenAnswer;
  assert.equal(expires_in, 600);
  assert.equal(decodeProtectedHeader(token).alg, 'HS256');
  const claims = decodeJwt(token);
  const iat = Math.floor(clock.now / 1000);
  assert.deepEqual([claims.aud, claims.iat, claims.exp, claims['checks']], [ORIGIN, iat, iat + 600, 7]);
  assert.match(String(claims['client']), /^[\w-]{43}$/);
  assert.ok(!JSON.stringify(claims).includes(CLIENT));
  assert.notEqual(claims.jti, decodeJwt(await fetchToken(edge)).jti);
});

test('a token serves until its last second and is then told to have expired', async () => {
  const { edge, clock } = setUp(upstream.baseUrl);
  const token = await fetchToken(edge);
  clock.now = (Math.floor(clock.now / 1000) + 599) * 1000;
  assert.equal((await validate(edge, token, 'in-time@example.com')).status, 200);
  clock.now += 1000;
  await assertProblem(await validate(edge, token, 'late@example.com'), 401, 'token_expired');
});

test('a token is good for the origin it was issued to and for no other', async () => {
  const token = await fetchToken(edge, { origin: OTHER });
  await assertProblem(await validate(edge, token, 'a@example.com'), 401, 'bad_token');
  assert.equal((await validate(edge, token, 'a@example.com', { origin: OTHER })).status, 200);
});

test('a token is good for the network it was issued to and for no other', async () => {
  const token = await fetchToken(edge);
  await assertProblem(await validate(edge, token, 'a@example.com', { client: '192.0.2.8' }), 401, 'bad_token');
  assert.equal((await validate(edge, token, 'a@example.com')).status, 200);
});

test('a phone that changes its address within its IPv6 network keeps its token', async () => {
  const token = await fetchToken(edge, { client: '2001:db8:1:2::1' });
  assert.equal((await validate(edge, token, 'a@example.com', { client: '2001:db8:1:2:ffff::9' })).status, 200);
  await assertProblem(await validate(edge, token, 'a@example.com', { client: '2001:db8:1:3::1' }), 401, 'bad_token');
});

test('clients without a known address share one allowance and can still check', async () => {
  const headers = { origin: ORIGIN };
  const answer = await edge(new Request('https://edge.example/token', { method: 'POST', headers }));
  const { token } = (await answer.json()) as TokenAnswer;
  const body = JSON.stringify({ token, email: 'a@example.com' });
  const response = await edge(new Request('https://edge.example/validate', { method: 'POST', headers, body }));
  assert.equal(response.status, 200);
});

test('an edge with another secret does not take the token', async () => {
  const { edge: another } = setUp(upstream.baseUrl, { secret: `${SECRET}!` });
  await assertProblem(await validate(edge, await fetchToken(another), 'a@example.com'), 401, 'bad_token');
});

describe('no forged token is accepted', async () => {
  const real = await fetchToken(edge);
  const [head = '', body = '', signature = ''] = real.split('.');
  const header = decodeProtectedHeader(real);
  const claims = decodeJwt(real);
  const hmac = (key: string | Buffer, input: string): string =>
    createHmac('sha256', key).update(input).digest('base64url');
  const signedBy = (key: string | Buffer, alg = 'HS256'): string => {
    const unsigned = forge({ ...header, alg }, claims).slice(0, -1);
    return `${unsigned}.${hmac(key, unsigned)}`;
  };
  const sign = new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', typ: 'email-verify-token+jwt' });
  const { privateKey } = await generateKeyPair('EdDSA');
  const { token: tokenKey, id: kid } = await deriveKeys(new TextEncoder().encode(SECRET));
  const ofKind = (typ: string, over: object = {}): Promise<string> =>
    new SignJWT({ ...claims, ...over }).setProtectedHeader({ alg: 'HS256', typ, kid }).sign(tokenKey);
  assert.equal((await validate(edge, await ofKind('email-verify-token+jwt'), 'a@example.com')).status, 200);
  const richer = forge(header, { ...claims, checks: 1_000_000, exp: 9_999_999_999 }, signature);
  const attacks: Record<string, string> = {
    'no token': '',
    'no JWT': 'x.y.z',
    'alg none, unsigned': forge({ ...header, alg: 'none' }, claims),
    'alg None, unsigned': forge({ ...header, alg: 'None' }, claims),
    'alg none, with the real signature': forge({ ...header, alg: 'none' }, claims, signature),
    'no alg': forge({ typ: header.typ }, claims, signature),
    'other claims under the real signature': richer,
    'a cut signature': real.slice(0, -4),
    'no signature': `${head}.${body}.`,
    'signed with the raw secret': signedBy(SECRET),
    'signed with an empty key': signedBy('empty'),
    'signed with the public receipt key as the HMAC secret': signedBy(Buffer.from(receiptKey.x, 'base64url')),
    'signed with the public receipt key as JSON': signedBy(JSON.stringify(receiptKey)),
    'HS384 in the header': signedBy(SECRET, 'HS384'),
    'another kind of JWT of the same key': await ofKind('JWT'),
    'no number of checks, well signed': await ofKind('email-verify-token+jwt', { checks: 'many' }),
    'no expiry, well signed': await ofKind('email-verify-token+jwt', { exp: undefined }),
    'no key id': forge({ ...header, kid: undefined }, claims, signature),
    'a key id that nobody has': forge({ ...header, kid: 'x' }, claims, signature),
    'EdDSA with a key of one’s own': await sign.sign(privateKey),
    'a key of one’s own in the header': forge({ ...header, jwk: { kty: 'oct', k: 'AAAA' } }, claims, signature),
    'five parts, as of a JWE': `${real}.a.b`,
    ...respellings(real),
  };
  for (const [name, token] of Object.entries(attacks)) {
    test(name, async () => {
      await assertProblem(await validate(edge, token, 'a@example.com'), 401, 'bad_token');
    });
  }
});

test('a token that served once is still refused to others, and once its time is over', async () => {
  const { edge, clock } = setUp(upstream.baseUrl, { origins: [ORIGIN, OTHER] });
  const token = await fetchToken(edge);
  assert.equal((await validate(edge, token, 'a@example.com')).status, 200);
  await assertProblem(await validate(edge, token, 'a@example.com', { client: '192.0.2.8' }), 401, 'bad_token');
  await assertProblem(await validate(edge, token, 'a@example.com', { origin: OTHER }), 401, 'bad_token', OTHER);
  assert.equal((await validate(edge, token, 'a@example.com')).status, 200);
  clock.now += 600_000;
  await assertProblem(await validate(edge, token, 'a@example.com'), 401, 'token_expired');
});

test('a secret is changed without a token being lost: the new one makes them, the old one’s are still taken', async () => {
  const [older, newer] = [SECRET, `${SECRET}, the next`];
  const before = setUp(upstream.baseUrl, { secret: older }).edge;
  const during = setUp(upstream.baseUrl, { secret: [newer, older] }).edge;
  const after = setUp(upstream.baseUrl, { secret: [newer] }).edge;
  const [old, fresh] = [await fetchToken(before), await fetchToken(during)];
  assert.equal((await validate(during, old, 'a@example.com')).status, 200);
  assert.equal((await validate(during, fresh, 'a@example.com')).status, 200);
  assert.equal((await validate(after, fresh, 'a@example.com')).status, 200);
  await assertProblem(await validate(after, old, 'a@example.com'), 401, 'bad_token');
  await assertProblem(await validate(before, fresh, 'a@example.com'), 401, 'bad_token');
  await assertProblem(await validate(during, old, 'a@example.com', { client: '192.0.2.8' }), 401, 'bad_token');
});

test('a receipt does not pass for a token', async () => {
  const answer = await validate(edge, await fetchToken(edge), 'a@example.com');
  const { receipt } = (await answer.json()) as { receipt: string };
  await assertProblem(await validate(edge, receipt, 'a@example.com'), 401, 'bad_token');
});
