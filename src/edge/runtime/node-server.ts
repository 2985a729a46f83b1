import { getRequestListener, RequestError } from '@hono/node-server';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { problemResponse } from '../../protocol/index.js';
import { WrongSetting } from './environment.js';
import { GRACE_MS } from './served.js';
import type { ServerBounds } from './server-bounds.js';

/** A server that listens, and takes what it serves later. */
export interface RunningServer {
  readonly port: number;
  /** From now on requests are answered by this. Until then they are told that the server is starting. */
  use(listener: RequestListener): void;
  /** Takes no more requests, lets those under way end for some seconds, and closes. */
  close(): Promise<void>;
}

/** What an operator can do about a port that cannot be had. */
const cannotListen = (
  { code, message }: NodeJS.ErrnoException,
  port: number,
  host: string | undefined,
): WrongSetting => {
  if (code === 'EADDRINUSE')
    return new WrongSetting(`PORT ${port} is in use by another program; set PORT to another one.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new WrongSetting(`HOST ${host} is no address of this machine; set it to one, such as 127.0.0.1.`);
  return new WrongSetting(`PORT ${port} cannot be listened on (${message}); set PORT to another one.`);
};

const listen = (server: Server, port: number, host: string | undefined): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(cannotListen(error, port, host));
    });
    server.listen(port, host, () => {
      resolve((server.address() as AddressInfo).port);
    });
  });

const starting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' }).end('Starting.\n');
};

/** How often connections are looked at for being late. */
const CHECKED_EVERY_MS = 5000;

/**
 * Listens on a port.
 * @throws WrongSetting when it cannot be had.
 */
export const startServer = async (
  { port, host }: { port: number; host?: string | null },
  {
    maxConnections = 4096,
    headersTimeoutMs = 15_000,
    requestTimeoutMs = 30_000,
    keepAliveTimeoutMs = 65_000,
    graceMs = GRACE_MS,
  }: ServerBounds = {},
): Promise<RunningServer> => {
  let listener = starting;
  let closing = false;
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: CHECKED_EVERY_MS,
    },
    (request, response) => {
      // A connection that is kept alive would keep the server from ending.
      response.once('close', () => {
        if (!closing) return;
        setImmediate(() => {
          server.closeIdleConnections();
        });
      });
      listener(request, response);
    },
  );
  server.maxConnections = maxConnections;
  // Whoever neither sends nor reads on: an answer that nobody takes must not hold a connection for ever.
  server.timeout = keepAliveTimeoutMs;
  return {
    port: await listen(server, port, host ?? undefined),
    use: (next) => {
      listener = next;
    },
    close: () =>
      new Promise((resolve) => {
        closing = true;
        const late = setTimeout(() => {
          server.closeAllConnections();
        }, graceMs);
        server.close(() => {
          clearTimeout(late);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
};

/**
 * A fetch handler as a listener of node:http. A request whose host or path is none is a 400; whatever the handler does not
 * foresee is a 500, told to `onError`.
 */
export const fetchListener = (
  handle: (request: Request, incoming: IncomingMessage) => Promise<Response>,
  onError: (error: unknown) => void,
): RequestListener => {
  const listener = getRequestListener((request, { incoming }) => handle(request, incoming as IncomingMessage), {
    hostname: 'localhost',
    errorHandler: (error) => {
      if (error instanceof RequestError) return problemResponse('bad_request', 'The host or the path is none.');
      onError(error);
      return problemResponse('internal_error', 'It is noted in the log of the server.');
    },
  });
  return (request, response) => void listener(request, response);
};
