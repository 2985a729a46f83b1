import { getRequestListener, RequestError } from '@hono/node-server';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { problemResponse } from '../protocol/index.js';
import { UsageError } from './usage-error.js';

/** How long answers that are under way may take once the server is to end, in milliseconds. */
const GRACE_MS = 5000;

/** A server that listens, and takes what it serves later. */
export interface RunningServer {
  readonly port: number;
  /** From now on requests are answered by this. Until then they are told that the server is starting. */
  use(listener: RequestListener): void;
  /** Takes no more requests, lets those under way end for some seconds, and closes. */
  close(): Promise<void>;
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be listened on (${error.message})`;
      reject(new UsageError(`PORT ${port} ${why}; set PORT to another one.`));
    });
    server.listen(port, () => {
      resolve((server.address() as AddressInfo).port);
    });
  });

const starting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' }).end('Starting.\n');
};

/**
 * Listens on a port.
 * @throws UsageError when it cannot be had.
 */
export const startServer = async (port: number): Promise<RunningServer> => {
  let listener = starting;
  const server = createServer((request, response) => {
    listener(request, response);
  });
  // A slow sender holds a socket for this long at most (the headers for 15 s).
  server.requestTimeout = 30_000;
  server.headersTimeout = 15_000;
  return {
    port: await listen(server, port),
    use: (next) => {
      listener = next;
    },
    close: () =>
      new Promise((resolve) => {
        const late = setTimeout(() => {
          server.closeAllConnections();
        }, GRACE_MS);
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
  handle: (request: Request) => Promise<Response>,
  onError: (error: unknown) => void,
): RequestListener => {
  const listener = getRequestListener(handle, {
    hostname: 'localhost',
    errorHandler: (error) => {
      if (error instanceof RequestError) return problemResponse('bad_request', 'The host or the path is none.');
      onError(error);
      return problemResponse('internal_error', 'It is noted in the log of the server.');
    },
  });
  return (request, response) => void listener(request, response);
};
