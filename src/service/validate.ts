import { parseAddress } from '../address/parse.js';
import { timestamp, type ValidationResult } from '../protocol/index.js';
import { Refusal } from '../protocol/refusal.js';
import { errorCode } from '../util/errors.js';
import { TimeoutError, withTimeout } from '../util/timeout.js';
import { assess } from '../verifier/score.js';
import type { Verifier } from '../verifier/types.js';
import { wrongKey } from './authenticate.js';
import { readCredits } from './credits.js';
import type { Charge } from './events.js';
import { canPay, isFreeRepeat, pay, recordFree, type Check } from './ledger.js';
import { takeRate } from './rate.js';
import { enter, readQuery, type Route } from './route.js';
import type { Store } from './store/tables.js';
import { testVerdict } from './test-verdicts.js';

/** The longest text that is checked, in UTF-16 code units: four times the longest address (RFC 5321 §4.5.3.1). */
const MAX_EMAIL = 1000;
/** The bounds and the default of `timeout_ms`. */
const TIMEOUT_MS = { min: 100, max: 30_000, default: 6000 } as const;
/** How much longer a verifier is waited for that does not end in time. */
const MARGIN_MS = 250;

const readEmail = (query: URLSearchParams): string => {
  const email = query.get('email') ?? '';
  if (email.trim() === '') throw new Refusal('missing_email', 'Give the address to check as ?email=.');
  if (email.length > MAX_EMAIL)
    throw new Refusal('bad_request', `email is longer than ${MAX_EMAIL} characters; an address has 254 at most.`);
  return email;
};

const readTimeout = (query: URLSearchParams): number => {
  const text = query.get('timeout_ms');
  if (text === null) return TIMEOUT_MS.default;
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
const subjectOf = (email: string): string => {
  const parsed = parseAddress(email.trim());
  return parsed.ok ? parsed.ascii : email.trim();
};

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

/** The verdict on an address whose verifier does not end. */
const outOfTime = (email: string): ValidationResult => {
  const parsed = parseAddress(email.trim());
  return {
    email,
    checked_at: timestamp(new Date()),
    account: parsed.ok ? parsed.local : '',
    domain: parsed.ok ? parsed.ascii.slice(parsed.ascii.lastIndexOf('@') + 1) : '',
    mx_record: '',
    did_you_mean: null,
    ...assess(['upstream_timeout']),
  };
};

/** Verifies in time. @throws the parent's reason when the client gives up. */
const verifyInTime = (verifier: Verifier, email: string, timeoutMs: number, parent: AbortSignal) =>
  withTimeout(timeoutMs + MARGIN_MS, (signal) => verifier.verify(email, { timeoutMs, signal }), parent).catch(
    (error: unknown) => {
      if (error instanceof TimeoutError) return outOfTime(email);
      throw error;
    },
  );

/** SQLSTATE of a reference to a row that is gone (PostgreSQL, Appendix A). */
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Pays for a check, or records a free one.
 * @returns false if there were no credits left.
 * @throws Refusal `wrong_key` if the account was erased meanwhile, with its keys.
 */
const record = async (store: Store, check: Check, isFree: boolean): Promise<boolean> => {
  try {
    if (!isFree) return await pay(store, check);
    await recordFree(store, check);
    return true;
  } catch (error) {
    throw errorCode(error) === FOREIGN_KEY_VIOLATION ? wrongKey() : error;
  }
};

/**
 * `GET /api/validate?apikey&email[&timeout_ms]`: one address, one verdict, one credit. Checked in this order: key, rate,
 * address, credits. A refusal costs nothing, nor does a repeat within 5 minutes after an `unknown`.
 */
export const validate: Route = async (parts, { request, client, trace }) => {
  const { store, hashes, verifier } = parts;
  const started = performance.now();
  const query = readQuery(request.url);
  const caller = await enter(parts, query, { request, client, trace });
  if (!caller.scopes.includes('validate'))
    throw new Refusal('key_not_allowed', 'This API key is not for single checks: it lacks the scope validate.');
  if (!client.isOwn) trace.headers = await takeRate(store, caller);
  const email = readEmail(query);
  const timeoutMs = readTimeout(query);
  const timeLeft = (): number => Math.max(1, timeoutMs - (performance.now() - started));
  const { signal } = request;
  /** Notes the verdict for metrics. */
  const answer = (result: ValidationResult, charge: Charge): ValidationResult => {
    trace.checked = { verdict: result.status, charge };
    return onTheWire(result);
  };
  if (caller.mode === 'test') return answer(await testVerdict(email, { timeoutMs: timeLeft(), signal }), 'test');
  const { accountId } = caller;
  const subject = hashes.subject(subjectOf(email));
  const isFree = client.isOwn === true || (await isFreeRepeat(store, accountId, subject));
  const credits = isFree ? null : await readCredits(store, accountId);
  if (credits && !canPay(credits)) throw outOfCredits(credits);
  const result = await verifyInTime(verifier, email, timeLeft(), signal);
  const check = { caller, subject, status: result.status };
  // Concurrent checks may have spent the credits.
  if (!(await record(store, check, isFree)) && credits) throw outOfCredits(credits);
  return answer(result, client.isOwn ? 'own' : isFree ? 'repeat' : 'credit');
};
