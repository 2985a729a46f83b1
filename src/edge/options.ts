import type { Verifier } from '../verifier/types.js';
import type { Challenge } from './challenge/types.js';
import { guardedStore } from './store/guarded.js';
import { errorLine, type EdgeLog } from './log.js';
import type { ReceiptPrivateKey } from './receipt/key.js';
import { readReceiptKeys, type ReceiptKeys } from './receipt/own-keys.js';
import { memoryStore } from './store/memory.js';
import type { EdgeStore } from './store/types.js';
import type { ServiceUpstream, Trouble } from './upstream/types.js';

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

/** What `onUpstreamTrouble` is told. */
export interface UpstreamTrouble {
  /** The code that the verdict carries. */
  code: Trouble;
  /** What happened, for the operator; it holds no address and no key. */
  reason: string;
}

/** The secrets of an edge: the first makes the tokens. */
export type SecretBytes = readonly [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]];

/** The options, checked, with every gap filled. */
export interface Settings {
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

const MIN_SECRET_BYTES = 32;
/** The one that makes tokens, and those whose tokens are still about. */
const MAX_SECRETS = 4;

const wrong = (option: string, problem: string): TypeError => new TypeError(`createEdge: ${option}: ${problem}`);

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 1;

const httpUrl = (text: unknown): URL | null => {
  if (typeof text !== 'string' || !URL.canParse(text)) return null;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) ? url : null;
};

const checkedOrigin = (text: string): string => {
  if (text === '*') {
    throw wrong(
      'origins',
      `'*' would let every page spend your credits; list each origin, such as 'https://shop.example'`,
    );
  }
  const url = httpUrl(text);
  if (url?.origin === text) return text;
  const right = url ?? httpUrl(`https://${text}`);
  throw wrong('origins', `'${text}' is not an origin; write '${right?.origin ?? 'https://shop.example'}'`);
};

const checkedSecret = (secret: Secret): Uint8Array<ArrayBuffer> => {
  const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : new Uint8Array(secret);
  if (bytes.length >= MIN_SECRET_BYTES) return bytes;
  throw wrong('secret', `${bytes.length} bytes, but it takes ${MIN_SECRET_BYTES} or more random ones`);
};

const checkedSecrets = (given: Secret | readonly Secret[]): SecretBytes => {
  const secrets = Array.isArray(given) ? (given as readonly Secret[]) : [given as Secret];
  if (secrets.length > 0 && secrets.length <= MAX_SECRETS) {
    const [first, ...others] = secrets.map(checkedSecret);
    if (first) return [first, ...others];
  }
  throw wrong(
    'secret',
    `${secrets.length} of them, but it takes one, or a list of up to ${MAX_SECRETS}, the newest first`,
  );
};

const checkedReceiptKeys = (given: unknown): ReceiptKeys => {
  const keys = readReceiptKeys(given);
  if (typeof keys === 'string') throw wrong('receiptKey', keys);
  return keys;
};

const above0 = (option: string, value: number | undefined, unit: string): void => {
  if (value !== undefined && !(value > 0)) throw wrong(option, `it takes ${unit} above 0`);
};

const checkedUpstream = (upstream: ServiceUpstream | Verifier | undefined): ServiceUpstream | Verifier => {
  if (!upstream) throw wrong('upstream', 'it takes {baseUrl, apiKey} of a service, or a verifier');
  if ('verify' in upstream) return upstream;
  const { baseUrl, apiKey, timeoutMs, ratePerSecond, breaker = {} } = upstream;
  const url = httpUrl(baseUrl);
  const plain = url !== null && url.username === '' && url.password === '' && !/[?#]/.test(baseUrl);
  // The URL itself stays out of the message: it may carry a password.
  if (!plain) {
    throw wrong(
      'upstream.baseUrl',
      "it takes an http(s) URL without credentials, '?' or '#', such as 'https://api.example'",
    );
  }
  if (apiKey === '') throw wrong('upstream.apiKey', 'it is empty; it takes the API key of an account at the upstream');
  above0('upstream.timeoutMs', timeoutMs, 'a number of milliseconds');
  above0('upstream.ratePerSecond', ratePerSecond, 'a number of calls');
  above0('upstream.breaker.pauseMs', breaker.pauseMs, 'a number of milliseconds');
  if (breaker.failures !== undefined && !isCount(breaker.failures))
    throw wrong('upstream.breaker.failures', 'it takes an integer of 1 or more');
  return { ...upstream, baseUrl: baseUrl.replace(/\/+$/, '') };
};

const checkedChallenge = (challenge: Partial<Challenge> | undefined): Challenge | undefined => {
  if (challenge === undefined) return undefined;
  if (typeof challenge.describe === 'function' && typeof challenge.verify === 'function') return challenge as Challenge;
  throw wrong('challenge', 'it takes altcha(), turnstile(…), or an object with describe() and verify()');
};

const checkedQuotas = (given: Partial<Quotas>): Quotas => {
  const quotas = { ...DEFAULT_QUOTAS, ...given };
  for (const [name, value] of Object.entries(quotas)) {
    if (!isCount(value)) throw wrong(`quotas.${name}`, 'it takes an integer of 1 or more');
  }
  return quotas;
};

/** An operator's own code must not cost anybody a verdict. */
const guardedHook =
  (hook: EdgeOptions['onUpstreamTrouble'], log: EdgeLog) =>
  (trouble: UpstreamTrouble): void => {
    try {
      hook?.(trouble);
    } catch (error) {
      log(errorLine(error));
    }
  };

/**
 * Checks the options before anything is served.
 * @throws TypeError that names the option and says what would be right. No message holds a secret.
 */
export const readOptions = (options: EdgeOptions): Settings => {
  const { origins, issuer, basePath = '', now = Date.now, log = () => undefined } = options;
  if (!Array.isArray(origins) || origins.length === 0) {
    throw wrong('origins', "it takes a list of each page's origin, such as 'https://shop.example'");
  }
  if (!httpUrl(issuer)) throw wrong('issuer', `it takes the edge's public URL, such as 'https://edge.example'`);
  if (!/^(\/[\w.~-]+)*$/.test(basePath)) {
    throw wrong('basePath', `'${basePath}' is not a path; write '' or one like '/verify', without a slash at its end`);
  }
  return {
    origins: new Set(origins.map(checkedOrigin)),
    secrets: checkedSecrets(options.secret),
    receiptKeys: checkedReceiptKeys(options.receiptKey),
    issuer,
    upstream: checkedUpstream(options.upstream),
    basePath,
    quotas: checkedQuotas(options.quotas ?? {}),
    store: options.store ? guardedStore(options.store, log) : memoryStore({ now }),
    challenge: checkedChallenge(options.challenge),
    now,
    log,
    onUpstreamTrouble: guardedHook(options.onUpstreamTrouble, log),
  };
};
