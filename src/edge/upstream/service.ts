import { readText } from '../../util/read-body.js';
import { toOutcome } from './outcome.js';
import { noVerdict, type Outcome, type ServiceUpstream } from './types.js';

/** An answer has some 400 bytes. */
const MAX_ANSWER_BYTES = 16_384;
/** How long an upstream that answers 429 is left alone: what it asks for, within bounds, or this, in milliseconds. */
const PAUSE_MS = { otherwise: 1000, most: 60_000 };

/** `Retry-After` in seconds (RFC 9110, section 10.2.3); a date is not understood, since two clocks may differ. */
const pauseOf = (headers: Headers): number => {
  const text = headers.get('retry-after') ?? '';
  return /^\d{1,9}$/.test(text) ? Math.min(Number(text) * 1000, PAUSE_MS.most) : PAUSE_MS.otherwise;
};

/** The outcome of a status that is no success. One that only this address may have caused is no outage. */
const refused = (status: number, headers: Headers): Outcome => {
  const reason = `status ${status}`;
  if (status === 402) return noVerdict('out_of_credits', reason);
  if (status === 429) return noVerdict('rate_limited', reason, { pauseMs: pauseOf(headers) });
  return noVerdict('upstream_error', reason, { outage: ![400, 413, 414, 422].includes(status) });
};

/** Asks a service of the interface. Rejects when it cannot be reached, breaks off, or answers too much. */
export const askService = async (
  { baseUrl, apiKey, fetch: send = fetch }: ServiceUpstream,
  address: string,
  signal: AbortSignal,
): Promise<Outcome> => {
  const query = `apikey=${encodeURIComponent(apiKey)}&email=${encodeURIComponent(address)}`;
  // A redirect is not followed: it would carry the key to wherever it points. ('error' does not exist on Workers.)
  const response = await send(`${baseUrl}/api/validate?${query}`, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal,
  });
  if (!response.ok) return refused(response.status, response.headers);
  return toOutcome(JSON.parse(await readText(response, { maxBytes: MAX_ANSWER_BYTES, signal })));
};
