import { z } from 'zod';
import type { ValidationResult } from '../../protocol/index.js';
import { Refusal } from '../../protocol/refusal.js';
import type { RightOfWay } from '../../util/right-of-way.js';
import { explain } from '../../verifier/explain.js';
import type { ExplainCheck, ServiceExplanation } from './explainer.js';
import { EXAMPLE_RESULT, EXPLANATION, RESULT } from './verdict-schema.js';
import { enter, wrongKey } from '../keys/authenticate.js';
import { answerOf, describe, type Endpoints } from '../http/endpoint.js';
import { field, FLAG_TEXT, optional, readValues } from '../http/request-fields.js';
import { queryValues, readQuery } from '../http/query.js';
import type { Call } from '../http/call.js';
import { checkGiven, DEFAULT_TIMEOUT_MS, EMAIL_TO_CHECK, onTheWire, type CheckOnce } from './single-check.js';
import type { KeyLookup } from '../keys/key-lookup.js';
import { RATE_HEADERS, type TakeRate } from '../keys/rate-limit.js';
import { testVerdict } from './test-verdicts.js';

/** The parts of the service that this endpoint uses. */
interface Parts {
  lookUp: KeyLookup;
  takeRate: TakeRate;
  checkOnce: CheckOnce;
  explainCheck: ExplainCheck;
  /** Lets single checks go before the work on lists. */
  way: RightOfWay;
}

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
  explain: optional(field('true or false (true adds the explanation)', FLAG_TEXT, true)),
});

/** A verdict; with `explain=true`, the explanation beside its ten fields. */
type Explained = ValidationResult & { explanation?: ServiceExplanation };
const ANSWER = RESULT.extend({ explanation: EXPLANATION.optional().describe('only with explain=true') });

/** Checked in this order: key, rate, address, credits. */
const check = async (parts: Parts, { request, client, trace }: Call): Promise<Explained> => {
  const started = performance.now();
  const query = readQuery(request.url);
  const caller = await enter(parts.lookUp, query, { request, client, trace });
  if (!caller.scopes.includes('validate'))
    throw new Refusal('key_not_allowed', 'This API key is not for single checks: it lacks the scope validate.');
  if (!client.isOwn) trace.headers = await parts.takeRate(caller);
  const values = queryValues(query);
  checkGiven(values['email'] ?? '');
  const { email, timeout_ms: allowedMs = DEFAULT_TIMEOUT_MS, explain: isExplained = false } = readValues(values, QUERY);
  const timeoutMs = Math.max(1, allowedMs - (performance.now() - started));
  const { signal } = request;
  if (caller.mode === 'test') {
    trace.isTest = true;
    const verdict = await testVerdict(email, { timeoutMs, signal });
    trace.checked = { verdict: verdict.status, charge: 'test' };
    const answer = onTheWire(verdict);
    return isExplained ? { ...answer, explanation: explain(answer) } : answer;
  }
  const payer = { accountId: caller.accountId, keyId: caller.keyId, gone: wrongKey };
  const asked = { email, timeoutMs, signal, isFree: client.isOwn === true };
  const { result, charge } = await parts.checkOnce(payer, asked);
  trace.checked = { verdict: result.status, charge };
  return isExplained ? { ...result, explanation: await parts.explainCheck(caller.accountId, result) } : result;
};

const validate = describe(
  {
    summary: 'Checks one address',
    details:
      'Costs one credit of the account. A refusal costs nothing, nor does a repeat of the address within 5 minutes after an unknown. ' +
      'At the deadline the answer is unknown. With a test key nothing is charged, and the local part names the verdict: valid, ' +
      'invalid, risky, unknown, disposable, catch_all, role_account, typo, slow; error and limited are refused.',
    access: 'key',
    answer: answerOf('The verdict.', ANSWER, EXAMPLE_RESULT, { headers: RATE_HEADERS }),
    problems: ['missing_email', 'out_of_credits'],
  },
  {
    method: 'GET',
    input: QUERY,
    costs: true,
    answer: async (parts: Parts, call) => Response.json(await parts.way.first(() => check(parts, call))),
  },
);

/** The endpoint of single checks, by path. */
export const VALIDATE_ENDPOINTS: Endpoints<Parts> = [['/api/validate', validate]];
