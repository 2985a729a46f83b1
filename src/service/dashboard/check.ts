import { z } from 'zod';
import { EXAMPLE_EXPLANATION, EXAMPLE_RESULT, EXPLANATION, RESULT } from '../checks/verdict-schema.js';
import { answerOf, describe } from '../http/endpoint.js';
import { RATE_HEADERS, type TakeRate } from '../keys/rate-limit.js';
import type { ExplainCheck } from '../checks/explainer.js';
import { checkGiven, DEFAULT_TIMEOUT_MS, EMAIL_TO_CHECK, type CheckOnce } from '../checks/single-check.js';
import { notSignedIn } from '../users/auth.js';
import { post, type Origins } from '../users/session-endpoint.js';
import { signedIn, type SessionStore } from '../users/sessions.js';
import type { RightOfWay } from '../../util/right-of-way.js';

/** The parts of the service that this endpoint uses. */
interface Parts extends SessionStore, Origins {
  takeRate: TakeRate;
  checkOnce: CheckOnce;
  explainCheck: ExplainCheck;
  /** Lets single checks go before the work on lists. */
  way: RightOfWay;
}

export const CHECKED = answerOf(
  'The verdict, explained.',
  z.object({ result: RESULT, explanation: EXPLANATION }),
  { result: EXAMPLE_RESULT, explanation: EXAMPLE_EXPLANATION },
  { headers: RATE_HEADERS },
);

/** Checks one address, for a credit of the account, at the account's rate. */
const check = describe(
  {
    summary: 'Checks one address',
    details: 'Costs one credit of the account, like a check with an API key.',
    access: 'session',
    answer: CHECKED,
    problems: ['missing_email', 'out_of_credits', 'rate_limited'],
  },
  post({ email: EMAIL_TO_CHECK }, async (parts: Parts, { body, headers, signal, trace }) => {
    const { accountId, plan } = await signedIn(parts, headers, trace);
    trace.headers = await parts.takeRate({ accountId, plan });
    checkGiven(body.email);
    const asked = { email: body.email, timeoutMs: DEFAULT_TIMEOUT_MS, signal };
    const payer = { accountId, keyId: null, gone: notSignedIn };
    const { result, charge } = await parts.way.first(() => parts.checkOnce(payer, asked));
    trace.checked = { verdict: result.status, charge };
    return Response.json({ result, explanation: await parts.explainCheck(accountId, result) });
  }),
);

export const CHECK_ENDPOINTS = { check };
