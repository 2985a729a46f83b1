import { httpGet, isSuccess, webGet, type HttpAnswer } from './http/index.js';
import { delayed, toOutcome } from './outcome.js';
import { innerTimeout, noVerdict, type Outcome, type ServiceUpstream } from './types.js';

/** An answer has some 400 bytes. */
const MAX_ANSWER_BYTES = 16_384;
/** Pause after a 429 of the upstream, in milliseconds: its `Retry-After`, up to `most`; `otherwise` without a valid one. */
const PAUSE_MS = { otherwise: 1000, most: 60_000 };

/** `Retry-After` in seconds (RFC 9110, section 10.2.3); a date is not understood, since two clocks may differ. */
const pauseOf = (retryAfter: string | null): number =>
  retryAfter !== null && /^\d{1,9}$/.test(retryAfter)
    ? Math.min(Number(retryAfter) * 1000, PAUSE_MS.most)
    : PAUSE_MS.otherwise;

/** The outcome of a status that is no success. Only the upstream's own errors are an outage. */
const refused = ({ status, retryAfter }: HttpAnswer, address: string): Outcome => {
  const reason = `status ${status}`;
  if (status === 402) return noVerdict('out_of_credits', reason);
  if (status === 429) return noVerdict('rate_limited', reason, { pauseMs: pauseOf(retryAfter) });
  return noVerdict('upstream_error', reason, status === 504 ? delayed(address) : { outage: status >= 500 });
};

/** The bounds of `timeout_ms`. */
const TIMEOUT_MS = { min: 100, max: 30_000 };

/**
 * When the service is to answer with what it knows, in milliseconds, as it is sent: a service that does not know `timeout_ms` ignores it.
 */
const sentTimeout = (timeoutMs: number): number =>
  Math.round(Math.min(Math.max(innerTimeout(timeoutMs), TIMEOUT_MS.min), TIMEOUT_MS.max));

/** Asks a service about an address. Rejects when the service cannot be reached, breaks off, takes too long, or answers too much. */
export type AskService = (address: string, timeoutMs: number) => Promise<Outcome>;

/** Makes the client of a service of the interface. */
export const createAskService = ({ baseUrl, apiKey, fetch: send }: ServiceUpstream): AskService => {
  const get = send ? webGet(send) : httpGet();
  const url = `${baseUrl}/api/validate?apikey=${encodeURIComponent(apiKey)}&email=`;
  return async (address, timeoutMs) => {
    const query = `${encodeURIComponent(address)}&timeout_ms=${sentTimeout(timeoutMs)}`;
    const answer = await get(url + query, { timeoutMs, maxBytes: MAX_ANSWER_BYTES });
    return isSuccess(answer.status) ? toOutcome(JSON.parse(answer.text), address) : refused(answer, address);
  };
};
