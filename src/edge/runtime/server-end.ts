import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { problem, PROBLEM_TYPE } from '../../protocol/problem.js';
import { watchQueue } from './accept-queue.js';
import { LINGER_MS } from './served.js';

/** The last part of the grace period, in milliseconds: requests without a response are then answered with 503. */
const REFUSING_MS = 250;

/** Written to the socket directly, since a handler may still set headers on its response object. */
const refusal = (): string => {
  const body = JSON.stringify(problem('unavailable', 'The server is stopping; try again in 1 s.'));
  const lines = [
    `HTTP/1.1 503 ${STATUS_CODES[503]}`,
    `content-type: ${PROBLEM_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'access-control-allow-origin: *',
    'access-control-expose-headers: Retry-After',
    'retry-after: 1',
    'connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
};

/** The shutdown of a server. */
export interface ServerEnd {
  /** True from the first call of {@link ServerEnd.close}. */
  isEnding: () => boolean;
  /** Registers a request; call it before the request is handled. */
  note: (request: IncomingMessage, response: ServerResponse) => void;
  /** Closes the server; resolves when all connections are closed, after `graceMs` at the latest. */
  close: () => Promise<void>;
  /** Closes the server too, but answers requests in flight with 503 at once. */
  hurry: () => Promise<void>;
}

/**
 * Prepares the shutdown of a server without resetting connections, neither accepted ones nor those in the accept queue,
 * which the system resets when the port is closed. So the server continues for half a second with `connection: close`,
 * and closes its port in a turn of the event loop in which no connection waits. Requests without a response at the end
 * of the grace period get 503.
 */
export const prepareEnd = (server: Server, graceMs: number): ServerEnd => {
  const sockets = new Set<Socket>();
  const underWay = new Map<ServerResponse, IncomingMessage>();
  const whenQuiet = watchQueue(server);
  let acceptedAt = -Infinity;
  let isListening = true;
  let closed: Promise<void> | undefined;
  let cutShort = (): void => undefined;

  server.on('connection', (socket) => {
    acceptedAt = performance.now();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  const refuseRest = (): void => {
    const text = refusal();
    const begun = new Set<Socket>();
    const whole = new Set<Socket>();
    for (const [response, { socket, complete }] of underWay) {
      if (response.headersSent) begun.add(socket);
      else if (complete) whole.add(socket);
    }
    for (const socket of sockets) {
      if (begun.has(socket)) continue;
      socket.write(text);
      // The handler is told at once. The rest of the request is still read: otherwise the client would be reset before
      // it reads the response.
      if (whole.has(socket)) socket.destroySoon();
      else socket.end();
    }
  };

  const close = (): Promise<void> =>
    new Promise((resolve) => {
      // With `connection: close` the client sends no further request on this connection, which would be reset.
      for (const response of underWay.keys()) response.shouldKeepAlive = false;
      const stopListening = (): void => {
        if (!isListening) return;
        isListening = false;
        // Closes the port at once; the method of node:http would close idle connections first.
        NetServer.prototype.close.call(server, () => {
          for (const timer of [linger, refusing, last]) clearTimeout(timer);
          resolve();
        });
        server.close();
      };
      const breakOff = (): void => {
        for (const socket of sockets) socket.destroy();
      };
      const endLinger = (): void => {
        whenQuiet(stopListening);
      };
      const linger = setTimeout(endLinger, Math.min(LINGER_MS, graceMs));
      const refusing = setTimeout(
        () => {
          stopListening();
          refuseRest();
        },
        graceMs - Math.min(REFUSING_MS, graceMs / 2),
      );
      let last = setTimeout(breakOff, graceMs);
      cutShort = () => {
        cutShort = () => undefined;
        for (const timer of [linger, refusing, last]) clearTimeout(timer);
        whenQuiet(() => {
          stopListening();
          refuseRest();
          last = setTimeout(breakOff, REFUSING_MS);
        });
      };
      // No connection is open, and none was accepted lately.
      if (sockets.size === 0 && performance.now() - acceptedAt > LINGER_MS)
        whenQuiet(() => {
          if (sockets.size > 0) return;
          stopListening();
        });
    });

  return {
    isEnding: () => closed !== undefined,
    note: (request, response) => {
      underWay.set(response, request);
      if (closed) response.shouldKeepAlive = false;
      response.once('close', () => {
        underWay.delete(response);
        // A response whose headers were already sent keeps its connection alive, and with it the server.
        if (isListening) return;
        setImmediate(() => {
          server.closeIdleConnections();
        });
      });
    },
    close: () => (closed ??= close()),
    hurry: () => {
      closed ??= close();
      cutShort();
      return closed;
    },
  };
};
