import type { Environment } from '../../config/settings.js';
import { createLineQueue } from './line-queue.js';
import type { Served } from './served.js';
import { runAlone, serveAlone, type Streams } from './standalone.js';

export type { Environment } from '../../config/settings.js';
export type { Served } from './served.js';

interface BunServer {
  port: number;
  requestIP(request: Request): { address: string } | null;
  stop(closeActiveConnections?: boolean): Promise<void>;
}

/** The part of Bun's API that is used. */
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

/** Writes in the background, unlike the console and `Bun.write`. */
const linesOf = (stream: NodeJS.WriteStream) => {
  stream.on('error', () => undefined);
  return createLineQueue((text) => new Promise((resolve) => stream.write(text, resolve)));
};
const streams: Streams = { output: linesOf(process.stdout), errors: linesOf(process.stderr) };

/** Idle timeout of a connection. */
const IDLE_TIMEOUT_S = 65;
/** Bun itself refuses larger bodies. Below this size, the edge refuses them with a problem that the page can read. */
const MAX_BODY_BYTES = 1_048_576;

/**
 * Serves an edge on Bun.
 * @param environment the settings: the environment variables of the process by default.
 * @throws StartupError with one line that names the setting and what it expects.
 * @example
 * const { url, close } = await serve({ ...Bun.env, PORT: '8081' });
 */
export const serve = (environment: Environment = Bun.env): Promise<Served> =>
  serveAlone(
    environment,
    (at, handle) => {
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
    },
    streams.errors,
  );

// True if this file is the program.
if ((import.meta as { main?: boolean }).main) await runAlone(serve, streams);
