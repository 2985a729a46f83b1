import { runAlone, serveAlone } from './alone.js';
import type { Environment } from './environment.js';
import type { Served } from './served.js';

export type { Environment } from './environment.js';
export type { Served } from './served.js';

interface BunServer {
  port: number;
  requestIP(request: Request): { address: string } | null;
  stop(closeActiveConnections?: boolean): Promise<void>;
}

/** What is used of Bun. */
declare const Bun: {
  env: Environment;
  serve(options: {
    port: number;
    hostname?: string;
    /** Seconds. */
    idleTimeout: number;
    /** Bytes. */
    maxRequestBodySize: number;
    fetch: (request: Request, server: BunServer) => Promise<Response>;
  }): BunServer;
};

/** How long a connection may neither send nor take anything. */
const IDLE_TIMEOUT_S = 65;
/** Beyond this Bun itself refuses a body; below it the edge does, in words that a page can read. */
const MAX_BODY_BYTES = 1_048_576;

/**
 * Serves an edge on Bun, as the settings say.
 * @param environment the settings: the process's own variables by default.
 * @throws WrongSetting with one line that names the setting and says what would be right.
 * @example
 * const { url, close } = await serve({ ...Bun.env, PORT: '8081' });
 */
export const serve = (environment: Environment = Bun.env): Promise<Served> =>
  serveAlone(environment, (at, handle) => {
    const server = Bun.serve({
      ...at,
      idleTimeout: IDLE_TIMEOUT_S,
      maxRequestBodySize: MAX_BODY_BYTES,
      fetch: (request, server) => handle(request, server.requestIP(request)?.address),
    });
    return {
      port: server.port,
      shutDown: () => server.stop(),
      breakOff: () => void server.stop(true),
    };
  });

// True in the file that was started.
if ((import.meta as { main?: boolean }).main) await runAlone(serve);
