import type { Edge } from '../edge.js';
import { WrongSetting, type Environment } from './environment.js';
import { clientAddress, contextOf } from './forwarded.js';
import { openEdge, printedLog, requiredPublicUrl, verifierOverHttps } from './open.js';
import { readEdgeSettings, readListening, type Listening } from './settings.js';
import { endOnSignal, GRACE_MS, localUrl, type Served } from './served.js';

/** A server of a runtime, listening. */
export interface Listener {
  port: number;
  /** Takes no more requests, and ends with the last that is under way. */
  shutDown: () => Promise<unknown>;
  /** Ends at once. */
  breakOff: () => void;
}

/** How a runtime listens. It is to say where a request comes from: no header does. */
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
    const { name, message } = error as Error;
    throw new WrongSetting(
      `PORT ${port} cannot be listened on (${name}: ${message}); set PORT or HOST to another one.`,
    );
  }
};

/**
 * Serves the edge that the settings describe, on a runtime that listens in its own way.
 * @throws WrongSetting with one line that names the setting and says what would be right.
 */
export const serveAlone = async (environment: Environment, listen: Listen): Promise<Served> => {
  const settings = readEdgeSettings(environment);
  const at = readListening(environment);
  const log = printedLog(settings.logLevel, (line) => {
    // Standard output says only what a person asked for.
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

/** Runs a server as a program: says where it serves, or in one line why it does not, and ends when it is asked to. */
export const runAlone = async (serve: () => Promise<Served>): Promise<void> => {
  try {
    const { url, close } = await serve();
    globalThis.console.log(`The edge serves at ${url}/`);
    endOnSignal(close);
  } catch (error) {
    if (!(error instanceof WrongSetting)) throw error;
    globalThis.console.error(error.message);
    process.exit(1);
  }
};
