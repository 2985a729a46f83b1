import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { problem, PROBLEM_TYPE } from '../../protocol/problem.js';
import { watchQueue } from './accept-queue.js';
import { LINGER_MS } from './served.js';

/** The last part of the grace period, for answering with 503 what has no answer by then, in milliseconds. */
const REFUSING_MS = 250;

/** Written as it is: the response is its handler's, who may still set headers on it. */
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

/** The end of a server. */
export interface ServerEnd {
  /** True from the first call of {@link ServerEnd.close}. */
  isEnding: () => boolean;
  /** Notes a request; call it before the request is handled. */
  note: (request: IncomingMessage, response: ServerResponse) => void;
  /** Closes the server; resolves when all connections are closed, after `graceMs` at the latest. */
  close: () => Promise<void>;
  /** Closes it as well, but answers with 503 at once what is in flight. */
  hurry: () => Promise<void>;
}

/**
 * Prepares the end of a server in which no connection is reset that it has accepted, or that waits to be accepted. The system
 * resets the waiting ones of a closed port. So the server goes on for half a second with `connection: close`, and closes its
 * port in a turn of the event loop in which none waits. What has no answer at the end of the grace period gets 503.
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
      // A handler hears of it at once. What is still being sent is read on, or the client would be reset before it reads.
      if (whole.has(socket)) socket.destroySoon();
      else socket.end();
    }
  };

  const close = (): Promise<void> =>
    new Promise((resolve) => {
      // `connection: close`: a client that knows sends no further request there, which would be reset.
      for (const response of underWay.keys()) response.shouldKeepAlive = false;
      const stopListening = (): void => {
        if (!isListening) return;
        isListening = false;
        // At once; that of node:http closes idle connections first.
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
      // Nobody is there, nor was there lately.
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
        // One whose headers were sent before still keeps its connection alive, and with it the server.
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
