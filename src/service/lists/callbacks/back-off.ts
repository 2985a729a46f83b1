/** When a failed attempt is repeated. */

/**
 * The waits after failed attempts, in seconds, over three days (Standard Webhooks 1.0): 5 s, 5 min, 30 min, 2, 5, 10,
 * 14, 20, 24 h.
 */
const WAITS_S = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** The part of a wait that may be added, so that many callbacks to one receiver do not come together. */
const JITTER = 0.2;
/** The longest wait that a receiver may ask for, in seconds. */
const MAX_RETRY_AFTER_S = 86_400;

/** Reads `Retry-After` (RFC 9110, section 10.2.3): seconds or a date. @returns seconds; 0 for anything else. */
const readRetryAfter = (text: string, now: number): number => {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? 0 : (date - now) / 1000;
};

/**
 * The wait before the next attempt, in seconds. `Retry-After` may make it longer, up to a day, never shorter.
 * @param tries the failed attempts, from 1.
 * @param random from 0 to 1.
 * @returns null if no attempt follows.
 */
export const waitAfter = (
  tries: number,
  retryAfter: string | null = null,
  { random = Math.random(), now = Date.now() }: { random?: number; now?: number } = {},
): number | null => {
  const wait = WAITS_S[tries - 1];
  if (wait === undefined) return null;
  const asked = retryAfter === null ? 0 : readRetryAfter(retryAfter, now);
  return Math.max(wait * (1 + JITTER * random), Math.min(asked, MAX_RETRY_AFTER_S));
};
