/** Receipts of the built edge, and forged ones. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import type * as EdgeModule from '../../src/edge/index.js';
import type * as ReceiptModule from '../../src/receipt/index.js';

export const dist = join(import.meta.dirname, '../../dist');
const { createEdge, generateReceiptKey } = (await import(join(dist, 'edge/index.js'))) as typeof EdgeModule;
export const { verifyReceipt } = (await import(join(dist, 'receipt/index.js'))) as typeof ReceiptModule;

type ReceiptPrivateKey = Awaited<ReturnType<typeof generateReceiptKey>>;

export const ORIGIN = 'https://shop.example';
export const ISSUER = 'https://edge.example';
export const EMAIL = 'ada@example.com';
export const eddsa = await generateReceiptKey();
export const es256 = await generateReceiptKey('ES256');
export const stranger = await generateReceiptKey();
const publicOf = (key: ReceiptPrivateKey): object => ({ ...key, d: undefined });
export const publicKey = publicOf(eddsa);
export const jwks = { keys: [publicKey, publicOf(es256)] };

/** An upstream whose local part names the status. */
const answer = (url: string): Promise<Response> => {
  const email = new URL(url).searchParams.get('email') ?? '';
  const [account, domain] = email.split('@');
  const status = /^(invalid|risky|unknown)/.exec(email)?.[1] ?? 'valid';
  const sub_status = email.includes('nobox') ? ['mailbox_full'] : [];
  const rest = {
    quality: 'safe',
    score: 1,
    mx_record: '',
    did_you_mean: null,
    checked_at: '2026-01-31T12:00:00+00:00',
  };
  return Promise.resolve(Response.json({ email, account, domain, status, sub_status, ...rest }));
};

const edgeOf = (receiptKey: ReceiptPrivateKey): EdgeModule.Edge =>
  createEdge({
    origins: [ORIGIN],
    secret: 'a secret of the PHP tests, long enough to be one',
    receiptKey,
    issuer: ISSUER,
    upstream: { baseUrl: 'https://upstream.example', apiKey: 'k', ratePerSecond: Infinity, fetch: answer },
  });
const edges = { EdDSA: edgeOf(eddsa), ES256: edgeOf(es256) };

let clients = 0;
/** A receipt as a page gets it. */
export const receiptFor = async (email: string, algorithm: 'EdDSA' | 'ES256' = 'EdDSA'): Promise<string> => {
  const clientAddress = `192.0.2.${clients++ % 250}`;
  const post = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const init = { method: 'POST', headers: { origin: ORIGIN }, ...(body && { body: JSON.stringify(body) }) };
    const response = await edges[algorithm](new Request(`${ISSUER}${path}`, init), { clientAddress });
    assert.equal(response.status, 200, path);
    return (await response.json()) as Record<string, unknown>;
  };
  const { token } = await post('/token');
  return (await post('/validate', { token, email }))['receipt'] as string;
};

export const receipt = await receiptFor(EMAIL);
export const claims = decodeJwt(receipt);
export const header = decodeProtectedHeader(receipt);
export const sign = async (key: ReceiptPrivateKey, over: object, payload: object = claims): Promise<string> =>
  new SignJWT({ ...payload })
    .setProtectedHeader({ alg: 'EdDSA', ...header, ...over })
    .sign(await importJWK({ ...key }, key.kty === 'EC' ? 'ES256' : 'EdDSA'));

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A receipt by hand, with any signature. */
export const forge = (header: object, claims: object, signature = ''): string =>
  `${part(header)}.${part(claims)}.${signature}`;

/** A receipt that is signed with HMAC. */
export const forgeHmac = (header: object, claims: object, key: string): string => {
  const signed = forge({ ...header, alg: 'HS256' }, claims).slice(0, -1);
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
};
