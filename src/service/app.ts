import { Hono } from 'hono';
import { problemResponse } from '../protocol/index.js';
import { Refusal } from '../protocol/refusal.js';
import { describeError, type Logger } from './log.js';
import { createAdmission } from './admission.js';
import { ownerOf } from './authenticate.js';
import type { Endpoints, Method } from './endpoint.js';
import { createDocument } from './openapi/document.js';
import { DOCUMENT_ENDPOINTS, pagesOf } from './openapi/endpoints.js';
import type { Observe } from './events.js';
import { PAYMENT_ENDPOINTS, type PaymentParts } from './payments.js';
import type { Call, Parts, Trace } from './route.js';
import { LIST_ENDPOINTS } from './lists/index.js';
import type { ListParts } from './lists/parts.js';
import { DASHBOARD_ENDPOINTS } from './dashboard/index.js';
import { ROUTES } from './routes.js';
import { USER_ENDPOINTS } from './users/index.js';
import type { Parts as UserParts } from './users/parts.js';
import { Unavailable } from './store/unavailable.js';
import type { Client } from './types.js';
import { requestId } from '../util/request-id.js';
import { sample, type Sampled } from '../util/sample.js';

/** The headers of every response: it is for one client. */
const ALWAYS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
/** The status logged for a request that the client aborted, as nginx does. It is never received. */
const CLIENT_CLOSED = 499;

interface Environment {
  Bindings: Client;
  Variables: { id: string; path: string; trace: Trace };
}

/** A line of the log. */
interface RequestLine {
  request_id: string;
  method: string;
  /** The route, or `*` for an unknown path. */
  path: string;
  status: number;
  /** Duration in milliseconds. */
  ms: number;
  /** The problem code of a refusal. */
  code?: string;
  /** The account of a valid key. */
  account?: number;
}

/** The kind of a line that anybody can cause without end: a refusal, or a request without a valid key. */
const kindOf = ({ code, account, path }: RequestLine): string | null => code ?? (account === undefined ? path : null);

/** Answers the requests for one path. */
type Answer = (call: Call) => Promise<Response>;

type ByMethod = ReadonlyMap<string, Answer>;

/** Without HEAD, which would cost as much as GET and return nothing. */
const answerByMethod =
  (byMethod: ByMethod): Answer =>
  async (call) => {
    const answer = byMethod.get(call.request.method);
    if (answer !== undefined) return answer(call);
    const methods = [...byMethod.keys()];
    const allow = { allow: [...methods, 'OPTIONS'].join(', ') };
    // A preflight gets no CORS headers, so that browsers refuse to send what would follow.
    if (call.request.method === 'OPTIONS') return new Response(null, { status: 204, headers: allow });
    throw new Refusal('method_not_allowed', `Use ${methods.join(' or ')}.`, allow);
  };

const answersOf = <P>(endpoints: Endpoints<P>, parts: P): [string, Answer][] => {
  const paths = new Map<string, Map<Method, Answer>>();
  for (const [path, { method, answer }] of endpoints) {
    const byMethod = paths.get(path) ?? new Map<Method, Answer>();
    paths.set(
      path,
      byMethod.set(method, (call) => answer(parts, call)),
    );
  }
  return [...paths].map(([path, byMethod]) => [path, answerByMethod(byMethod)]);
};

/** The parts of the app. */
interface AppParts {
  parts: Parts;
  users: UserParts;
  lists: ListParts;
  payments: PaymentParts;
  log: Logger;
  observe: Observe;
}

/** A line of a request that the store failed, which each request is while it does. */
interface FailureLine {
  request_id: string;
  error: ReturnType<typeof describeError>;
}

/** Logs the failures of the store, sampled by their kind: a full disk with the log on it stays as full as it is. */
const createFailureLog = (log: Logger): ((line: FailureLine) => void) =>
  sample(
    ({ error: { name, code = '' } }: FailureLine) => `${name} ${code}`,
    (line: Sampled<FailureLine>) => {
      log.error(line, 'the store is unavailable');
    },
  );

/** Turns an error into a refusal. One that is no refusal is logged. */
const asRefusal = (error: unknown, id: string, log: Logger, logFailure: (line: FailureLine) => void): Refusal => {
  if (error instanceof Refusal) return error;
  if (error instanceof Unavailable) {
    const { retryAfterS } = error;
    logFailure({ request_id: id, error: describeError(error.cause) });
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
export const createApp = ({ parts, users, lists, payments, log, observe }: AppParts): Hono<Environment> => {
  const endpoints = [...USER_ENDPOINTS, ...DASHBOARD_ENDPOINTS];
  const paying = payments.webhooks.length > 0 ? [...PAYMENT_ENDPOINTS] : [];
  const document = createDocument(
    [...ROUTES, ...LIST_ENDPOINTS, ...paying, ...endpoints, ...DOCUMENT_ENDPOINTS],
    users,
  );
  const answers = new Map([
    ...answersOf(ROUTES, parts),
    ...answersOf(LIST_ENDPOINTS, lists),
    ...answersOf(endpoints, users),
    ...answersOf(DOCUMENT_ENDPOINTS, document),
    ...answersOf(paying, payments),
    ...pagesOf(document),
  ]);
  const logRequest = sample(kindOf, (line: Sampled<RequestLine>) => {
    log.info(line, 'request');
  });
  const logFailure = createFailureLog(log);
  const app = new Hono<Environment>();
  app.use(async (context, next) => {
    const started = performance.now();
    context.set('id', requestId(context.req.header('x-request-id')));
    context.set('path', '*');
    context.set('trace', { headers: {} });
    await next();
    const { id, path, trace } = context.var;
    const headers = { ...ALWAYS, ...trace.headers, 'x-request-id': id };
    for (const [name, value] of Object.entries(headers))
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    const { account, code, checked, isTest = false } = trace;
    const { status } = context.res;
    const ms = performance.now() - started;
    logRequest({
      request_id: id,
      method: context.req.method,
      path,
      status,
      ms: Math.round(ms),
      ...(code && { code }),
      ...(account !== undefined && { account }),
    });
    observe({ event: 'request', path, status, ms, ...(code && { code: isTest ? 'test_key' : code }), ...checked });
  });
  const admission = createAdmission();
  app.use('/api/*', async ({ req, env }, next) => {
    const leave = admission.enter(ownerOf(parts.lookUp, req.query('apikey'), req.raw.headers, env));
    await next().finally(leave);
  });
  for (const [path, answer] of answers)
    app.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), (context) => {
      context.set('path', path);
      const { req, env, var: variables } = context;
      return answer({ request: req.raw, params: req.param(), client: env, trace: variables.trace });
    });
  const lost = new Refusal('not_found', 'See /api/docs for what the service answers to.');
  app.notFound(({ var: { trace } }) => refuse(lost, trace));
  app.onError((error, { req, var: { id, trace } }) => {
    if (!(error instanceof Refusal) && req.raw.signal.aborted) return new Response(null, { status: CLIENT_CLOSED });
    return refuse(asRefusal(error, id, log, logFailure), trace);
  });
  return app;
};
