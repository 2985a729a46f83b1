import { Refusal } from '../protocol/refusal.js';
import { isOrigin } from '../util/url.js';

/** `Access-Control-Max-Age` of a preflight response, in seconds: the longest that any browser honours. */
const PREFLIGHT_S = 86_400;

/** CORS headers for an allowed origin; for any other, only `Vary` for caches. */
export const corsHeaders = (origins: ReadonlySet<string>, origin: string | null): Record<string, string> =>
  origin !== null && origins.has(origin)
    ? {
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'Retry-After, RateLimit, RateLimit-Policy',
        vary: 'Origin',
      }
    : { vary: 'Origin' };

/** Headers of a preflight response. The element sends only simple requests, but a page's own code may not. */
export const preflightHeaders = (methods: string): Record<string, string> => ({
  'access-control-allow-methods': methods,
  'access-control-allow-headers': 'Content-Type',
  'access-control-max-age': String(PREFLIGHT_S),
});

/**
 * The value of the `Origin` header, if it is allowed.
 * @throws Refusal `origin_not_allowed`.
 */
export const allowedOrigin = (origins: ReadonlySet<string>, origin: string | null): string => {
  if (origin !== null && origins.has(origin)) return origin;
  const what =
    origin === null ? 'The request has no Origin header; browsers send one.' : 'The origin of the page is not allowed.';
  throw new Refusal(
    'origin_not_allowed',
    `${what} The edge's operator lists origins in ALLOWED_ORIGINS (createEdge: origins).`,
  );
};

/** The longest origin: `https://`, a host name of 253 characters (RFC 1035, section 2.3.4) and a port. */
const MAX_ORIGIN = 267;

/**
 * The `Origin` header for the log; `none` if it is not an origin, since other text could have any content and length.
 */
export const loggedOrigin = (origin: string | null): string =>
  origin !== null && origin.length <= MAX_ORIGIN && isOrigin(origin) ? origin : 'none';
