/** The state of a limit after a request was counted against it. */
export interface RateLimit {
  /** The limit's name: lower-case ASCII. */
  name: string;
  /** The number of requests per window. */
  quota: number;
  /** The length of the window, in milliseconds. */
  windowMs: number;
  /** The number of requests left in this window. */
  remaining: number;
  /** Milliseconds until the window resets. */
  resetMs: number;
}

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/**
 * Creates the headers `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-10. The order of the
 * limits is kept.
 */
export const rateLimitHeaders = (limits: readonly RateLimit[]): Record<string, string> => ({
  'ratelimit-policy': limits.map(({ name, quota, windowMs }) => `"${name}";q=${quota};w=${windowMs / 1000}`).join(', '),
  ratelimit: limits.map(({ name, remaining, resetMs }) => `"${name}";r=${remaining};t=${seconds(resetMs)}`).join(', '),
});
