import type { EdgeVerdict, TokenAnswer } from '../../../src/protocol/index.js';
import { API_KEY, CLIENT, ISSUER, ORIGIN, SECRET } from '../support.js';

/** An edge that runs somewhere, by its settings. */
export interface Place {
  /** Where it is reached, if by HTTP; without a slash at its end. */
  url?: string;
  /** Sends a request from a client at this network address. */
  send(path: string, init?: RequestInit, client?: string): Promise<Response>;
  /** All that it has written. */
  output(): string;
  end(): Promise<unknown>;
}

/** Starts an edge with these settings. */
export type Open = (settings: Record<string, string>) => Promise<Place>;

/** The settings of an edge before this upstream, which it may ask as often as a test does. */
export const settings = (upstreamUrl: string, over: Record<string, string> = {}): Record<string, string> => ({
  ALLOWED_ORIGINS: ORIGIN,
  SECRET,
  UPSTREAM_URL: upstreamUrl,
  UPSTREAM_KEY: API_KEY,
  UPSTREAM_RATE: '10000',
  PUBLIC_URL: ISSUER,
  ...over,
});

/** A POST of the page's. */
export const posted = (body?: BodyInit, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { origin: ORIGIN, 'content-type': 'text/plain', ...headers },
  ...(body !== undefined && { body }),
});

export const tokenAt = async (place: Place, client = CLIENT): Promise<string> =>
  ((await (await place.send('/token', posted(), client)).json()) as TokenAnswer).token;

export const validateAt = (place: Place, token: string, email: string, client = CLIENT): Promise<Response> =>
  place.send('/validate', posted(JSON.stringify({ token, email })), client);

/** One check with a token of its own. */
export const checkAt = async (place: Place, email: string, client = CLIENT): Promise<EdgeVerdict> =>
  (await (await validateAt(place, await tokenAt(place, client), email, client)).json()) as EdgeVerdict;
