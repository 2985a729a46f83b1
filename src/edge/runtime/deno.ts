import type { Environment } from '../../config/settings.js';
import { createLineQueue } from './line-queue.js';
import type { Served } from './served.js';
import { runAlone, serveAlone, type Streams } from './standalone.js';

export type { Environment } from '../../config/settings.js';
export type { Served } from './served.js';

/** A standard stream of Deno. Resolves to the number of bytes that were written. */
interface Stream {
  write(bytes: Uint8Array): Promise<number>;
}

/** The part of Deno's API that is used. */
declare const Deno: {
  env: { toObject(): Record<string, string> };
  stdout: Stream;
  stderr: Stream;
  serve(
    options: { port: number; hostname?: string; onListen: () => void },
    handler: (request: Request, info: { remoteAddr: { hostname?: string } }) => Promise<Response>,
  ): { addr: { port: number }; shutdown(): Promise<void> };
};

/** Writes from a thread, unlike the console. */
const linesOf = (stream: Stream) =>
  createLineQueue(async (text) => {
    for (let left = new TextEncoder().encode(text); left.length > 0;) left = left.subarray(await stream.write(left));
  });
let made: Streams | undefined;
const streams = (): Streams => (made ??= { output: linesOf(Deno.stdout), errors: linesOf(Deno.stderr) });

/**
 * Serves an edge on Deno.
 * @param environment the settings: the environment variables of the process by default.
 * @throws StartupError with one line that names the setting and what it expects.
 * @example
 * const { url, close } = await serve({ ...Deno.env.toObject(), PORT: '8081' });
 */
export const serve = (environment: Environment = Deno.env.toObject()): Promise<Served> =>
  serveAlone(
    environment,
    (at, handle) => {
      const server = Deno.serve({ ...at, onListen: () => undefined }, (request, { remoteAddr }) =>
        handle(request, remoteAddr.hostname),
      );
      return {
        port: server.addr.port,
        shutDown: () => server.shutdown(),
        // Not possible on Deno: aborting the server's signal after `shutdown()` throws in its listener. The end of the
        // process closes the connections.
        breakOff: () => undefined,
      };
    },
    streams().errors,
  );

// True if this file is the program.
if ((import.meta as { main?: boolean }).main) await runAlone(serve, streams());
