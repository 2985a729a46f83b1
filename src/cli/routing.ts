import type { IncomingMessage, RequestListener } from 'node:http';
import type { EdgeLog } from '../edge/index.js';
import { clientAddress } from '../edge/runtime/client-address.js';
import { fetchListener } from '../edge/runtime/node-server.js';
import { isAlwaysAnswered, sheddingListener } from '../edge/runtime/shedding-listener.js';
import { problemResponse } from '../protocol/index.js';
import type { Service } from '../service/index.js';
import { signUp, type SignUpOptions } from './sign-up.js';
import { serveFile, type StaticFiles } from './static-files.js';
import { clientNetwork } from '../util/client-network.js';
import { createRequestTurns } from './request-turns.js';

/** The base path of the edge. */
export const EDGE_PATH = '/verify';

/** The handlers of the requests to one port, and their options. */
export interface Routed {
  /** Answers below {@link EDGE_PATH}. */
  edge: RequestListener;
  /** Answers below `/api/`. */
  service: Service;
  files: StaticFiles;
  /** The backend of the playground's form. */
  signUp: SignUpOptions;
  trustedProxies: number;
  /** Receives a line for each request that is refused because too many of its account or network are waiting. */
  log: EdgeLog;
  /** True while the server shuts down. */
  isEnding: () => boolean;
}

/** Answers `/readyz`: 503 while the store cannot work, or the server shuts down. */
const readiness = async ({ service, isEnding }: Routed): Promise<Response> => {
  if (isEnding()) return Response.json({ store: 'ending' }, { status: 503 });
  const store = await service.health();
  return Response.json({ store }, { status: store === 'ok' ? 200 : 503 });
};

/**
 * Answers everything except the edge.
 * @param address of the client.
 */
const answer = async (routed: Routed, request: Request, address: string | undefined): Promise<Response> => {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith('/api/')) return routed.service.fetch(request, address === undefined ? {} : { address });
  // The store is not asked: a restart by an orchestrator would not repair it.
  if (pathname === '/healthz') return Response.json({ status: 'ok' });
  if (pathname === '/readyz') return readiness(routed);
  if (pathname === '/sign-up' && request.method === 'POST') return signUp(request, routed.signUp);
  return (
    (await serveFile(routed.files, request)) ??
    problemResponse('not_found', 'This server has /, /dashboard/, /verify/ and /api/.')
  );
};

/**
 * The listener for everything on one port: the page at `/`, the edge under `/verify/`, the service under `/api/`, and
 * `/healthz` and `/readyz`. Accounts with known API keys take turns, and so do the networks of all other clients.
 * @param onError receives unexpected errors.
 */
export const route = (routed: Routed, onError: (error: unknown) => void): RequestListener => {
  const { service, edge, trustedProxies, log } = routed;
  const addressOf = ({ headers, socket }: IncomingMessage): string | undefined =>
    clientAddress([headers['x-forwarded-for'] ?? []].flat().join(','), socket.remoteAddress, trustedProxies);
  const rest = fetchListener((request, incoming) => answer(routed, request, addressOf(incoming)), onError);
  const turns = createRequestTurns();
  return sheddingListener(
    (request, response) => {
      (request.url?.startsWith(`${EDGE_PATH}/`) ? edge : rest)(request, response);
    },
    (start, request) => {
      const { url = '', headers } = request;
      const account = url.startsWith('/api/') ? service.knownAccount(url, headers) : null;
      if (account !== null) return turns({ id: String(account), isStranger: false }, start);
      const network = clientNetwork(addressOf(request));
      // In the turns of accounts: strangers can neither cause a restart by an orchestrator, nor delay others by a flood
      // of health checks.
      if (isAlwaysAnswered(request)) return turns({ id: `health ${network}`, isStranger: false }, start);
      return turns({ id: network, isStranger: true }, start);
    },
    log,
  );
};
