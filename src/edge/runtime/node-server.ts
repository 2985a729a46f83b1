import { getRequestListener, RequestError } from '@hono/node-server';
import { createServer, type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { StartupError } from '../../config/startup-error.js';
import { atLimit } from '../../config/system-limit.js';
import { problemResponse } from '../../protocol/index.js';
import { requestId } from '../../util/request-id.js';
import { prepareEnd } from './server-end.js';
import { shareConnections } from './connection-shares.js';
import { GRACE_MS, type ServerBounds } from './served.js';

/** A listening server whose request handler is set later. */
export interface RunningServer {
  readonly port: number;
  /** Sets the request handler. Until then every request is answered with 503. */
  use(listener: RequestListener): void;
  /** True from the first call of {@link RunningServer.close}. */
  isEnding: () => boolean;
  /**
   * Waits some seconds for requests in flight, and closes. Requests that arrive within half a second are still
   * answered, with `connection: close`. Requests without a response at the end of the grace period get 503.
   */
  close(): Promise<void>;
  /** Closes too, but answers requests in flight with 503 at once. */
  hurry: () => Promise<void>;
}

/**
 * Maximum number of connections that wait to be accepted; the system drops further ones. A burst soon exceeds Node's
 * default of 511.
 */
const BACKLOG = 4096;

/** The address on which a server listens. */
interface Place {
  port: number;
  /** Null: all addresses of this machine. */
  host?: string | null;
  /** The settings that its errors name: PORT and HOST by default. */
  names?: { port: string; host: string };
  /** With 0, clients connect directly, and each network has a share of the connections. */
  trustedProxies?: number;
}

const cannotListen = (
  error: NodeJS.ErrnoException,
  { port, host, names = { port: 'PORT', host: 'HOST' } }: Place,
): StartupError => {
  const { code, message } = error;
  const limited = atLimit(error, `${names.port} ${port} cannot be listened on`);
  if (limited !== null) return limited;
  const another = `set ${names.port} to another one.`;
  if (code === 'EADDRINUSE') return new StartupError(`${names.port} ${port} is in use by another program; ${another}`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartupError(
      `${names.host} ${host} is not an address of this machine; set it to one, such as 127.0.0.1.`,
    );
  if (code === 'EACCES')
    return new StartupError(`${names.port} ${port} is not allowed to this user; set it to one from 1024.`);
  return new StartupError(`${names.port} ${port} cannot be listened on (${message}); ${another}`);
};

const listen = (server: Server, place: Place): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(cannotListen(error, place));
    });
    const { port, host } = place;
    server.listen({ port, host: host ?? undefined, backlog: BACKLOG }, () => {
      resolve((server.address() as AddressInfo).port);
    });
  });

const starting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' }).end('Starting.\n');
};

/** Refuses CONNECT (RFC 9110, section 9.3.6), for which Node passes the bare connection. The server is not a proxy. */
const refuseConnect = async ({ headers }: IncomingMessage, socket: Duplex): Promise<void> => {
  socket.on('error', () => undefined);
  const refusal = problemResponse('method_not_allowed', 'This server is no proxy: use GET, HEAD, POST or OPTIONS.', {
    allow: 'GET, HEAD, POST, OPTIONS',
    connection: 'close',
    'x-request-id': requestId(headers['x-request-id']),
  });
  const body = await refusal.text();
  refusal.headers.set('content-length', String(Buffer.byteLength(body)));
  const lines = [...refusal.headers].map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`, () => {
    socket.destroy();
  });
};

/** The interval at which Node checks for connections that have timed out. */
const CHECKED_EVERY_MS = 5000;

/**
 * Listens on a port.
 * @throws StartupError if the port is in use, or the host is not an address of this machine.
 */
export const startServer = async (
  place: Place,
  {
    maxConnections = 4096,
    headersTimeoutMs = 15_000,
    requestTimeoutMs = 30_000,
    keepAliveTimeoutMs = 65_000,
    graceMs = GRACE_MS,
  }: ServerBounds = {},
): Promise<RunningServer> => {
  let listener = starting;
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: CHECKED_EVERY_MS,
    },
    (request, response) => {
      end.note(request, response);
      listener(request, response);
    },
  );
  const end = prepareEnd(server, graceMs);
  server.on('connect', (request, socket) => void refuseConnect(request, socket));
  server.maxConnections = maxConnections;
  if (place.trustedProxies === 0) shareConnections(server, maxConnections);
  // Any number of headers within Node's 16 kB. Node would otherwise drop the 2,001st and later ones, such as a proxy's
  // `X-Forwarded-For` at the end.
  server.maxHeadersCount = 0;
  // Close the connection of a client that neither sends nor reads.
  server.timeout = keepAliveTimeoutMs;
  return {
    port: await listen(server, place),
    use: (next) => {
      listener = next;
    },
    isEnding: end.isEnding,
    close: end.close,
    hurry: end.hurry,
  };
};

/**
 * True if a request has more than one Host header (RFC 9112, section 3.2). Node uses the first; a proxy may have used
 * the last.
 */
const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1;

/**
 * Wraps a fetch handler as a listener of node:http. A malformed or repeated Host header or a malformed path is answered
 * with 400. If the handler rejects, the response is 500, and `onError` gets the error.
 */
export const fetchListener = (
  handle: (request: Request, incoming: IncomingMessage) => Promise<Response>,
  onError: (error: unknown) => void,
): RequestListener => {
  // The id of the request that is being read. It cannot belong to another request: the listener throws RequestError
  // before it waits.
  let givenId: string | string[] | undefined;
  const malformed = (): Response =>
    problemResponse('bad_request', 'The Host header or the path is malformed.', { 'x-request-id': requestId(givenId) });
  const listener = getRequestListener(
    (request, { incoming }) => {
      const node = incoming as IncomingMessage;
      // A host such as `.1` looks like a name, but the URL parser reads it as an incomplete IPv4 address.
      return URL.canParse(request.url) && !hasTwoHosts(node) ? handle(request, node) : malformed();
    },
    {
      hostname: 'localhost',
      errorHandler: (error) => {
        if (error instanceof RequestError) return malformed();
        onError(error);
        return problemResponse('internal_error', 'Unexpected error; see the log of the server.');
      },
    },
  );
  return (request, response) => {
    givenId = request.headers['x-request-id'];
    void listener(request, response);
  };
};
