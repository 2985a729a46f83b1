import { parseAddress } from '../address/parse.js';
import { isOrigin } from '../util/url.js';

/** Looks up TXT records as `resolveTxt` of `node:dns/promises` does: each record is a list of its parts. */
export type ResolveTxt = (name: string) => Promise<readonly (readonly string[])[]>;

/** The values that a token must match. */
export interface OwnershipExpectation {
  /** The address that was submitted with the token, as the form sent it; any type. */
  email: unknown;
  /** The origin or origins of your own pages, such as `https://shop.example`. */
  audience: string | readonly string[];
  /**
   * The nonce of the form's hidden field: 16 random bytes or more, bound to the session. Take it out of the session
   * before this call, so that it is used once.
   */
  nonce: string;
  /** The host names of the issuers that you trust, such as `accounts.google.com`. Nobody else is ever asked. */
  issuers: readonly string[];
  /** Further hosts from which an issuer may have its keys fetched. */
  keyHosts?: readonly string[];
  /** The domains whose DNS is asked; all by default. */
  domains?: readonly string[];
  /** Looks up TXT records; needed where there is no `node:dns`. */
  resolveTxt?: ResolveTxt;
  /** The longest time for DNS, metadata and keys together, in milliseconds; 5000 by default. */
  timeoutMs?: number;
  /** Fetches metadata and keys; `globalThis.fetch` by default. */
  fetch?: typeof globalThis.fetch;
  /** Milliseconds since 1970; `Date.now` by default. */
  now?: () => number;
}

/** The shortest nonce, in characters: 128 bits in hex or base64url have more. */
const MIN_NONCE_LENGTH = 16;

/** True for a host name as the domain of an address has it: in lower-case ASCII, without scheme, port and path. */
const isHost = (value: unknown): boolean => {
  const address = typeof value === 'string' ? parseAddress(`a@${value}`) : null;
  return address?.ok === true && address.ascii === `a@${String(value)}`;
};

const isListOfHosts = (value: unknown): boolean => Array.isArray(value) && value.every(isHost);

const wrong = (option: string, right: string): TypeError => new TypeError(`verifyOwnership: ${option}: ${right}`);

/** @throws TypeError for an invalid option (other than `email`); the message says what it takes. */
export const checkExpectation = (expected: OwnershipExpectation): void => {
  const { audience, nonce, issuers, keyHosts = [], domains = [], timeoutMs = 1 } = expected;
  const origins = [audience].flat();
  if (origins.length === 0 || !origins.every(isOrigin))
    throw wrong('audience', 'it takes the origin of your pages, such as https://shop.example, or a list of them');
  if (typeof nonce !== 'string' || nonce.length < MIN_NONCE_LENGTH)
    throw wrong('nonce', `it takes the nonce of the form, ${MIN_NONCE_LENGTH} characters or more`);
  for (const [option, hosts] of Object.entries({ issuers, keyHosts, domains }))
    if (!isListOfHosts(hosts)) throw wrong(option, 'it takes a list of host names, such as accounts.google.com');
  if (issuers.length === 0) throw wrong('issuers', 'it takes at least one host name, such as accounts.google.com');
  if (!(timeoutMs > 0)) throw wrong('timeoutMs', 'it takes milliseconds, more than 0');
};
