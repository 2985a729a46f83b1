import { z } from 'zod';
import { clientNetwork } from '../../util/client-network.js';
import { problemResponse } from '../../protocol/index.js';
import { Refusal } from '../../protocol/refusal.js';
import type { Call, Trace } from '../route.js';
import { readBody, type Fields, type Values } from '../fields.js';
import type { Parts } from './parts.js';

/** The parts of a request that an endpoint uses, checked. */
export interface Asked<V = unknown> {
  /** The fields of the body. */
  body: V;
  headers: Headers;
  /** The network of the client. */
  client: string;
  url: string;
  /** Aborted when the client gives up. */
  signal: AbortSignal;
  /** Receives the account, for the log. */
  trace: Trace;
}

/** Answers the requests for one path. @throws Refusal if a request is refused. */
export type Endpoint = (parts: Parts, call: Call) => Promise<Response>;

const notAllowed = (method: string): Response =>
  problemResponse('method_not_allowed', `Use ${method}.`, { allow: `${method}, OPTIONS` });

/** A preflight gets no CORS headers, so that browsers refuse to send what would follow. */
const options = (method: string): Response =>
  new Response(null, { status: 204, headers: { allow: `${method}, OPTIONS` } });

/**
 * Refuses what a page of another site could make a browser send with the user's cookie. Browsers name the origin in every
 * POST (Fetch, "append a request Origin header"); a request without one is not from the dashboard.
 * @throws Refusal `origin_not_allowed`.
 */
const checkOrigin = (origins: ReadonlySet<string>, headers: Headers): void => {
  const origin = headers.get('origin');
  if (origin !== null && origins.has(origin)) return;
  throw new Refusal(
    'origin_not_allowed',
    'Send the header Origin with the URL of the dashboard. Its operator sets that URL as PUBLIC_URL.',
  );
};

/** An endpoint that reads. */
export const get =
  (answer: (parts: Parts, asked: Asked) => Promise<Response>): Endpoint =>
  async (parts, { request, client, trace }) => {
    const { method, headers, url, signal } = request;
    if (method === 'OPTIONS') return options('GET');
    if (method !== 'GET') return notAllowed('GET');
    return answer(parts, { body: null, headers, client: clientNetwork(client.address), url, signal, trace });
  };

/** An endpoint that changes something, with the fields of its body. */
export const post = <F extends Fields>(
  fields: F,
  answer: (parts: Parts, asked: Asked<Values<F>>) => Promise<Response>,
): Endpoint => {
  const schema = z.strictObject(fields);
  return async (parts, { request, client, trace }) => {
    const { method, headers, url, signal } = request;
    if (method === 'OPTIONS') return options('POST');
    if (method !== 'POST') return notAllowed('POST');
    checkOrigin(parts.origins, headers);
    const body = await readBody(request, schema);
    return answer(parts, { body, headers, client: clientNetwork(client.address), url, signal, trace });
  };
};

/** The answer where more follows by mail: the same whether or not there is a user with this address. */
export const mailFollows = (): Response => Response.json({ status: 'mail_follows' }, { status: 202 });

export const done = (headers?: Headers): Response => Response.json({ status: 'done' }, headers && { headers });
