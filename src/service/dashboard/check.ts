import { z } from 'zod';
import { EXAMPLE_RESULT, RATE_HEADERS, RESULT } from '../answers.js';
import { answerOf, describe } from '../endpoint.js';
import { SUB_STATUSES } from '../../protocol/index.js';
import { explain } from '../../verifier/score.js';
import { checkGiven, checkOnce, DEFAULT_TIMEOUT_MS, EMAIL_TO_CHECK } from '../single-check.js';
import { notSignedIn } from '../users/auth.js';
import { post } from '../users/endpoint.js';
import { signedIn } from '../users/sessions.js';

const CHECKED = answerOf(
  'The verdict, and the score explained.',
  z.object({
    result: RESULT,
    explanation: z.array(
      z.object({
        code: z.enum(SUB_STATUSES),
        effect: z
          .union([z.number(), z.enum(['invalid', 'unknown'])])
          .describe('taken from the score, in hundredths, or the verdict'),
        meaning: z.string(),
      }),
    ),
  }),
  { result: EXAMPLE_RESULT, explanation: [] },
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
  post({ email: EMAIL_TO_CHECK }, async (parts, { body, headers, signal, trace }) => {
    const { accountId, plan } = await signedIn(parts, headers, trace);
    trace.headers = await parts.checking.takeRate({ accountId, plan });
    checkGiven(body.email);
    const asked = { email: body.email, timeoutMs: DEFAULT_TIMEOUT_MS, signal };
    const payer = { accountId, keyId: null, gone: notSignedIn };
    const { result, charge } = await checkOnce(parts.checking, payer, asked);
    trace.checked = { verdict: result.status, charge };
    return Response.json({ result, explanation: explain(result) });
  }),
);

export const CHECK_ENDPOINTS = { check };
