import { getRequestListener } from '@hono/node-server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Edge } from '../edge.js';

/** Settings of {@link toNodeListener}. */
export interface NodeListenerOptions {
  /**
   * How many reverse proxies of yours stand before this server (0). Each appends the address it was called from to
   * `X-Forwarded-For`; so many entries from the right are believed, and whatever a client wrote before them is not. With 0 the
   * header is not read at all.
   */
  trustedProxies?: number;
}

/** The address of the client: the socket's, or what the outermost trusted proxy saw. */
const clientAddress = ({ socket, headers }: IncomingMessage, trustedProxies: number): string | undefined => {
  const hops = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  const seen = trustedProxies > 0 ? hops.slice(-trustedProxies)[0] : undefined;
  return seen ?? socket.remoteAddress;
};

/**
 * Makes a listener for `node:http` out of an edge.
 * @throws RangeError when `trustedProxies` is no whole number of 0 or more.
 * @example
 * import { createServer } from 'node:http';
 * createServer(toNodeListener(edge, { trustedProxies: 1 })).listen(8080); // behind one nginx
 */
export const toNodeListener = (
  edge: Edge,
  { trustedProxies = 0 }: NodeListenerOptions = {},
): ((incoming: IncomingMessage, outgoing: ServerResponse) => void) => {
  if (!Number.isSafeInteger(trustedProxies) || trustedProxies < 0) {
    throw new RangeError(`trustedProxies: ${trustedProxies}, but it takes the number of your proxies, 0 or more`);
  }
  const listener = getRequestListener(
    (request, { incoming }) => {
      const address = clientAddress(incoming as IncomingMessage, trustedProxies);
      return edge(request, address === undefined ? {} : { clientAddress: address });
    },
    { hostname: 'localhost' },
  );
  return (incoming, outgoing) => void listener(incoming, outgoing);
};
