import { pino } from 'pino';
import { createEdge, type Edge } from '../edge/index.js';
import { fetchListener, startServer } from '../edge/runtime/node-server.js';
import { toNodeListener } from '../edge/runtime/node.js';
import { serviceOf, usableKeys } from '../edge/runtime/open.js';
import { problemResponse } from '../protocol/index.js';
import { createService, type Service } from '../service/index.js';
import { createVerifier } from '../verifier/index.js';
import { openBeside, type Beside } from './beside-edge.js';
import { deriveSecrets, keptSecret, type Secrets } from './secrets.js';
import type { Settings } from './settings.js';
import { signUp } from './sign-up.js';
import { loadFiles, serveFile } from './static.js';

const EDGE_PATH = '/verify';

/** Everything, serving. */
export interface Running {
  /** Where it serves, without a slash at its end. */
  url: string;
  /** The first account's API key; only at the very first start. */
  firstKey: string | null;
  /** Ends it: lets what is under way end, closes the store. */
  close(): Promise<void>;
}

/** The secrets of this installation: of the setting, or kept in the data folder. */
export const secretsOf = async (settings: Settings): Promise<Secrets> =>
  deriveSecrets(settings.secret ?? (await keptSecret(settings.dataDir)));

/** Opens the service that the settings describe, with the verifier it asks. */
export const openService = async (
  settings: Settings,
  secrets: Secrets,
  log: pino.Logger,
): Promise<Pick<Service, 'fetch' | 'firstKey' | 'firstAccount' | 'accounts' | 'close'>> => {
  const verifier = createVerifier(settings.dnsServers ? { dnsServers: settings.dnsServers } : {});
  try {
    const service = await createService({
      ...(settings.databaseUrl !== null && { databaseUrl: settings.databaseUrl }),
      dataDir: settings.dataDir,
      secret: secrets.service,
      ownKey: secrets.ownKey,
      verifier,
      log,
    });
    return { ...service, close: () => service.close().finally(() => verifier.close()) };
  } catch (error) {
    await verifier.close();
    throw error;
  }
};

/** The logger: JSON lines on standard error, so that standard output says only what a person asked for. */
export const createLog = (level: string): pino.Logger => pino({ level }, pino.destination({ dest: 2, sync: true }));

const localOrigins = (port: number): string[] =>
  ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`);

const openEdge = async (
  settings: Settings,
  secrets: Secrets,
  at: { url: string; loopback: string; origins: string[] },
  { store, log }: Beside,
): Promise<Edge> =>
  createEdge({
    origins: at.origins,
    secret: secrets.edge,
    receiptKey: settings.receiptKeys ? await usableKeys(settings.receiptKeys) : secrets.receiptKey,
    issuer: `${at.url}${EDGE_PATH}/`,
    upstream: settings.upstream
      ? serviceOf(settings.upstream)
      : { baseUrl: at.loopback, apiKey: secrets.ownKey, ratePerSecond: Infinity },
    basePath: EDGE_PATH,
    ...(store && { store }),
    ...(settings.challenge && { challenge: settings.challenge }),
    log,
  });

/**
 * Serves all of it on one port: the page at `/`, the edge under `/verify/`, the service under `/api/`.
 * @param assets the folders whose files are served as they are.
 * @throws UsageError, WrongSetting or StartError, each with one line, when it cannot start.
 */
export const serve = async (settings: Settings, assets: string[]): Promise<Running> => {
  const log = createLog(settings.logLevel);
  const secrets = await secretsOf(settings);
  const server = await startServer(settings);
  let beside: Beside | undefined;
  try {
    beside = await openBeside(settings.beside, log);
    const files = await loadFiles(...assets);
    const service = await openService(settings, secrets, log);
    const loopback = `http://127.0.0.1:${server.port}`;
    const url = settings.publicUrl ?? `http://localhost:${server.port}`;
    const origins = settings.allowedOrigins ?? [...new Set([new URL(url).origin, ...localOrigins(server.port)])];
    const edge = await openEdge(settings, secrets, { url, loopback, origins }, beside);
    const edgeListener = toNodeListener(edge, { trustedProxies: settings.trustedProxies });
    const jwks = `${loopback}${EDGE_PATH}/.well-known/jwks.json`;
    const rest = fetchListener(
      async (request) => {
        const { pathname } = new URL(request.url);
        if (pathname.startsWith('/api/')) return service.fetch(request);
        if (pathname === '/sign-up' && request.method === 'POST') return signUp(request, { origins, jwks });
        return (await serveFile(files, request)) ?? problemResponse('not_found', 'There is /, /verify/ and /api/.');
      },
      (error) => {
        log.error({ error: error instanceof Error ? error.name : typeof error }, 'unexpected error');
      },
    );
    server.use((request, response) => {
      (request.url?.startsWith(`${EDGE_PATH}/`) ? edgeListener : rest)(request, response);
    });
    return {
      url,
      firstKey: service.firstKey,
      close: async () => {
        await server.close();
        await beside?.close();
        await service.close();
      },
    };
  } catch (error) {
    await beside?.close();
    await server.close();
    throw error;
  }
};
