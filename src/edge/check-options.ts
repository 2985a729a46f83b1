import type { Challenge } from './challenge/types.js';
import { errorLine, type EdgeLog } from './log.js';
import type { OutcomeFeed } from './outcome-feed.js';
import {
  DEFAULT_QUOTAS,
  type ChallengeOption,
  type CheckedOptions,
  type EdgeOptions,
  type Quotas,
  type Secret,
  type SecretBytes,
} from './options.js';
import { readReceiptKeys, type ReceiptKeys } from '../receipt/signing-keys.js';
import { guardedStore } from './store/guarded.js';
import { isMemoryStore, memoryStore } from '../receipt/store/memory.js';
import type { EdgeStore } from '../receipt/store/types.js';
import { testModeOptions } from './test-mode.js';
import { canonicalUrl, httpUrl, isBaseUrl } from '../util/url.js';
import type { UpstreamLimits, UpstreamTrouble } from './upstream/types.js';

const MIN_SECRET_BYTES = 32;
/** The prefix of the service's test keys. */
const TEST_KEY = 'test_';
/** The current secret, and earlier ones whose tokens may still be valid. */
const MAX_SECRETS = 4;

const wrong = (option: string, problem: string): TypeError => new TypeError(`createEdge: ${option}: ${problem}`);

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 1;

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
    `${secrets.length} secrets, but it takes one, or a list of up to ${MAX_SECRETS}, the newest first`,
  );
};

const checkedReceiptKeys = (given: unknown): ReceiptKeys => {
  const keys = readReceiptKeys(given);
  if (keys.ok) return keys.value;
  throw wrong('receiptKey', keys.reason);
};

const above0 = (option: string, value: number | undefined, unit: string): void => {
  if (value !== undefined && !(value > 0)) throw wrong(option, `it takes ${unit} above 0`);
};

const checkLimits = ({ timeoutMs, ratePerSecond, breaker = {} }: UpstreamLimits): void => {
  above0('upstream.timeoutMs', timeoutMs, 'a number of milliseconds');
  above0('upstream.ratePerSecond', ratePerSecond, 'a number of calls');
  above0('upstream.breaker.pauseMs', breaker.pauseMs, 'a number of milliseconds');
  if (breaker.failures !== undefined && !isCount(breaker.failures))
    throw wrong('upstream.breaker.failures', 'it takes an integer of 1 or more');
};

type Upstream = EdgeOptions['upstream'];

const checkedUpstream = (upstream: Upstream | undefined): Upstream => {
  if (!upstream) throw wrong('upstream', 'it takes {baseUrl, apiKey} of a service, an adapter, or a verifier');
  if ('verify' in upstream) return upstream;
  if ('ask' in upstream) {
    checkLimits(upstream);
    return upstream;
  }
  const { baseUrl, apiKey } = upstream;
  // The message does not quote the URL, which may contain a password.
  if (!isBaseUrl(baseUrl)) {
    throw wrong(
      'upstream.baseUrl',
      "it takes an http(s) URL without credentials, '?' or '#', such as 'https://api.example'",
    );
  }
  if (apiKey === '') throw wrong('upstream.apiKey', 'it is empty; it takes the API key of an account at the upstream');
  checkLimits(upstream);
  return { ...upstream, baseUrl: canonicalUrl(baseUrl) };
};

const checkedChallenge = (challenge: Partial<Challenge> | string = 'adaptive'): ChallengeOption => {
  if (challenge === 'adaptive' || challenge === 'off') return challenge;
  if (
    typeof challenge === 'object' &&
    typeof challenge.describe === 'function' &&
    typeof challenge.verify === 'function'
  )
    return challenge as Challenge;
  throw wrong(
    'challenge',
    "it takes 'adaptive', 'off', altcha(), turnstile(…), or an object with describe() and verify()",
  );
};

const checkedQuotas = (given: Partial<Quotas>): Quotas => {
  const quotas = { ...DEFAULT_QUOTAS, ...given };
  for (const [name, value] of Object.entries(quotas)) {
    if (!isCount(value)) throw wrong(`quotas.${name}`, 'it takes an integer of 1 or more');
  }
  return quotas;
};

const checkedTestMode = (testMode: unknown = false): boolean => {
  if (typeof testMode === 'boolean') return testMode;
  throw wrong('testMode', 'it takes true or false');
};

const checkedFeed = (feed: Partial<OutcomeFeed> | undefined): OutcomeFeed | null => {
  if (feed === undefined) return null;
  if (typeof feed.add === 'function' && typeof feed.close === 'function') return feed as OutcomeFeed;
  throw wrong('outcomeFeed', 'it takes what createOutcomeFeed() returns');
};

/** The caller's clock is also the store's. Without one, the store uses a monotonic clock. */
const checkedStore = ({ store, now }: EdgeOptions, log: EdgeLog): EdgeStore => {
  if (!store) return memoryStore({ ...(now && { now }) });
  return isMemoryStore(store) ? store : guardedStore(store, log);
};

/** Logs an error of the operator's hook, so that it does not fail the check. */
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
 * Validates the options and fills in the defaults.
 * @throws TypeError that names the option and what it expects. No message contains a secret.
 */
export const checkOptions = (options: EdgeOptions): CheckedOptions => {
  const { origins, issuer, basePath = '', now = Date.now, log = () => undefined } = options;
  if (!Array.isArray(origins) || origins.length === 0) {
    throw wrong('origins', "it takes a list of each page's origin, such as 'https://shop.example'");
  }
  if (!httpUrl(issuer)) throw wrong('issuer', `it takes the edge's public URL, such as 'https://edge.example'`);
  if (!/^(\/[\w.~-]+)*$/.test(basePath)) {
    throw wrong('basePath', `'${basePath}' is not a path; write '' or one like '/verify', without a slash at its end`);
  }
  const testMode = checkedTestMode(options.testMode);
  const upstream = checkedUpstream(options.upstream);
  return {
    origins: new Set(origins.map(checkedOrigin)),
    secrets: checkedSecrets(options.secret),
    receiptKeys: checkedReceiptKeys(options.receiptKey),
    issuer: canonicalUrl(issuer),
    upstream,
    basePath,
    quotas: checkedQuotas(options.quotas ?? {}),
    store: checkedStore(options, log),
    challenge: checkedChallenge(options.challenge),
    now,
    monotonicNow: options.now ?? (() => performance.now()),
    log,
    onUpstreamTrouble: guardedHook(options.onUpstreamTrouble, log),
    outcomeFeed: testMode ? null : checkedFeed(options.outcomeFeed),
    testMode,
    marksTests: testMode || ('apiKey' in upstream && upstream.apiKey.startsWith(TEST_KEY)),
    ...(testMode && testModeOptions()),
  };
};
