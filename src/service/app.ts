import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { problemResponse } from '../protocol/index.js';
import { describeError, type Logger } from './log.js';
import { Refusal } from '../protocol/refusal.js';
import { ROUTES, type Rooms, type Route, type Trace } from './routes.js';
import { Unavailable } from './store/unavailable.js';

/** The headers of every answer: it is about one address, and for one asker. */
const ALWAYS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
/** HEAD is not among them: it would cost what GET costs, and tell nothing. */
const ALLOW = { allow: 'GET, OPTIONS' };
/** What a request that its sender gave up is logged as. Nobody reads the answer. */
const GIVEN_UP = 499;

interface Environment {
  Variables: { id: string; trace: Trace };
}

const answer = async (route: Route, rooms: Rooms, request: Request, trace: Trace): Promise<Response> => {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: ALLOW });
  if (request.method !== 'GET') return problemResponse('method_not_allowed', 'Use GET.', ALLOW);
  try {
    return Response.json(await route(rooms, request, trace));
  } catch (error) {
    if (error instanceof Refusal) return problemResponse(error.code, error.detail, error.headers);
    if (request.signal.aborted) return new Response(null, { status: GIVEN_UP });
    throw error;
  }
};

const unavailable = ({ retryAfterS }: Unavailable): Response =>
  retryAfterS === null
    ? problemResponse('unavailable', 'The service cannot use its store until it is started again.')
    : problemResponse('unavailable', `The store of the service is busy or away; try again in ${retryAfterS} s.`, {
        'retry-after': String(retryAfterS),
      });

/**
 * The service's paths as one fetch handler. Every request is one line in the log; no line holds an address, a key, or
 * a path that is none of ours, since an address may stand in it.
 */
export const createApp = (rooms: Rooms, log: Logger): Hono<Environment> => {
  const app = new Hono<Environment>();
  app.use(async (context, next) => {
    const started = performance.now();
    context.set('id', randomUUID());
    context.set('trace', { headers: {} });
    await next();
    const { id, trace } = context.var;
    const headers = { ...ALWAYS, ...trace.headers, 'x-request-id': id };
    for (const [name, value] of Object.entries(headers))
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    const fields = {
      request_id: id,
      method: context.req.method,
      path: ROUTES.has(context.req.path) ? context.req.path : '*',
      status: context.res.status,
      ms: Math.round(performance.now() - started),
      ...(trace.account !== undefined && { account: trace.account }),
    };
    log.info(fields, 'request');
  });
  for (const [path, route] of ROUTES)
    app.all(path, (context) => answer(route, rooms, context.req.raw, context.var.trace));
  app.notFound(() => problemResponse('not_found', `There is ${[...ROUTES.keys()].join(' and ')}.`));
  app.onError((error, context) => {
    const { id } = context.var;
    if (error instanceof Unavailable) {
      log.error({ request_id: id, error: describeError(error.cause) }, 'the store is unavailable');
      return unavailable(error);
    }
    log.error({ request_id: id, error: describeError(error) }, 'unexpected error');
    return problemResponse('internal_error', `It is noted in the log of the service as ${id}.`);
  });
  return app;
};
