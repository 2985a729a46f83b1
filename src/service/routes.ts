import { timestamp, type ValidationResult } from '../protocol/index.js';
import type { Verifier } from '../verifier/types.js';
import { authenticate, type Caller } from './authenticate.js';
import { readCredits } from './credits.js';
import type { Hashes } from './hashes.js';
import { canPay, pay } from './ledger.js';
import { takeRate } from './rate.js';
import { Refusal } from '../protocol/refusal.js';
import type { Store } from './store/tables.js';

/** The parts of the service that the routes use. */
export interface Parts {
  store: Store;
  hashes: Hashes;
  verifier: Verifier;
}

/** Side outputs of a route. */
export interface Trace {
  /** The account, for the log. */
  account?: number;
  /** Headers of the response, set on refusals too. */
  headers: Record<string, string>;
}

/** Answers a GET. @throws Refusal if the request is refused. */
export type Route = (parts: Parts, request: Request, trace: Trace) => Promise<object>;

/** The longest text that is checked, in UTF-16 code units: four times the longest address (RFC 5321 §4.5.3.1). */
const MAX_EMAIL = 1000;
/** The bounds of `timeout_ms`. */
const TIMEOUT_MS = { min: 100, max: 30_000 } as const;

/**
 * Reads the query of a URL with `+` as a plus, like `%2B`, not as a space: people type `?email=anna+news@x.com`. A space
 * is `%20`.
 */
const readQuery = (url: string): URLSearchParams => new URLSearchParams(new URL(url).search.replaceAll('+', '%2B'));

const enter = async (parts: Parts, query: URLSearchParams, request: Request, trace: Trace): Promise<Caller> => {
  const caller = await authenticate(parts.store, parts.hashes, query, request.headers);
  trace.account = caller.accountId;
  return caller;
};

const readEmail = (query: URLSearchParams): string => {
  const email = query.get('email') ?? '';
  if (email.trim() === '') throw new Refusal('missing_email', 'Give the address to check as ?email=.');
  if (email.length > MAX_EMAIL)
    throw new Refusal('bad_request', `email is longer than ${MAX_EMAIL} characters; an address has 254 at most.`);
  return email;
};

const readTimeout = (query: URLSearchParams): number | undefined => {
  const text = query.get('timeout_ms');
  if (text === null) return undefined;
  const { min, max } = TIMEOUT_MS;
  const timeout = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (timeout >= min && timeout <= max) return timeout;
  throw new Refusal('bad_request', `timeout_ms must be a whole number of milliseconds from ${min} to ${max}.`);
};

const outOfCredits = ({ nextFree }: { nextFree: Date }): Refusal =>
  new Refusal(
    'out_of_credits',
    `This account has no credits left; the next free credits are added at ${timestamp(nextFree)}.`,
  );

/** The text that is hashed for the ledger: the normal form of an address, so that its spellings count as one. */
const subjectOf = (email: string, { account, domain }: ValidationResult): string =>
  domain === '' ? email.trim() : `${account}@${domain}`;

/** Copies exactly the ten documented fields. */
const onTheWire = (result: ValidationResult): ValidationResult => ({
  email: result.email,
  status: result.status,
  checked_at: result.checked_at,
  account: result.account,
  domain: result.domain,
  quality: result.quality,
  score: Math.round(result.score * 100) / 100,
  mx_record: result.mx_record,
  did_you_mean: result.did_you_mean,
  sub_status: result.sub_status,
});

/**
 * `GET /api/validate?apikey&email[&timeout_ms]`: one address, one verdict, one credit. Checked in this order: key, rate,
 * address, credits. A refusal costs nothing.
 */
const validate: Route = async (parts, request, trace) => {
  const { store, hashes, verifier } = parts;
  const query = readQuery(request.url);
  const caller = await enter(parts, query, request, trace);
  trace.headers = await takeRate(store, caller);
  const email = readEmail(query);
  const timeoutMs = readTimeout(query);
  const credits = await readCredits(store, caller.accountId);
  if (!canPay(credits)) throw outOfCredits(credits);
  const result = await verifier.verify(email, {
    signal: request.signal,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  const subject = hashes.subject(subjectOf(email, result));
  // Concurrent checks may have spent the credits.
  if (!(await pay(store, { caller, subject, status: result.status }))) throw outOfCredits(credits);
  return onTheWire(result);
};

/** `GET /api/account`: the credits of the key's account. Free, and not rate limited. */
const account: Route = async (parts, request, trace) => {
  const { accountId, plan } = await enter(parts, readQuery(request.url), request, trace);
  const { free, bought, reserved, nextFree } = await readCredits(parts.store, accountId);
  return { plan, credits: { free, bought, reserved }, next_free_credits_at: timestamp(nextFree) };
};

/** The routes by path. All are GET. */
export const ROUTES: ReadonlyMap<string, Route> = new Map([
  ['/api/validate', validate],
  ['/api/account', account],
]);
