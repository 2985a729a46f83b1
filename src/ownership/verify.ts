import { parseAddress } from '../address/parse.js';
import { runtimeCrypto } from '../receipt/crypto/index.js';
import { withTimeout } from '../util/timeout.js';
import { checkExpectation, type OwnershipExpectation } from './expectation.js';
import { Refused, type OwnershipFault } from './fault.js';
import { checkDelegation, checkSignature, isSignedBy, resolverOf } from './issuer.js';
import { readToken, type OwnershipToken } from './token.js';

/**
 * The result of {@link verifyOwnership}: the address as the issuer writes it, and who the issuer is; or the reason of the
 * refusal. With `isPrivate`, the issuer has made the address for this site, and forwards its mail.
 */
export type OwnershipCheck =
  | { ok: true; email: string; issuer: string; isPrivate: boolean; reason?: undefined }
  | { ok: false; reason: OwnershipFault; email?: undefined; issuer?: undefined; isPrivate?: undefined };

const TIMEOUT_MS = 5000;
/** The age of a token, in seconds: the browser asks for it when the form is filled in, and sends it with the form. */
const MAX_AGE_S = 300;
/** Tolerated clock skew, in seconds, either way. */
const CLOCK_TOLERANCE_S = 60;

/** Compares by hashes, whose first differing character tells nothing of the texts. */
const isSame = (one: string, other: string): boolean => {
  const { sha256 } = runtimeCrypto();
  return sha256(one) === sha256(other);
};

/** Compares addresses without their letter case (draft-hardt-email-verification-02). */
const isSameAddress = (one: string, other: string): boolean => {
  const [a, b] = [parseAddress(one), parseAddress(other)];
  return a.ok && b.ok && a.ascii.toLowerCase() === b.ascii.toLowerCase();
};

const ageFault = (atS: number, nowMs: number): OwnershipFault | null => {
  const ageS = nowMs / 1000 - atS;
  if (ageS > MAX_AGE_S + CLOCK_TOLERANCE_S) return 'expired';
  return ageS < -CLOCK_TOLERANCE_S ? 'not_yet_valid' : null;
};

/** A part may be valid for a shorter time than its age allows. */
const validityFault = ({ validFrom, validUntil }: OwnershipToken['claims'], nowMs: number): OwnershipFault | null => {
  if (nowMs / 1000 >= validUntil + CLOCK_TOLERANCE_S) return 'expired';
  return nowMs / 1000 < validFrom - CLOCK_TOLERANCE_S ? 'not_yet_valid' : null;
};

/** Finds what is wrong with a token before anybody is asked: a stranger can send any. */
const faultWithoutNetwork = async (
  { evt, kb, claims }: OwnershipToken,
  { email, audience, nonce, issuers, domains }: OwnershipExpectation,
  nowMs: number,
): Promise<OwnershipFault | null> => {
  if (typeof email !== 'string' || !isSameAddress(claims.email, email)) return 'email';
  if (!claims.isVerified) return 'email_unverified';
  if (!issuers.includes(claims.iss)) return 'issuer';
  if (![audience].flat().includes(claims.aud)) return 'audience';
  if (!isSame(claims.nonce, nonce)) return 'nonce';
  const late = ageFault(claims.iat, nowMs) ?? ageFault(claims.presentedAt, nowMs) ?? validityFault(claims, nowMs);
  if (late) return late;
  // RFC 9901, section 4.3.1: the hash covers all before the browser's part, with the separator.
  const isBound = isSame(claims.sdHash, runtimeCrypto().sha256(`${evt.text}~`));
  if (!isBound || !(await isSignedBy(kb.text, claims.key, kb.alg))) return 'key_binding';
  return domains && !domains.includes(domainOf(email)) ? 'domain' : null;
};

/** The domain of an address in ASCII. */
const domainOf = (email: string): string => {
  const address = parseAddress(email);
  return address.ok ? address.ascii.slice(address.ascii.lastIndexOf('@') + 1) : '';
};

/**
 * Verifies a token of the Email Verification Protocol (draft-hardt-email-verification-02) in the site's backend: an issuer
 * that you trust, and that the domain of the address names, says that the person controls the address, and their
 * browser has presented that to this form. Experimental, as the protocol is.
 *
 * Nobody is asked before everything else is right: then the domain's DNS, and the issuer, for metadata and keys, which
 * are remembered for ten minutes, and failures for five seconds. User input and outages never throw: they are reasons in
 * the result.
 * @param token the form field `email-verification-token`; any type.
 * @returns the address and its issuer, or the reason of the refusal.
 * @throws TypeError, at every call, for an invalid option (other than `email`); the message says what it takes.
 * @example
 * const found = await verifyOwnership(form.get('email-verification-token'), {
 *   email: form.get('email'),
 *   audience: 'https://shop.example',
 *   nonce: session.takeNonce(),
 *   issuers: ['accounts.google.com'],
 * });
 * if (found.ok) console.log(`${found.email} is theirs, says ${found.issuer}`);
 */
export const verifyOwnership = async (token: unknown, expected: OwnershipExpectation): Promise<OwnershipCheck> => {
  checkExpectation(expected);
  const { email, now = Date.now, timeoutMs = TIMEOUT_MS } = expected;
  const nowMs = now();
  const resolveTxt = resolverOf(expected);
  let whenLate: OwnershipFault = 'delegation_unavailable';
  try {
    const read = readToken(token);
    const fault = await faultWithoutNetwork(read, expected, nowMs);
    if (fault) return { ok: false, reason: fault };
    const { iss, isPrivate } = read.claims;
    await withTimeout(timeoutMs, async (signal) => {
      const asking = { expected, resolveTxt, signal, nowMs };
      await checkDelegation(domainOf(String(email)), iss, asking);
      whenLate = 'keys_unavailable';
      await checkSignature(iss, read, asking);
    });
    return { ok: true, email: read.claims.email, issuer: iss, isPrivate };
  } catch (error) {
    return { ok: false, reason: error instanceof Refused ? error.reason : whenLate };
  }
};
