import { z } from 'zod';
import { clientNetwork } from '../../util/client-network.js';
import { Refusal } from '../../protocol/refusal.js';
import { answerOf, type Handler } from '../http/endpoint.js';
import { readBody, readValues, type Fields, type Values } from '../http/request-fields.js';
import { queryValues, readQuery } from '../http/query.js';
import type { Trace } from '../http/call.js';

/** The parts of a request that an endpoint uses, checked. */
export interface Asked<V = unknown> {
  /** The fields of the body, or of the query of a GET. */
  body: V;
  headers: Headers;
  /** The network of the client. */
  client: string;
  /** Aborted when the client gives up. */
  signal: AbortSignal;
  /** Receives the account, for the log. */
  trace: Trace;
}

/** The IPv6 prefix of a client: a /48, the most that one subscriber gets (RFC 6177). */
const IPV6_BITS = 48;

/** The dashboard's origins. */
export interface Origins {
  origins: ReadonlySet<string>;
}

/**
 * Refuses what a page of another site could make a browser send with the user's cookie. Browsers name the origin in every
 * POST (Fetch, "append a request Origin header"); a request without one is not from the dashboard.
 * @throws Refusal `origin_not_allowed`.
 */
export const checkOrigin = (origins: ReadonlySet<string>, headers: Headers): void => {
  const origin = headers.get('origin');
  if (origin !== null && origins.has(origin)) return;
  throw new Refusal(
    'origin_not_allowed',
    'Send the header Origin with the URL of the dashboard. Its operator sets that URL as PUBLIC_URL.',
  );
};

/** An endpoint that reads, with the fields of its query. */
export const get = <F extends Fields, P>(
  fields: F,
  answer: (parts: P, asked: Asked<Values<F>>) => Promise<Response>,
): Handler<P> => {
  const input = z.object(fields);
  return {
    method: 'GET',
    input,
    async answer(parts, { request: { headers, url, signal }, client, trace }) {
      const body = readValues(queryValues(readQuery(url)), input) as Values<F>;
      return answer(parts, { body, headers, client: clientNetwork(client.address, IPV6_BITS), signal, trace });
    },
  };
};

/** An endpoint that changes something, with the fields of its body; only pages of the dashboard's origins may use it. */
export const post = <F extends Fields, P extends Origins>(
  fields: F,
  answer: (parts: P, asked: Asked<Values<F>>) => Promise<Response>,
): Handler<P> => {
  const input = z.strictObject(fields);
  return {
    method: 'POST',
    input,
    async answer(parts, { request, client, trace }) {
      const { headers, signal } = request;
      checkOrigin(parts.origins, headers);
      const body = await readBody(request, input);
      return answer(parts, { body, headers, client: clientNetwork(client.address, IPV6_BITS), signal, trace });
    },
  };
};

/** The answer where more follows by mail: the same whether or not there is a user with this address. */
export const mailFollows = (): Response => Response.json({ status: 'mail_follows' }, { status: 202 });

export const MAIL_FOLLOWS = answerOf(
  'A mail follows. The same for known and unknown addresses.',
  z.object({ status: z.literal('mail_follows') }),
  { status: 'mail_follows' },
  { status: 202 },
);

export const done = (headers?: Headers): Response => Response.json({ status: 'done' }, headers && { headers });

const DONE_SCHEMA = z.object({ status: z.literal('done') });
export const DONE = answerOf('Done.', DONE_SCHEMA, { status: 'done' });

/** Done, and the cookies of the session or the device are set or cleared. */
export const DONE_WITH_COOKIE = answerOf(
  'Done.',
  DONE_SCHEMA,
  { status: 'done' },
  { headers: { 'Set-Cookie': 'The session, cleared when it ends, and the device: HttpOnly, SameSite=Lax.' } },
);
