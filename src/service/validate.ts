import { z } from 'zod';
import type { ValidationResult } from '../protocol/index.js';
import { Refusal } from '../protocol/refusal.js';
import { EXAMPLE_RESULT, RATE_HEADERS, RESULT } from './answers.js';
import { wrongKey } from './authenticate.js';
import { answerOf, describe } from './endpoint.js';
import { field, optional, readValues } from './fields.js';
import { enter, queryValues, readQuery, type Call, type Parts } from './route.js';
import { checkGiven, checkOnce, DEFAULT_TIMEOUT_MS, EMAIL_TO_CHECK, onTheWire } from './single-check.js';
import { testVerdict } from './test-verdicts.js';

/** The bounds of `timeout_ms`. */
const TIMEOUT_MS = { min: 100, max: 30_000 } as const;

const QUERY = z.object({
  email: EMAIL_TO_CHECK,
  timeout_ms: optional(
    field(
      `a whole number of milliseconds from ${TIMEOUT_MS.min} to ${TIMEOUT_MS.max}`,
      z
        .stringFormat('digits', /^\d{1,9}$/)
        .transform(Number)

        .pipe(z.int().min(TIMEOUT_MS.min).max(TIMEOUT_MS.max)),
      DEFAULT_TIMEOUT_MS,
    ),
  ),
});

/** Checked in this order: key, rate, address, credits. */
const check = async (parts: Parts, { request, client, trace }: Call): Promise<ValidationResult> => {
  const started = performance.now();
  const query = readQuery(request.url);
  const caller = await enter(parts, query, { request, client, trace });
  if (!caller.scopes.includes('validate'))
    throw new Refusal('key_not_allowed', 'This API key is not for single checks: it lacks the scope validate.');
  if (!client.isOwn) trace.headers = await parts.takeRate(caller);
  checkGiven(query.get('email') ?? '');
  const { email, timeout_ms: allowedMs = DEFAULT_TIMEOUT_MS } = readValues(queryValues(query), QUERY);
  const timeoutMs = Math.max(1, allowedMs - (performance.now() - started));
  const { signal } = request;
  if (caller.mode === 'test') {
    trace.isTest = true;
    const verdict = await testVerdict(email, { timeoutMs, signal });
    trace.checked = { verdict: verdict.status, charge: 'test' };
    return onTheWire(verdict);
  }
  const payer = { accountId: caller.accountId, keyId: caller.keyId, gone: wrongKey };
  const asked = { email, timeoutMs, signal, isFree: client.isOwn === true };
  const { result, charge } = await checkOnce(parts, payer, asked);
  trace.checked = { verdict: result.status, charge };
  return result;
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
