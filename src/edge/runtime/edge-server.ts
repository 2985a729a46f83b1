import type { RequestListener } from 'node:http';
import type { EdgeLog } from '../log.js';
import { startServer, type RunningServer } from './node-server.js';
import { createRequestQueue } from './request-queue.js';
import type { ServerBounds } from './served.js';
import { passedBy, sheddingListener } from './shedding-listener.js';

const HEALTH = /^[^?#]*\/healthz(?:[?#]|$)/;

/**
 * Serves an edge on a port, and refuses a part of the requests while the process is overloaded. While the server shuts
 * down, `GET /healthz` is answered with 503, so that a load balancer sends no more requests.
 * @throws StartupError if the port is not available.
 */
export const startEdgeServer = async (
  listener: RequestListener,
  log: EdgeLog,
  at: { port: number; host?: string | null; trustedProxies: number },
  bounds: ServerBounds = {},
): Promise<RunningServer> => {
  const server = await startServer(at, bounds);
  const shedding = sheddingListener(listener, passedBy(createRequestQueue()), log);
  server.use((request, response) => {
    if (!server.isEnding() || !HEALTH.test(request.url ?? '')) {
      shedding(request, response);
      return;
    }
    const headers = {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    };
    response.writeHead(503, headers).end('{"status":"ending"}');
  });
  return server;
};
