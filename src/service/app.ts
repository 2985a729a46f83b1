import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { problemResponse } from '../protocol/index.js';
import { Refusal } from '../protocol/refusal.js';
import { describeError, type Logger } from './log.js';
import type { Client } from './authenticate.js';
import type { Observe } from './events.js';
import { PAYMENTS_PATH, type Payments } from './payments.js';
import type { Call, Parts, Route, Trace } from './route.js';
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

const isKnown = (path: string): boolean => ROUTES.has(path) || USER_ENDPOINTS.has(path) || path === PAYMENTS_PATH;

interface Environment {
  Bindings: Client;
  Variables: { id: string; trace: Trace };
}

/** A request id that a proxy or a client has given: it is safe in a header and in a log. */
const WELL_FORMED_ID = /^[\w.:=+/-]{8,128}$/;

const answer = async (route: Route, parts: Parts, call: Call): Promise<Response> => {
  const { method } = call.request;
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: ALLOW });
  if (method !== 'GET') throw new Refusal('method_not_allowed', 'Use GET.', ALLOW);
  return Response.json(await route(parts, call));
};

/** What the app is made of. */
interface AppParts {
  parts: Parts;
  users: UserParts;
  payments: Payments;
  log: Logger;
  observe: Observe;
}

/** Turns an error into a refusal. One that is no refusal is logged. */
const asRefusal = (error: unknown, id: string, log: Logger): Refusal => {
  if (error instanceof Refusal) return error;
  if (error instanceof Unavailable) {
    const { retryAfterS } = error;
    log.error({ request_id: id, error: describeError(error.cause) }, 'the store is unavailable');
    return new Refusal('unavailable', `The store of the service is unavailable; try again in ${retryAfterS} s.`, {
      'retry-after': String(retryAfterS),
    });
  }
  log.error({ request_id: id, error: describeError(error) }, 'unexpected error');
  return new Refusal('internal_error', `Unexpected error; the log of the service has it as request ${id}.`);
};

const refuse = ({ code, detail, headers }: Refusal, trace: Trace): Response => {
  trace.code = code;
  return problemResponse(code, detail, headers);
};

/**
 * Creates the fetch handler of the service. Every request is one line in the log. No line contains an address, a key, or
 * an unknown path, which may contain an address.
 */
export const createApp = ({ parts, users, payments, log, observe }: AppParts): Hono<Environment> => {
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
    const { account, code, checked } = trace;
    const path = isKnown(context.req.path) ? context.req.path : '*';
    const { status } = context.res;
    const ms = performance.now() - started;
    const fields = {
      request_id: id,
      method: context.req.method,
      path,
      status,
      ms: Math.round(ms),
      ...(account !== undefined && { account }),
    };
    log.info(fields, 'request');
    observe({ event: 'request', path, status, ms, ...(code && { code }), ...checked });
  });
  for (const [path, route] of ROUTES)
    app.all(path, ({ req, env, var: { trace } }) => answer(route, parts, { request: req.raw, client: env, trace }));
  for (const [path, endpoint] of USER_ENDPOINTS)
    app.all(path, ({ req, env, var: { trace } }) => endpoint(users, { request: req.raw, client: env, trace }));
  app.all(PAYMENTS_PATH, ({ req, env, var: { trace } }) => payments({ request: req.raw, client: env, trace }));
  const paths = [...ROUTES.keys()].join(' and ');
  app.notFound(({ var: { trace } }) => refuse(new Refusal('not_found', `The service answers to ${paths}.`), trace));
  app.onError((error, { req, var: { id, trace } }) => {
    if (!(error instanceof Refusal) && req.raw.signal.aborted) return new Response(null, { status: CLIENT_CLOSED });
    return refuse(asRefusal(error, id, log), trace);
  });
  return app;
};
