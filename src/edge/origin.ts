import { Refusal } from '../protocol/refusal.js';
import { isOrigin } from '../util/url.js';

/** For how long a browser may remember a preflight's answer, in seconds: the most that any keeps. */
const PREFLIGHT_S = 86_400;

/** What lets the page of this origin read the answer, or tells caches no more than that the origin matters. */
export const corsHeaders = (origins: ReadonlySet<string>, origin: string | null): Record<string, string> =>
  origin !== null && origins.has(origin)
    ? {
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'Retry-After, RateLimit, RateLimit-Policy',
        vary: 'Origin',
      }
    : { vary: 'Origin' };

/** What a preflight is answered: the element needs none, a page's own code may. */
export const preflightHeaders = (methods: string): Record<string, string> => ({
  'access-control-allow-methods': methods,
  'access-control-allow-headers': 'Content-Type',
  'access-control-max-age': String(PREFLIGHT_S),
});

/**
 * The origin of the page that asks.
 * @throws Refusal `origin_not_allowed`.
 */
export const allowedOrigin = (origins: ReadonlySet<string>, origin: string | null): string => {
  if (origin !== null && origins.has(origin)) return origin;
  const what =
    origin === null ? 'This request has no Origin header; a page’s has.' : 'The page’s origin is not on the list.';
  throw new Refusal(
    'origin_not_allowed',
    `${what} The edge's operator lists origins in ALLOWED_ORIGINS (createEdge: origins).`,
  );
};

/** An `Origin` header fit for a log: what is no origin could hold anything. */
export const loggedOrigin = (origin: string | null): string => (isOrigin(origin) ? origin : 'none');
