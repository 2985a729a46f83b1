import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { problemResponse } from '../protocol/index.js';
import { Refusal } from '../protocol/refusal.js';
import { describeError, type Logger } from './log.js';
import type { Client } from './authenticate.js';
import type { Call, Parts, Route, Trace } from './route.js';
import { DASHBOARD_ENDPOINTS } from './dashboard/index.js';
import { ROUTES } from './routes.js';
import { USER_ENDPOINTS } from './users/index.js';
import type { Parts as UserParts } from './users/parts.js';
import { Unavailable } from './store/unavailable.js';

/** The headers of every response: it is for one client. */
const ALWAYS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
/** Without HEAD, which would cost as much as GET and return nothing. */
const ALLOW = { allow: 'GET, OPTIONS' };
/** The status logged for a request that the client aborted, as nginx does. It is never received. */
const CLIENT_CLOSED = 499;

/** The endpoints for people who sign in. */
const ENDPOINTS = new Map([...USER_ENDPOINTS, ...DASHBOARD_ENDPOINTS]);

const isKnown = (path: string): boolean => ROUTES.has(path) || ENDPOINTS.has(path);

interface Environment {
  Bindings: Client;
  Variables: { id: string; trace: Trace };
}

/** A request id that a proxy or a client has given: it is safe in a header and in a log. */
const WELL_FORMED_ID = /^[\w.:=+/-]{8,128}$/;

const answer = async (route: Route, parts: Parts, call: Call): Promise<Response> => {
  const { method } = call.request;
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: ALLOW });
  if (method !== 'GET') return problemResponse('method_not_allowed', 'Use GET.', ALLOW);
  return Response.json(await route(parts, call));
};

const unavailable = ({ retryAfterS }: Unavailable): Response =>
  problemResponse('unavailable', `The store of the service is unavailable; try again in ${retryAfterS} s.`, {
    'retry-after': String(retryAfterS),
  });

/**
 * Creates the fetch handler of the service. Every request is one line in the log. No line contains an address, a key, or
 * an unknown path, which may contain an address.
 */
export const createApp = (parts: Parts, users: UserParts, log: Logger): Hono<Environment> => {
  const app = new Hono<Environment>();
  app.use(async (context, next) => {
    const started = performance.now();
    const given = context.req.header('x-request-id') ?? '';
    context.set('id', WELL_FORMED_ID.test(given) ? given : randomUUID());
    context.set('trace', { headers: {} });
    await next();
    const { id, trace } = context.var;
    const headers = { ...ALWAYS, ...trace.headers, 'x-request-id': id };
    for (const [name, value] of Object.entries(headers))
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    const fields = {
      request_id: id,
      method: context.req.method,
      path: isKnown(context.req.path) ? context.req.path : '*',
      status: context.res.status,
      ms: Math.round(performance.now() - started),
      ...(trace.account !== undefined && { account: trace.account }),
    };
    log.info(fields, 'request');
  });
  for (const [path, route] of ROUTES)
    app.all(path, ({ req, env, var: { trace } }) => answer(route, parts, { request: req.raw, client: env, trace }));
  for (const [path, endpoint] of ENDPOINTS)
    app.all(path, ({ req, env, var: { trace } }) => endpoint(users, { request: req.raw, client: env, trace }));
  app.notFound(() => problemResponse('not_found', `The service answers to ${[...ROUTES.keys()].join(' and ')}.`));
  app.onError((error, context) => {
    const { id } = context.var;
    if (error instanceof Refusal) return problemResponse(error.code, error.detail, error.headers);
    if (context.req.raw.signal.aborted) return new Response(null, { status: CLIENT_CLOSED });
    if (error instanceof Unavailable) {
      log.error({ request_id: id, error: describeError(error.cause) }, 'the store is unavailable');
      return unavailable(error);
    }
    log.error({ request_id: id, error: describeError(error) }, 'unexpected error');
    return problemResponse('internal_error', `Unexpected error; the log of the service has it as request ${id}.`);
  });
  return app;
};
