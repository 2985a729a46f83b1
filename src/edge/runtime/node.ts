import type { Edge } from '../edge.js';
import { errorLine } from '../log.js';
import { checkedProxies, clientAddress, contextOf } from './client-address.js';
import { fetchListener, startServer } from './node-server.js';
import { localUrl, type Served, type ServerBounds } from './served.js';

export type { Served, ServerBounds } from './served.js';

/** The part of `IncomingMessage` (node:http) that names the request. Written out, so that our types need no `@types/node`. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** The part of `ServerResponse` (node:http) by which a response is told apart from other streams. */
export interface NodeResponse {
  readonly headersSent: boolean;
  writeHead(status: number): unknown;
  end(): unknown;
}

/** A listener for `createServer()` of node:http, and for frameworks that pass on its requests. */
export type NodeListener = (incoming: NodeRequest, outgoing: NodeResponse) => void;

/** Settings of {@link toNodeListener}. */
export interface NodeListenerOptions {
  /**
   * The number of your reverse proxies before this server (0). Each appends the address of its client to `X-Forwarded-For`: that
   * many entries from the right are trusted, and none before them, which a client may have written. With 0 the header is not read.
   */
  trustedProxies?: number;
}

/** Settings of {@link serveEdge}. */
export interface ServeEdgeOptions extends NodeListenerOptions, ServerBounds {
  /** The TCP port to listen on; 0 takes a free one. */
  port: number;
  /** The address of this machine to listen on: all of them by default. Behind a proxy on the same machine, `127.0.0.1`. */
  host?: string;
}

/**
 * Makes a listener for `node:http` out of an edge.
 * @throws RangeError when `trustedProxies` is not a whole number of 0 or more.
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
    // An edge never rejects; the operator's own log may throw.
    (error) => {
      globalThis.console.error(JSON.stringify(errorLine(error)));
    },
  ) as NodeListener;
};

/**
 * Serves an edge on a port of Node, with a time limit on everything a client does and a bound on connections.
 * @throws StartupError when the port cannot be had; RangeError for a wrong `trustedProxies`.
 * @example
 * const { url, close } = await serveEdge(edge, { port: 8081, host: '127.0.0.1', trustedProxies: 1 });
 * process.once('SIGTERM', close);
 */
export const serveEdge = async (
  edge: Edge,
  { port, host, trustedProxies = 0, ...bounds }: ServeEdgeOptions,
): Promise<Served> => {
  const listener = toNodeListener(edge, { trustedProxies });
  const server = await startServer({ port, ...(host !== undefined && { host }) }, bounds);
  server.use(listener);
  return { url: localUrl(host, server.port), port: server.port, close: () => server.close() };
};
