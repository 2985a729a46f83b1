/** A receiver of callbacks: a real HTTP server on loopback that notes what comes, and answers as it is told. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** A message as it came. */
export interface Message {
  id: string;
  body: string;
  headers: Record<string, string>;
}

export interface Receiver {
  /** `http://127.0.0.1:port/callbacks`, or https. */
  readonly url: string;
  readonly port: number;
  readonly messages: Message[];
  /** The number of connections opened so far. */
  readonly connections: () => number;
  /** The number of requests that wait for an answer now, and the maximum so far. */
  readonly open: () => number;
  readonly most: () => number;
  /** Answers from now on: 204 at first. */
  answer: (response: ServerResponse, request: IncomingMessage) => void;
  close: () => Promise<void>;
}

/** Answers with a status, and headers. */
export const status =
  (code: number, headers: Record<string, string> = {}): Receiver['answer'] =>
  (response) => {
    response.writeHead(code, headers).end();
  };

/** Gives no answer. */
export const silent: Receiver['answer'] = () => undefined;

/** Starts a receiver. */
export const startReceiver = async (tls?: { key: string; cert: string }): Promise<Receiver> => {
  const sockets = new Set<Socket>();
  let connections = 0;
  let [open, most] = [0, 0];
  const messages: Message[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => (open -= 1));
    const body = await text(request);
    const headers = request.headers as Record<string, string>;
    messages.push({ id: headers['webhook-id'] ?? '', body, headers });
    receiver.answer(response, request);
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    // A sender that breaks off.
    take(request, response).catch(() => undefined);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: tls ? `https://localhost:${port}/callbacks` : `http://127.0.0.1:${port}/callbacks`,
    port,
    messages,
    connections: () => connections,
    open: () => open,
    most: () => most,
    answer: status(204),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
};
