import { decide, type Decision, type ReceiptClaims } from '../../protocol/index.js';
import { success } from '../result.js';
import { checkExpectation, type ReceiptExpectation } from './expectation.js';
import { useOnce } from './once.js';
import { CLOCK_TOLERANCE_S, readSigned, type SignatureFault } from './signed.js';
import { normalise, subjectOf, type NormalisedAddress } from './subject.js';

/**
 * Why a receipt is refused. In the order in which it is checked:
 *
 * - `malformed`: no receipt at all;
 * - `algorithm`: neither EdDSA nor ES256, or not the one of the key it names;
 * - `keys_unavailable`: the keys could not be fetched: this says nothing about the receipt;
 * - `key`: it names none of the keys;
 * - `signature`: that key did not sign it;
 * - `expired`; `not_yet_valid`: made in the future: one of the two clocks is wrong;
 * - `issuer`: signed by another edge; `audience`: made for another site; `address`: made for another address;
 * - `policy`: genuine, but the policy blocks what was found;
 * - `used`: it was used before; `store_unavailable`: whether it was could not be found out.
 */
export type ReceiptFault =
  SignatureFault | 'not_yet_valid' | 'issuer' | 'audience' | 'address' | 'policy' | 'used' | 'store_unavailable';

/** What {@link verifyReceipt} found. `claims` are given as soon as the signature holds. */
export type ReceiptCheck =
  | { ok: true; decision: Exclude<Decision, 'block'>; claims: ReceiptClaims }
  | { ok: false; reason: ReceiptFault; claims?: ReceiptClaims };

const CLOCK_TOLERANCE_MS = CLOCK_TOLERANCE_S * 1000;
/** A receipt has some 600 characters; a form field can have any number. */
const MAX_LENGTH = 8192;

/** When a receipt is no longer accepted, in milliseconds since 1970. */
const endOf = ({ exp }: ReceiptClaims): number => exp * 1000 + CLOCK_TOLERANCE_MS;

const faultOf = (
  claims: ReceiptClaims,
  address: NormalisedAddress,
  { audience, issuer }: ReceiptExpectation,
  nowMs: number,
): ReceiptFault | null => {
  if (claims.iat * 1000 - CLOCK_TOLERANCE_MS > nowMs) return 'not_yet_valid';
  if (issuer !== undefined && claims.iss !== issuer) return 'issuer';
  if (![audience].flat().includes(claims.aud)) return 'audience';
  return claims.sub === subjectOf(address) ? null : 'address';
};

const check = async (
  receipt: string,
  email: string,
  expected: ReceiptExpectation,
  nowMs: number,
): Promise<ReceiptCheck> => {
  const signed = await readSigned(receipt, expected.jwks, nowMs);
  if (!signed.ok) return signed;
  const claims = signed.value;
  const address = normalise(email);
  const fault = faultOf(claims, address, expected, nowMs);
  if (fault) return { ok: false, reason: fault, claims };
  const decision = decide({ ...claims, email: address.text }, expected.policy);
  if (decision === 'block') return { ok: false, reason: 'policy', claims };
  // Last: a receipt that is refused for anything else is not used up by it.
  const used = expected.once ? await useOnce(expected.once, claims, endOf(claims) - nowMs) : success(null);
  return used.ok ? { ok: true, decision, claims } : { ok: false, reason: used.reason, claims };
};

/**
 * Checks a receipt in the site's backend: that the edge signed it, not long ago, for this site and this address, and that
 * the policy lets through what was found; with `once`, also that it was not used before. Works offline when `jwks` is a key
 * set. The clocks of edge and backend may differ by a minute.
 *
 * What comes from outside is never an exception: for a bad receipt, a bad address, keys that cannot be had and a store that
 * fails there are reasons.
 * @param receipt what the form field `email-verification` held; anything at all may be given.
 * @returns whether the address may be let through, and what was found or what is wrong.
 * @throws TypeError, at every call, for an option that can never do (all but `email`); the message says what would be right.
 * @example
 * const found = await verifyReceipt(form.get('email-verification'), {
 *   email: form.get('email'),
 *   audience: 'https://shop.example',
 *   jwks: 'https://edge.example/.well-known/jwks.json',
 * });
 * if (!found.ok) console.log(`not verified: ${found.reason}`);
 */
export const verifyReceipt = async (receipt: unknown, expected: ReceiptExpectation): Promise<ReceiptCheck> => {
  checkExpectation(expected);
  if (typeof receipt !== 'string' || receipt.length > MAX_LENGTH) return { ok: false, reason: 'malformed' };
  const { email, now = Date.now } = expected;
  return typeof email === 'string' ? check(receipt, email, expected, now()) : { ok: false, reason: 'address' };
};
