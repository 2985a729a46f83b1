import { decide, type Decision, type ReceiptClaims } from '../protocol/index.js';
import { success } from '../util/success-or-failure.js';
import { canonicalUrl } from '../util/url.js';
import { checkExpectation, type ReceiptExpectation } from './expectation.js';
import { useOnce } from './single-use.js';
import { CLOCK_TOLERANCE_S, readSigned, type SignatureFault } from './signature.js';
import { normalise, subjectsOf, type NormalisedAddress } from './address-hash.js';

/**
 * The reason why a receipt is refused, in the order of the checks:
 *
 * - `malformed`: not a receipt;
 * - `algorithm`: neither EdDSA nor ES256, or not the algorithm of its key;
 * - `keys_unavailable`: the keys could not be fetched, so the receipt was not checked;
 * - `key`: unknown key id;
 * - `signature`: invalid signature;
 * - `expired`; `not_yet_valid`: issued in the future, so one of the two clocks is wrong;
 * - `test_mode`: that of an edge in test mode or with a test key, without `acceptTest`: nothing was checked;
 * - `issuer`: signed by another edge; `audience`: issued for another site; `address`: issued for another address;
 * - `letter_case`: issued for this address in another letter case, so the backend changed the field before the check;
 * - `policy`: genuine, but the policy blocks the verdict;
 * - `used`: already used; `store_unavailable`: the store failed, so single use could not be checked.
 */
export type ReceiptFault =
  | SignatureFault
  | 'not_yet_valid'
  | 'test_mode'
  | 'issuer'
  | 'audience'
  | 'address'
  | 'letter_case'
  | 'policy'
  | 'used'
  | 'store_unavailable';

/**
 * The result of {@link verifyReceipt}. `claims` are present if the signature is valid. `email` is the address in normal
 * form: store this one, since one receipt is valid for every spelling of it (surrounding whitespace, quotes, Unicode
 * forms). A member that a result does not have is `undefined` in the types, so that a program may destructure it before
 * it looks at `ok`.
 */
export type ReceiptCheck =
  | { ok: true; decision: Exclude<Decision, 'block'>; email: string; claims: ReceiptClaims; reason?: undefined }
  | { ok: false; reason: ReceiptFault; claims?: ReceiptClaims; decision?: undefined; email?: undefined };

const CLOCK_TOLERANCE_MS = CLOCK_TOLERANCE_S * 1000;
/** A receipt has about 600 characters; a form field can have any number. */
const MAX_LENGTH = 8192;

/** Matches a lone surrogate. UTF-8 encodes all of them as U+FFFD, so different texts would have the same hash. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * The time from which no backend accepts the receipt, by this backend's clock. This clock may be ahead by the
 * tolerance, and another one behind by it.
 */
const endOf = ({ exp }: ReceiptClaims): number => exp * 1000 + 3 * CLOCK_TOLERANCE_MS;

const faultOf = (
  claims: ReceiptClaims,
  address: NormalisedAddress,
  { audience, issuer, acceptTest = false }: ReceiptExpectation,
  nowMs: number,
): ReceiptFault | null => {
  if (claims.iat * 1000 - CLOCK_TOLERANCE_MS > nowMs) return 'not_yet_valid';
  if (claims.test && !acceptTest) return 'test_mode';
  if (issuer !== undefined && claims.iss.replace(/\/+$/, '') !== canonicalUrl(issuer)) return 'issuer';
  if (![audience].flat().includes(claims.aud)) return 'audience';
  if (LONE_SURROGATE.test(address.text)) return 'address';
  const { sub, folded = sub } = subjectsOf(address);
  if (claims.sub === sub) return null;
  return (claims.folded ?? claims.sub) === folded ? 'letter_case' : 'address';
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
  // Checked last, so that a receipt refused for another reason is not used up.
  const used = expected.once ? await useOnce(expected.once, claims, endOf(claims) - nowMs) : success(null);
  return used.ok ? { ok: true, decision, email: address.text, claims } : { ok: false, reason: used.reason, claims };
};

/**
 * Verifies a receipt in the site's backend: the edge signed it in the last half hour, for this site and this address, and
 * the policy does not block its verdict; with `once`, also that it was not used before. Works offline if `jwks` is a key
 * set. The clocks of edge and backend may differ by a minute.
 *
 * User input and outages never throw: an invalid receipt, an invalid address, unavailable keys and a failing store are
 * reasons in the result.
 * @param receipt the form field `email-verification`; any type.
 * @returns the decision and the claims, or the reason of the refusal.
 * @throws TypeError, at every call, for an invalid option (other than `email`); the message says what it expects.
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
