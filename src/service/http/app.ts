import { Hono } from 'hono';
import { problemResponse } from '../../protocol/index.js';
import { Refusal } from '../../protocol/refusal.js';
import { requestId } from '../../util/request-id.js';
import { sample, type Sampled } from '../../util/sample.js';
import type { Observe } from '../monitoring/events.js';
import { describeError, type Logger } from '../monitoring/log.js';
import { Unavailable } from '../store/unavailable.js';
import { createAdmission, type Owner } from './admission.js';
import type { Call, Client, Trace } from './call.js';
import type { BoundEndpoints, Method } from './endpoint.js';

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

/** Answers a HEAD as the GET, without the body (RFC 9110, section 9.3.2). */
const headOf =
  (get: Answer): Answer =>
  async (call) => {
    const { status, headers, body } = await get({ ...call, request: new Request(call.request, { method: 'GET' }) });
    await body?.cancel();
    return new Response(null, { status, headers });
  };

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

/** The answers of endpoints by path: of several with one path, each has other methods. */
const answersOf = (endpoints: BoundEndpoints): Map<string, Answer> => {
  const paths = new Map<string, Map<Method | 'HEAD', Answer>>();
  for (const [path, { method, answer, costs = false }] of endpoints) {
    const byMethod = paths.get(path) ?? new Map<Method | 'HEAD', Answer>();
    paths.set(path, byMethod.set(method, answer));
    if (method === 'GET' && !costs) byMethod.set('HEAD', headOf(answer));
  }
  return new Map([...paths].map(([path, byMethod]) => [path, answerByMethod(byMethod)]));
};

/** The paths of an app, and what watches its requests. */
interface AppOptions {
  endpoints: BoundEndpoints;
  /** Pages, by path, that answer every method themselves. */
  pages: Iterable<readonly [path: string, answer: Answer]>;
  /**
   * Names whose share of the calls in flight a request takes.
   * @param apikey the parameter of this name.
   * @throws Refusal if the request is to be refused before its path is looked for.
   */
  ownerOf: (apikey: string | undefined, headers: Headers, client: Client) => Owner;
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

const refuse = ({ code, detail, headers, members }: Refusal, trace: Trace): Response => {
  trace.code = code;
  return problemResponse(code, detail, headers, members);
};

/**
 * Creates the fetch handler of the service. Every request is one line in the log. No line contains an address, a key, or
 * an unknown path, which may contain an address.
 */
export const createApp = ({ endpoints, pages, ownerOf, log, observe }: AppOptions): Hono<Environment> => {
  const answers = new Map([...answersOf(endpoints), ...pages]);
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
    const leave = admission.enter(ownerOf(req.query('apikey'), req.raw.headers, env));
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
