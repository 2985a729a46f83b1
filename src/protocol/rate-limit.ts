/** The state of a limit after a request was counted against it. */
export interface RateLimit {
  /** The limit's name: lower-case ASCII. */
  name: string;
  /** How many requests a window holds. */
  quota: number;
  /** How long the window is, in milliseconds. */
  windowMs: number;
  /** How many requests are left in this window. */
  remaining: number;
  /** Milliseconds until there are more. */
  resetMs: number;
}

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** Makes the headers `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-10, the first limit first. */
export const rateLimitHeaders = (limits: readonly RateLimit[]): Record<string, string> => ({
  'ratelimit-policy': limits.map(({ name, quota, windowMs }) => `"${name}";q=${quota};w=${windowMs / 1000}`).join(', '),
  ratelimit: limits.map(({ name, remaining, resetMs }) => `"${name}";r=${remaining};t=${seconds(resetMs)}`).join(', '),
});
