import assert from 'node:assert/strict';
import { checkAt, type Place } from '../../edge/portable/place.js';
import { ISSUER, ORIGIN } from '../../edge/support.js';

const EMAIL = 'Ada@Example.com';

/** Receipts of this edge, right and wrong ones, for a backend to check by its key set at `url`. */
export const receiptsOf = async (place: Place, url: string): Promise<{ given: object[]; right: string[] }> => {
  const { receipt } = await checkAt(place, EMAIL);
  const jwks = `${url}/.well-known/jwks.json`;
  const expected = { receipt, email: EMAIL, audience: ORIGIN, issuer: ISSUER, jwks };
  const [header = '', payload = '', signature = ''] = receipt.split('.');
  const none = Buffer.from('{"alg":"none","typ":"email-verification+jwt"}').toString('base64url');
  assert.ok(signature.length > 80);
  const cases: [reason: string, over: object][] = [
    ['ok', {}],
    ['address', { email: 'bob@example.com' }],
    ['audience', { audience: 'https://evil.example' }],
    ['issuer', { issuer: 'https://evil.example' }],
    ['signature', { receipt: `${header}.${payload}.${'A'.repeat(signature.length)}` }],
    ['algorithm', { receipt: `${none}.${payload}.` }],
    ['malformed', { receipt: 'none' }],
    ['policy', { policy: { block: ['valid'] } }],
    ['keys_unavailable', { jwks: `${url}/nothing` }],
  ];
  return { given: cases.map(([, over]) => ({ ...expected, ...over })), right: cases.map(([reason]) => reason) };
};
