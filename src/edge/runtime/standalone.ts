import { readListening, type Listening } from '../../config/groups.js';
import type { Environment } from '../../config/settings.js';
import { StartupError } from '../../config/startup-error.js';
import { errorReason } from '../../util/errors.js';
import type { Edge } from '../edge.js';
import { clientAddress, contextOf } from './client-address.js';
import { readEdgeSettings } from './edge-settings.js';
import { openEdge, printedLog, requiredPublicUrl, verifierOverHttps } from './open.js';
import { endOnSignal, GRACE_MS, localUrl, type Served } from './served.js';

/** A listening server of a runtime. */
export interface Listener {
  port: number;
  /** Takes no more requests, and ends with the last one in flight. */
  shutDown: () => Promise<unknown>;
  /** Ends at once. */
  breakOff: () => void;
}

/** Listens in a runtime's own way. `connectedFrom` is the address of the connection's other end. */
export type Listen = (
  at: { port: number; hostname?: string },
  handle: (request: Request, connectedFrom: string | undefined) => Promise<Response>,
) => Listener;

const listening = (listen: Listen, edge: Edge, { port, host, trustedProxies }: Listening): Listener => {
  try {
    return listen({ port, ...(host !== null && { hostname: host }) }, (request, connectedFrom) => {
      const forwarded = request.headers.get('x-forwarded-for');
      return edge(request, contextOf(clientAddress(forwarded, connectedFrom, trustedProxies)));
    });
  } catch (error) {
    throw new StartupError(
      `PORT ${port} cannot be listened on (${errorReason(error)}); set PORT or HOST to another one.`,
    );
  }
};

/**
 * Serves the edge that the settings describe.
 * @param listen the runtime's own way to listen.
 * @throws StartupError with one line that names the setting and says what would be right.
 */
export const serveAlone = async (environment: Environment, listen: Listen): Promise<Served> => {
  const settings = readEdgeSettings(environment);
  const at = readListening(environment);
  const log = printedLog(settings.logLevel, (line) => {
    // Standard output holds only what a person asked for.
    globalThis.console.error(line);
  });
  const issuer = requiredPublicUrl(settings);
  const { edge, end } = await openEdge(settings, { issuer, log, verifier: verifierOverHttps(settings) });
  const { port, shutDown, breakOff } = listening(listen, edge, at);
  return {
    url: localUrl(at.host, port),
    port,
    close: async () => {
      const late = setTimeout(breakOff, GRACE_MS);
      await shutDown().finally(() => {
        clearTimeout(late);
      });
      await end();
    },
  };
};

/** Runs a server as a program: prints its URL, or in one line why it cannot start, and ends on SIGTERM or SIGINT. */
export const runAlone = async (serve: () => Promise<Served>): Promise<void> => {
  try {
    const { url, close } = await serve();
    globalThis.console.log(`The edge serves at ${url}/`);
    endOnSignal(close);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    globalThis.console.error(error.message);
    process.exit(1);
  }
};
