import type { Verifier } from '../verifier/types.js';
import type { Challenge } from './challenge/types.js';
import type { EdgeLog } from './log.js';
import type { ReceiptPrivateKey } from './receipt/key.js';
import type { ReceiptKeys } from './receipt/own-keys.js';
import type { EdgeStore } from './store/types.js';
import type { ServiceUpstream, UpstreamTrouble } from './upstream/types.js';

/** How much may be asked. Every number is a positive integer. */
export interface Quotas {
  /** Checks that one token pays for (50). */
  checksPerToken: number;
  /** Checks by one client network in a minute (300: an office whose people share an address is not refused). */
  checksPerClientPerMinute: number;
  /** Tokens for one client network in a minute (120). */
  tokensPerClientPerMinute: number;
  /** Checks by one client network in 24 hours (5,000). */
  checksPerClientPerDay: number;
  /** Checks that reach the upstream in 24 hours from one origin (20,000). A remembered verdict costs none. */
  checksPerOriginPerDay: number;
  /** Receipts that one client network may have checked by `POST /receipt` in a minute (600: all of a backend's come from there). */
  receiptsPerClientPerMinute: number;
  /** Checks that reach the upstream in 24 hours, in all (20,000): the most that a day can cost. A remembered verdict costs none. */
  checksPerDay: number;
}

export const DEFAULT_QUOTAS: Quotas = {
  checksPerToken: 50,
  checksPerClientPerMinute: 300,
  tokensPerClientPerMinute: 120,
  checksPerClientPerDay: 5000,
  checksPerOriginPerDay: 20_000,
  receiptsPerClientPerMinute: 600,
  checksPerDay: 20_000,
};

/** Random bytes; a string counts as UTF-8. */
export type Secret = string | Uint8Array;

/** What `createEdge` takes. */
export interface EdgeOptions {
  /** The pages that may ask: exact origins, such as `https://shop.example`. */
  origins: readonly string[];
  /**
   * At least 32 random bytes (a string counts as UTF-8). Tokens and hashes are keyed from it; every process of one edge needs the same. Of
   * a list, the first makes the tokens and those of the others are still taken: to change a secret, put the new one before the old one, and
   * leave the old one out once its last token has expired, after ten minutes.
   */
  secret: Secret | readonly Secret[];
  /**
   * Signs the receipts: see `generateReceiptKey` and `receiptKeyFromSeed`. Of a list, up to four, the first signs and all are
   * published; after the first the public half is enough.
   */
  receiptKey: ReceiptPrivateKey | ReceiptKeys;
  /** The public URL of this edge: `iss` of its receipts. */
  issuer: string;
  /** Who finds out: a service over HTTP, or a verifier in this process. */
  upstream: ServiceUpstream | Verifier;
  /** The path under which the routes stand, such as `/verify` (`''`). */
  basePath?: string;
  quotas?: Partial<Quotas>;
  /** Where counters and verdicts are kept: this process's memory by default. */
  store?: EdgeStore;
  /** What a page has to answer before it is given a token (nothing): `altcha()`, `turnstile(…)`, or one of your own. */
  challenge?: Challenge;
  /** Milliseconds since 1970; `Date.now` by default. */
  now?: () => number;
  /** Is given one line a request, and one for every trouble. No line holds an address or a key. */
  log?: EdgeLog;
  /**
   * Is told whenever the upstream could not say anything: that its credits are used up (`out_of_credits`), that it was asked too often
   * (`rate_limited`), that it failed. Every check that this befalls tells; what it throws goes to the log.
   */
  onUpstreamTrouble?: (trouble: UpstreamTrouble) => void;
}

/** The secrets of an edge: the first makes the tokens. */
export type SecretBytes = readonly [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]];

/** The options after `checkOptions`: valid, with every default filled in. */
export interface CheckedOptions {
  origins: ReadonlySet<string>;
  secrets: SecretBytes;
  receiptKeys: ReceiptKeys;
  issuer: string;
  upstream: ServiceUpstream | Verifier;
  basePath: string;
  quotas: Quotas;
  store: EdgeStore;
  challenge: Challenge | undefined;
  now: () => number;
  log: EdgeLog;
  onUpstreamTrouble: (trouble: UpstreamTrouble) => void;
}
