import type { IncomingMessage, RequestListener } from 'node:http';
import { problem, PROBLEM_TYPE } from '../../protocol/problem.js';
import { loggedMethod, type EdgeLog } from '../log.js';
import type { RequestQueue } from './request-queue.js';

/**
 * Paths that are always answered to GET and HEAD: they are cheap, and an orchestrator restarts a process whose health
 * check fails. The query is ignored. The edge's base path, which is not known here, may precede them.
 */
const ALWAYS = /^[^?#]*\/(?:healthz|readyz|\.well-known\/jwks\.json)(?:[?#]|$)/;

export const isAlwaysAnswered = ({ method = '', url = '' }: IncomingMessage): boolean =>
  ['GET', 'HEAD'].includes(method) && ALWAYS.test(url);

/** Starts a request at once or later. Returns false if the request is refused. */
export type Queue = (start: () => void, request: IncomingMessage) => boolean;

/** Lets the requests that are always answered bypass a queue. */
export const passedBy =
  (queue: RequestQueue): Queue =>
  (start, request) => {
    if (!isAlwaysAnswered(request)) return queue(start);
    start();
    return true;
  };

/** Created once, since a refusal must cost next to nothing. A page of any origin may read it: it holds no secret. */
const BODY = JSON.stringify(
  problem('unavailable', 'The server has more requests than it can answer; try again in 1 s.'),
);
const HEADERS = {
  'content-type': PROBLEM_TYPE,
  'content-length': Buffer.byteLength(BODY),
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After',
  'retry-after': '1',
};

/**
 * Wraps a listener with a queue. Requests that the queue refuses while the process is overloaded get 503, and reach
 * neither the listener nor the parser of their body.
 * @param log receives a line for each refused request.
 */
export const sheddingListener = (listener: RequestListener, queue: Queue, log: EdgeLog): RequestListener => {
  return (request, response) => {
    const start = (): void => {
      // The client may be gone by now.
      if (!response.destroyed) listener(request, response);
    };
    if (queue(start, request)) return;
    response.writeHead(503, HEADERS).end(BODY);
    log({
      event: 'request',
      method: loggedMethod(request.method ?? ''),
      route: '*',
      status: 503,
      ms: 0,
      code: 'unavailable',
    });
  };
};
