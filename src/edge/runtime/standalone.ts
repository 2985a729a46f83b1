import { readListening, type Listening } from '../../config/setting-groups.js';
import { readAll } from '../../config/read-settings.js';
import { readSetting, type Environment } from '../../config/settings.js';
import { StartupError } from '../../config/startup-error.js';
import { errorReason } from '../../util/errors.js';
import { timeout, TimeoutError } from '../../util/timeout.js';
import type { Edge } from '../edge.js';
import { clientAddress, contextOf } from './client-address.js';
import { readEdgeSettings, readIssuer } from './edge-settings.js';
import type { LineQueue } from './line-queue.js';
import { openEdge, printedLog, verifierOverHttps } from './open-edge.js';
import { GRACE_MS, LINGER_MS, localUrl, type Served } from './served.js';
import { runUntilSignal } from './until-signal.js';

/** A listening server of a runtime. */
export interface Listener {
  port: number;
  /** Stops accepting requests; resolves when the last one in flight has ended. */
  shutDown: () => Promise<unknown>;
  /** Closes all connections at once, where the runtime can. */
  breakOff: () => void;
}

/** The standard streams of a runtime. */
export interface Streams {
  output: LineQueue;
  errors: LineQueue;
}

/** Starts the server of a runtime. `connectedFrom` is the remote address of the connection. */
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
 * Settings whose libraries need Node's sockets. If they were ignored, quotas that are meant to be shared would count
 * per process.
 */
const NODE_ONLY = ['REDIS_URL', 'METRICS_PORT'] as const;

const refuseNodeOnly = (environment: Environment): void => {
  const name = NODE_ONLY.find((one) => readSetting(environment, one) !== null);
  if (name === undefined) return;
  throw new StartupError(
    `${name} works on Node only: unset it, run \`email-verify-server edge\` on Node, or write a program with createEdge (docs/edge/deploy.md).`,
  );
};

/**
 * Serves an edge from its settings.
 * @param listen starts the server of the runtime.
 * @param errors takes the lines of the log: standard error, so that standard output has only the URL.
 * @throws StartupError with a line for each wrong or missing setting.
 */
export const serveAlone = async (environment: Environment, listen: Listen, errors: LineQueue): Promise<Served> => {
  const { settings, at, issuer } = readAll({
    nodeOnly: () => {
      refuseNodeOnly(environment);
    },
    settings: () => readEdgeSettings(environment),
    at: () => readListening(environment),
    issuer: () => readIssuer(environment),
  });
  const log = printedLog(settings.logLevel, errors.print);
  const { edge, end } = await openEdge(settings, { issuer, log, verifier: verifierOverHttps(settings) });
  const { port, shutDown, breakOff } = listening(listen, edge, at);
  return {
    url: localUrl(at.host, port),
    port,
    close: async () => {
      const ended = new Promise((resolve) => setTimeout(resolve, LINGER_MS)).then(shutDown);
      await timeout(GRACE_MS, ended).catch((error: unknown) => {
        if (!(error instanceof TimeoutError)) throw error;
        breakOff();
      });
      await end();
    },
  };
};

/** Runs a server as a program: prints its URL, or a one-line error, and ends on SIGTERM or SIGINT. */
export const runAlone = async (serve: () => Promise<Served>, { output, errors }: Streams): Promise<void> => {
  const flush = async (): Promise<void> => {
    await Promise.all([output.flush(), errors.flush()]);
  };
  try {
    const { url } = await runUntilSignal(() => serve(), flush);
    output.print(`The edge serves at ${url}/`);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    errors.print(error.message);
    await flush();
    process.exit(1);
  }
};
