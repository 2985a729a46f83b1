import { problemResponse } from '../protocol/index.js';
import { checkOptions } from './check-options.js';
import { errorLine, loggedMethod, type EdgeLogLine } from './log.js';
import type { EdgeOptions } from './options.js';
import { allowedOrigin, corsHeaders, loggedOrigin, preflightHeaders } from './origin.js';
import { Refusal } from '../protocol/refusal.js';
import { createRoutes, type EdgeContext, type Route } from './routes.js';

/** Answers a request. Never rejects: errors are responses too (problem details, RFC 9457). */
export type Edge = (request: Request, context?: EdgeContext) => Promise<Response>;

type RequestLine = Extract<EdgeLogLine, { event: 'request' }>;

/**
 * Creates the edge: a fetch handler that issues tokens to pages, checks addresses against the upstream, and signs
 * receipts. Routes, under `basePath`: `POST /token`, `POST /validate`, `POST /outcomes`, `POST /receipt` (for
 * backends), `GET /.well-known/jwks.json`, `GET /healthz`.
 *
 * If the upstream fails, `/validate` still answers 200: the verdict is `unknown`, with a code for the reason and a receipt.
 * @throws TypeError for an invalid option; the message says what it expects.
 * @example
 * const edge = createEdge({
 *   origins: ['https://shop.example'],
 *   secret: crypto.getRandomValues(new Uint8Array(32)),
 *   receiptKey: await generateReceiptKey(),
 *   issuer: 'https://edge.example',
 *   upstream: { baseUrl: 'https://api.example', apiKey: 'k_…', timeoutMs: 3000 },
 * });
 * const response = await edge(
 *   new Request('https://edge.example/token', { method: 'POST', headers: { origin: 'https://shop.example' } }),
 *   { clientAddress: '192.0.2.7' },
 * ); // 200 {"token": "…", "expires_in": 600}
 */
export const createEdge = (options: EdgeOptions): Edge => {
  const checked = checkOptions(options);
  const { origins, basePath, now, log, testMode } = checked;
  if (testMode) log({ event: 'test_mode' });
  const routes = createRoutes(checked);

  /**
   * The path below `basePath`. A request's URL is absolute, so its path begins at the third slash; `new URL` would take
   * as long as a hash.
   */
  const pathOf = (url: string): string => {
    const [pathname = ''] = url.slice(url.indexOf('/', url.indexOf('//') + 2)).split(/[?#]/, 1);
    return pathname.startsWith(basePath) ? pathname.slice(basePath.length) : '';
  };

  /** CORS headers; none on routes that are not for pages. */
  const corsOf = (route: Route | undefined, origin: string | null): Record<string, string> =>
    route?.forPages === false ? {} : corsHeaders(origins, origin);

  /** Routes the request, and completes its log line. */
  const grant = async (request: Request, path: string, context: EdgeContext, line: RequestLine): Promise<Response> => {
    const { method } = request;
    const route = routes.get(path);
    if (!route) throw new Refusal('not_found', `The edge answers to ${[...routes.keys()].join(', ')}.`);
    line.route = path;
    if (method !== route.method) {
      const methods = [
        route.method,
        ...(route.method === 'GET' ? ['HEAD'] : []),
        ...(route.forPages ? ['OPTIONS'] : []),
      ];
      const allow = methods.join(', ');
      if (!methods.includes(method)) {
        throw new Refusal('method_not_allowed', `${path} takes ${allow}.`, { allow });
      }
      if (method === 'OPTIONS') {
        const origin = allowedOrigin(origins, request.headers.get('origin'));
        const headers = { ...corsOf(route, origin), ...preflightHeaders(allow), allow };
        return new Response(null, { status: 204, headers });
      }
    }
    const handled = route.handle(request, context);
    // A Worker ends the work of a client that went away, `finally` blocks included, though other requests may wait for
    // it.
    context.waitUntil?.(handled.catch(() => undefined));
    const { body, headers, verdict, from, outcomes } = await handled;
    if (verdict) line.verdict = verdict;
    if (from) line.from = from;
    if (outcomes) Object.assign(line, { outcomes: outcomes.counts, held_out: outcomes.held_out });
    const cors = corsOf(route, request.headers.get('origin'));
    return new Response(method === 'HEAD' ? null : body, {
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...cors, ...headers },
    });
  };

  /** Builds the problem response for a refusal or an unexpected error. */
  const refuse = (error: unknown, request: Request, path: string, line: RequestLine): Response => {
    const known = error instanceof Refusal;
    if (!known) log(errorLine(error));
    const { code, detail, headers, members } = known
      ? error
      : new Refusal('internal_error', 'Unexpected error; see the log of the edge.');
    line.code = code;
    const origin = request.headers.get('origin');
    if (code === 'origin_not_allowed') line.origin = loggedOrigin(origin);
    return problemResponse(code, detail, { ...corsOf(routes.get(path), origin), ...headers }, members);
  };

  return async (request, context = {}) => {
    const started = now();
    const line: RequestLine = { event: 'request', method: loggedMethod(request.method), route: '*', status: 0, ms: 0 };
    const path = pathOf(request.url);
    const response = await grant(request, path, context, line).catch((error: unknown) =>
      refuse(error, request, path, line),
    );
    line.status = response.status;
    line.ms = now() - started;
    log(line);
    return response;
  };
};
