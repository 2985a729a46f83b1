import { httpSend, isSuccess } from './http/index.js';
import { toOutcome } from './outcome.js';
import { refused } from './refusal.js';
import { innerTimeout, type AskService, type ServiceUpstream } from './types.js';

/** An answer has some 400 bytes. */
const MAX_ANSWER_BYTES = 16_384;

/** The bounds of `timeout_ms`. */
const TIMEOUT_MS = { min: 100, max: 30_000 };

/**
 * The `timeout_ms` sent to the service, in milliseconds, after which it answers with what it knows. A service that does
 * not know the parameter ignores it.
 */
const sentTimeout = (timeoutMs: number): number =>
  Math.round(Math.min(Math.max(innerTimeout(timeoutMs), TIMEOUT_MS.min), TIMEOUT_MS.max));

/** Creates the client of a service with our own interface. */
export const createAskService = ({ baseUrl, apiKey, fetch }: ServiceUpstream): AskService => {
  const send = httpSend(fetch);
  const url = `${baseUrl}/api/validate?apikey=${encodeURIComponent(apiKey)}&email=`;
  return async (address, timeoutMs) => {
    const query = `${encodeURIComponent(address)}&timeout_ms=${sentTimeout(timeoutMs)}`;
    const answer = await send(url + query, { timeoutMs, maxBytes: MAX_ANSWER_BYTES });
    return isSuccess(answer.status) ? toOutcome(JSON.parse(answer.text), address) : refused(answer, address);
  };
};
