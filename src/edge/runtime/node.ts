import type { RequestListener } from 'node:http';
import type { Edge } from '../edge.js';
import { errorLine, type EdgeLog } from '../log.js';
import { checkedProxies, clientAddress, contextOf } from './client-address.js';
import { startEdgeServer } from './edge-server.js';
import { fetchListener } from './node-server.js';
import { localUrl, type Served, type ServerBounds } from './served.js';

export type { Served, ServerBounds } from './served.js';

/**
 * The part of `IncomingMessage` (node:http) that is needed. Declared here, so that the published types need no
 * `@types/node`.
 */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** The part of `ServerResponse` (node:http) that distinguishes it from other streams. */
export interface NodeResponse {
  readonly headersSent: boolean;
  writeHead(status: number): unknown;
  end(): unknown;
}

/** A request listener for `createServer()` of node:http, and for frameworks built on it. */
export type NodeListener = (incoming: NodeRequest, outgoing: NodeResponse) => void;

/** Settings of {@link toNodeListener}. */
export interface NodeListenerOptions {
  /**
   * The number of your reverse proxies in front of this server (0). Each appends the address of its peer to
   * `X-Forwarded-For`: that many entries from the right are trusted; a client can forge the others. With 0 the header is
   * ignored.
   */
  trustedProxies?: number;
}

/** Settings of {@link serveEdge}. */
export interface ServeEdgeOptions extends NodeListenerOptions, ServerBounds {
  /** The TCP port to listen on; 0 takes a free one. */
  port: number;
  /** The address of this machine to listen on: all of them by default. Behind a proxy on the same machine, `127.0.0.1`. */
  host?: string;
  /**
   * Receives a line for each request that is refused because the process is overloaded. Such a request does not reach
   * the edge.
   */
  log?: EdgeLog;
}

/**
 * Wraps an edge as a request listener of `node:http`.
 * @throws RangeError if `trustedProxies` is not a non-negative integer.
 * @example
 * import { createServer } from 'node:http';
 * createServer(toNodeListener(edge, { trustedProxies: 1 })).listen(8080); // behind one nginx
 */
export const toNodeListener = (edge: Edge, { trustedProxies = 0 }: NodeListenerOptions = {}): NodeListener => {
  const proxies = checkedProxies(trustedProxies);
  return fetchListener(
    (request, { headers, socket }) => {
      const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',');
      return edge(request, contextOf(clientAddress(forwarded, socket.remoteAddress, proxies)));
    },
    // The edge itself never rejects, but the operator's `log` may throw.
    (error) => {
      globalThis.console.error(JSON.stringify(errorLine(error)));
    },
  ) as NodeListener;
};

/**
 * Serves an edge on a port, with timeouts for slow clients and a limit of connections. While the process is overloaded,
 * a part of the requests is refused with 503 and `Retry-After`, but no health check.
 * @throws StartupError if the port is not available; RangeError for an invalid `trustedProxies`.
 * @example
 * const { url, close } = await serveEdge(edge, { port: 8081, host: '127.0.0.1', trustedProxies: 1 });
 * process.once('SIGTERM', close);
 */
export const serveEdge = async (
  edge: Edge,
  { port, host, trustedProxies = 0, log = () => undefined, ...bounds }: ServeEdgeOptions,
): Promise<Served> => {
  const listener = toNodeListener(edge, { trustedProxies }) as RequestListener;
  const server = await startEdgeServer(
    listener,
    log,
    { port, trustedProxies, ...(host !== undefined && { host }) },
    bounds,
  );
  return { url: localUrl(host, server.port), port: server.port, close: () => server.close() };
};
