import type { HttpAnswer } from './http/index.js';
import { delayed } from './outcome.js';
import { noVerdict, type Outcome } from './types.js';

/**
 * Pause after the upstream's rate limit refused a call, in milliseconds: its `Retry-After`, up to `most`; `otherwise`
 * without a valid one.
 */
const PAUSE_MS = { otherwise: 1000, most: 60_000 };

/** `Retry-After` in seconds (RFC 9110, section 10.2.3). A date is ignored, since two clocks may differ. */
const pauseOf = (retryAfter: string | null): number =>
  retryAfter !== null && /^\d{1,9}$/.test(retryAfter)
    ? Math.min(Number(retryAfter) * 1000, PAUSE_MS.most)
    : PAUSE_MS.otherwise;

/** The outcome of a call that exceeded the upstream's rate. */
export const askedTooOften = ({ header }: HttpAnswer, reason: string): Outcome =>
  noVerdict('rate_limited', reason, { pauseMs: pauseOf(header('retry-after')) });

/**
 * The outcome of a status other than success. Only the upstream's own errors are an outage.
 * @param reason for the operator; without address and key.
 */
export const refused = (answer: HttpAnswer, address: string, reason = `status ${answer.status}`): Outcome => {
  const { status } = answer;
  if (status === 402) return noVerdict('out_of_credits', reason);
  if (status === 429) return askedTooOften(answer, reason);
  return noVerdict('upstream_error', reason, status === 504 ? delayed(address) : { outage: status >= 500 });
};
