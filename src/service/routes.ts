import { timestamp, type ValidationResult } from '../protocol/index.js';
import type { Verifier } from '../verifier/types.js';
import { authenticate, type Caller } from './authenticate.js';
import { canPay, pay, readCredits } from './credits.js';
import type { Hashes } from './hashes.js';
import { readQuery } from './query.js';
import { takeRate } from './rate.js';
import { Refusal } from '../protocol/refusal.js';
import type { Store } from './store/tables.js';

/** What every route works with. */
export interface Rooms {
  store: Store;
  hashes: Hashes;
  verifier: Verifier;
}

/** What a route leaves behind beside its answer. */
export interface Trace {
  /** Who asked, for the log. */
  account?: number;
  /** Headers that the answer carries, whatever it turns out to be. */
  headers: Record<string, string>;
}

/** Answers a GET. @throws Refusal when the request is not served. */
export type Route = (rooms: Rooms, request: Request, trace: Trace) => Promise<object>;

/** The longest text that is checked at all, in UTF-16 code units: four times what an address can have (RFC 5321 §4.5.3.1). */
const MAX_EMAIL = 1000;
/** The bounds of `timeout_ms`. */
const TIMEOUT_MS = { min: 100, max: 30_000 } as const;

const enter = async (rooms: Rooms, query: URLSearchParams, request: Request, trace: Trace): Promise<Caller> => {
  const caller = await authenticate(rooms.store, rooms.hashes, query, request.headers);
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
  throw new Refusal('bad_request', `timeout_ms is a whole number of milliseconds from ${min} to ${max}.`);
};

const outOfCredits = ({ nextFree }: { nextFree: Date }): Refusal =>
  new Refusal('out_of_credits', `This account has no credits left; the next free ones come at ${timestamp(nextFree)}.`);

/** The text that stands for an address in the ledger: its normal form, so that two spellings of one address are one. */
const subjectOf = (email: string, { account, domain }: ValidationResult): string =>
  domain === '' ? email.trim() : `${account}@${domain}`;

/** The ten fields of the interface, exactly those. */
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
 * `GET /api/validate?apikey&email[&timeout_ms]`: one address, one verdict, one credit. It is asked in this order: the
 * key, the rate, the address, the credits; and what is refused costs nothing.
 */
const validate: Route = async (rooms, request, trace) => {
  const { store, hashes, verifier } = rooms;
  const query = readQuery(request.url);
  const caller = await enter(rooms, query, request, trace);
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
  // The credits may have gone to other checks meanwhile.
  if (!(await pay(store, { caller, subject, status: result.status }))) throw outOfCredits(credits);
  return onTheWire(result);
};

/** `GET /api/account`: what the key's account can pay with. It costs nothing, and does not count against the rate. */
const account: Route = async (rooms, request, trace) => {
  const { accountId, plan } = await enter(rooms, readQuery(request.url), request, trace);
  const { free, bought, nextFree } = await readCredits(rooms.store, accountId);
  return { plan, credits: { free, bought }, next_free_credits_at: timestamp(nextFree) };
};

/** Every path that there is. All of them are read with GET. */
export const ROUTES: ReadonlyMap<string, Route> = new Map([
  ['/api/validate', validate],
  ['/api/account', account],
]);
