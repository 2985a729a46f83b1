import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { problemResponse } from '../protocol/index.js';
import { Refusal } from '../protocol/refusal.js';
import { describeError, type Logger } from './log.js';
import { createAdmission } from './admission.js';
import { ownerOf, type Client } from './authenticate.js';
import type { Endpoint, Endpoints } from './endpoint.js';
import { createDocument } from './openapi/document.js';
import { DOCUMENT_ENDPOINTS, pagesOf } from './openapi/endpoints.js';
import type { Call, Parts, Trace } from './route.js';
import { DASHBOARD_ENDPOINTS } from './dashboard/index.js';
import { ROUTES } from './routes.js';
import { USER_ENDPOINTS } from './users/index.js';
import type { Parts as UserParts } from './users/parts.js';
import { Unavailable } from './store/unavailable.js';

/** The headers of every response: it is for one client. */
const ALWAYS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
/** The status logged for a request that the client aborted, as nginx does. It is never received. */
const CLIENT_CLOSED = 499;

interface Environment {
  Bindings: Client;
  Variables: { id: string; trace: Trace };
}

/** A request id that a proxy or a client has given: it is safe in a header and in a log. */
const WELL_FORMED_ID = /^[\w.:=+/-]{8,128}$/;

/** Answers the requests for one path. */
type Answer = (call: Call) => Promise<Response>;

/** Without HEAD, which would cost as much as GET and return nothing. */
const answerOf =
  <P>({ method, answer }: Endpoint<P>, parts: P): Answer =>
  async (call) => {
    const asked = call.request.method;
    const allow = { allow: `${method}, OPTIONS` };
    // A preflight gets no CORS headers, so that browsers refuse to send what would follow.
    if (asked === 'OPTIONS') return new Response(null, { status: 204, headers: allow });
    return asked === method ? answer(parts, call) : problemResponse('method_not_allowed', `Use ${method}.`, allow);
  };

const answersOf = <P>(endpoints: Endpoints<P>, parts: P): [string, Answer][] =>
  [...endpoints].map(([path, endpoint]) => [path, answerOf(endpoint, parts)]);

const unavailable = ({ retryAfterS }: Unavailable): Response =>
  problemResponse('unavailable', `The store of the service is unavailable; try again in ${retryAfterS} s.`, {
    'retry-after': String(retryAfterS),
  });

/**
 * Creates the fetch handler of the service. Every request is one line in the log. No line contains an address, a key, or
 * an unknown path, which may contain an address.
 */
export const createApp = (parts: Parts, users: UserParts, log: Logger): Hono<Environment> => {
  const endpoints = new Map([...USER_ENDPOINTS, ...DASHBOARD_ENDPOINTS]);
  const document = createDocument([...ROUTES, ...endpoints, ...DOCUMENT_ENDPOINTS], users);
  const answers = new Map([
    ...answersOf(ROUTES, parts),
    ...answersOf(endpoints, users),
    ...answersOf(DOCUMENT_ENDPOINTS, document),
    ...pagesOf(document),
  ]);
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
      path: answers.has(context.req.path) ? context.req.path : '*',
      status: context.res.status,
      ms: Math.round(performance.now() - started),
      ...(trace.account !== undefined && { account: trace.account }),
    };
    log.info(fields, 'request');
  });
  const admission = createAdmission();
  app.use('/api/*', async ({ req, env }, next) => {
    const leave = admission.enter(ownerOf(parts.lookUp, req.query('apikey'), req.raw.headers, env));
    await next().finally(leave);
  });
  for (const [path, answer] of answers)
    app.all(path, ({ req, env, var: { trace } }) => answer({ request: req.raw, client: env, trace }));
  app.notFound(() => problemResponse('not_found', 'See /api/docs for what the service answers to.'));
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
