import { z } from 'zod';
import { parseAddress } from '../address/parse.js';
import { timestamp, type ValidationResult } from '../protocol/index.js';
import { Refusal } from '../protocol/refusal.js';
import { errorCode } from '../util/errors.js';
import { TimeoutError, withTimeout } from '../util/timeout.js';
import { assess } from '../verifier/score.js';
import type { Verifier } from '../verifier/types.js';
import { wrongKey } from './authenticate.js';
import { readCredits } from './credits.js';
import { EXAMPLE_RESULT, RATE_HEADERS, RESULT } from './answers.js';
import { answerOf, describe } from './endpoint.js';
import { field, optional, readValues } from './fields.js';
import { canPay, isFreeRepeat, pay, recordFree, type Check } from './ledger.js';
import { takeRate } from './rate.js';
import { enter, queryValues, readQuery, type Call, type Parts } from './route.js';
import type { Store } from './store/tables.js';
import { testVerdict } from './test-verdicts.js';

/** The longest text that is checked, in UTF-16 code units: four times the longest address (RFC 5321 §4.5.3.1). */
const MAX_EMAIL = 1000;
/** The bounds and the default of `timeout_ms`. */
const TIMEOUT_MS = { min: 100, max: 30_000, default: 6000 } as const;
/** How much longer a verifier is waited for that does not end in time. */
const MARGIN_MS = 250;

const checkEmail = (query: URLSearchParams): void => {
  if ((query.get('email') ?? '').trim() === '')
    throw new Refusal('missing_email', 'Give the address to check as ?email=.');
};

const QUERY = z.object({
  email: field(
    `at most ${MAX_EMAIL} characters long; an address has 254 at most`,
    z
      .string()
      .max(MAX_EMAIL)
      .meta({ examples: ['anna@example.com'] }),
  ),
  timeout_ms: optional(
    field(
      `a whole number of milliseconds from ${TIMEOUT_MS.min} to ${TIMEOUT_MS.max}`,
      z
        .stringFormat('digits', /^\d{1,9}$/)
        .transform(Number)
        .pipe(
          z
            .int()
            .min(TIMEOUT_MS.min)
            .max(TIMEOUT_MS.max)
            .meta({ examples: [TIMEOUT_MS.default] }),
        ),
    ),
  ),
});

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

/** Checked in this order: key, rate, address, credits. */
const check = async (parts: Parts, { request, client, trace }: Call): Promise<ValidationResult> => {
  const { store, hashes, verifier } = parts;
  const started = performance.now();
  const query = readQuery(request.url);
  const caller = await enter(parts, query, { request, client, trace });
  if (!caller.scopes.includes('validate'))
    throw new Refusal('key_not_allowed', 'This API key is not for single checks: it lacks the scope validate.');
  if (!client.isOwn) trace.headers = await takeRate(store, caller);
  checkEmail(query);
  const { email, timeout_ms: timeoutMs = TIMEOUT_MS.default } = readValues(queryValues(query), QUERY);
  const timeLeft = (): number => Math.max(1, timeoutMs - (performance.now() - started));
  const { signal } = request;
  if (caller.mode === 'test') return onTheWire(await testVerdict(email, { timeoutMs: timeLeft(), signal }));
  const { accountId } = caller;
  const subject = hashes.subject(subjectOf(email));
  const isFree = client.isOwn === true || (await isFreeRepeat(store, accountId, subject));
  const credits = isFree ? null : await readCredits(store, accountId);
  if (credits && !canPay(credits)) throw outOfCredits(credits);
  const result = await verifyInTime(verifier, email, timeLeft(), signal);
  const check = { caller, subject, status: result.status };
  // Concurrent checks may have spent the credits.
  if (!(await record(store, check, isFree)) && credits) throw outOfCredits(credits);
  return onTheWire(result);
};

export const validate = describe(
  {
    summary: 'Checks one address',
    details:
      'Costs one credit of the account. A refusal costs nothing, nor does a repeat of the address within 5 minutes after an unknown. ' +
      'At the deadline the answer is unknown. With a test key nothing is charged, and the local part names the verdict: valid, ' +
      'invalid, risky, unknown, disposable, catch_all, role_account, typo, slow; error and limited are refused.',
    access: 'key',
    answer: answerOf('The verdict.', RESULT, EXAMPLE_RESULT, { headers: RATE_HEADERS }),
    problems: ['missing_email', 'out_of_credits'],
  },
  { method: 'GET', input: QUERY, answer: async (parts: Parts, call) => Response.json(await check(parts, call)) },
);
