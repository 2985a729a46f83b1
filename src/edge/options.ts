import type { Verifier } from '../verifier/types.js';
import type { Challenge } from './challenge/types.js';
import type { EdgeLog } from './log.js';
import type { OutcomeFeed } from './outcome-feed.js';
import type { ReceiptPrivateKey } from '../receipt/key.js';
import type { ReceiptKeys } from '../receipt/signing-keys.js';
import type { EdgeStore } from '../receipt/store/types.js';
import type { AdaptedUpstream, ServiceUpstream, UpstreamTrouble } from './upstream/types.js';

/** Rate limits of an edge: positive integers, with the defaults in parentheses. */
export interface Quotas {
  /** Checks per token (50). */
  checksPerToken: number;
  /**
   * Checks per client network and minute (120: enough for an office behind one address). An IPv6 /48 has four times as
   * many of each.
   */
  checksPerClientPerMinute: number;
  /** Tokens per client network and minute (120). */
  tokensPerClientPerMinute: number;
  /** Checks per client network in 24 hours (1,000). */
  checksPerClientPerDay: number;
  /** Upstream calls per origin in 24 hours (20,000). Cached verdicts do not count. */
  checksPerOriginPerDay: number;
  /** Calls of `POST /receipt` per client network and minute (600: a backend makes all its calls from one network). */
  receiptsPerClientPerMinute: number;
  /**
   * Upstream calls in 24 hours, in total (20,000): the upper bound of a day's cost. Cached verdicts do not count.
   * Clients with more than a few checks share half of it, and of an origin's.
   */
  checksPerDay: number;
}

export const DEFAULT_QUOTAS: Quotas = {
  checksPerToken: 50,
  checksPerClientPerMinute: 120,
  tokensPerClientPerMinute: 120,
  checksPerClientPerDay: 1000,
  checksPerOriginPerDay: 20_000,
  receiptsPerClientPerMinute: 600,
  checksPerDay: 20_000,
};

/** Random bytes; a string counts as UTF-8. */
export type Secret = string | Uint8Array;

/** A challenge, or the name of one that the edge has built in. */
export type ChallengeOption = Challenge | 'adaptive' | 'off';

/** Options of `createEdge`. */
export interface EdgeOptions {
  /** Allowed origins of pages, exact, such as `https://shop.example`. */
  origins: readonly string[];
  /**
   * At least 32 random bytes (a string counts as UTF-8), from which the keys of tokens and hashes are derived. All
   * processes of an edge need the same. In a list, the first signs tokens, and tokens of the others are still accepted.
   * To rotate, put the new secret first, and remove the old one ten minutes later, when its last token has expired.
   */
  secret: Secret | readonly Secret[];
  /**
   * Signs the receipts: see `generateReceiptKey` and `receiptKeyFromSeed`. In a list of up to four, the first signs and all
   * are published; the others may be public keys.
   */
  receiptKey: ReceiptPrivateKey | ReceiptKeys;
  /** The public URL of this edge: `iss` of its receipts. */
  issuer: string;
  /**
   * The source of verdicts: a service over HTTP, another one behind an adapter (`sesUpstream`, `reacherUpstream`), or a
   * verifier in this process.
   */
  upstream: ServiceUpstream | AdaptedUpstream | Verifier;
  /** Path prefix of the routes, such as `/verify` (`''`). */
  basePath?: string;
  quotas?: Partial<Quotas>;
  /** Storage of counters and verdicts: this process's memory by default. */
  store?: EdgeStore;
  /**
   * Challenge before a token. `adaptive` (default): a proof of work for busy clients only, harder with the used share
   * of a quota; the element solves it. `off`: none. Or a challenge for every page: `altcha()`, `turnstile(…)`, or your
   * own.
   */
  challenge?: ChallengeOption;
  /**
   * For your own tests (`false`): the local part of an address determines its verdict, at any domain: `valid@`,
   * `invalid@`, `risky@`, `unknown@`, `disposable@`, `catch_all@`, `role_account@`, `typo@`, `slow@`, `error@`,
   * `limited@`. Without network, challenge and quotas; `upstream` is not asked. Receipts have the claim `test`, and
   * `verifyReceipt` refuses them without `acceptTest`.
   */
  testMode?: boolean;
  /**
   * Tells a service what is counted of forms: see `createOutcomeFeed`. Unset: counts stay in the store. In test mode it is
   * sent nothing.
   */
  outcomeFeed?: OutcomeFeed;
  /** Milliseconds since 1970; `Date.now` by default. */
  now?: () => number;
  /** Receives one line per request, and one per failure. No line contains an address or a key. */
  log?: EdgeLog;
  /**
   * Called for every check without a verdict from the upstream: it has no credits left (`out_of_credits`), was called too
   * often (`rate_limited`), or failed. Errors thrown by this callback are logged.
   */
  onUpstreamTrouble?: (trouble: UpstreamTrouble) => void;
}

/** The secrets of an edge: the first signs tokens. */
export type SecretBytes = readonly [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]];

/** The options after `checkOptions`: valid, with every default filled in. */
export interface CheckedOptions extends Required<
  Omit<EdgeOptions, 'origins' | 'secret' | 'receiptKey' | 'outcomeFeed'>
> {
  origins: ReadonlySet<string>;
  secrets: SecretBytes;
  /** True if receipts are marked as those of a test: in test mode, or with a test key of the service. */
  marksTests: boolean;
  receiptKeys: ReceiptKeys;
  quotas: Quotas;
  /** Null: outcomes are sent to no service. */
  outcomeFeed: OutcomeFeed | null;
  /**
   * The clock of quota windows, in milliseconds: `performance.now()`, which nobody can set back, unless the caller
   * passes a clock.
   */
  monotonicNow: () => number;
}
