import type { Logger } from 'pino';
import { createEdge, type EdgeOptions } from '../edge/index.js';
import { challengeOf } from '../edge/runtime/challenge.js';
import { publishedKeys, type ReceiptKeys } from '../edge/receipt/own-keys.js';
import { fetchListener, startServer } from '../edge/runtime/node-server.js';
import { clientAddress } from '../edge/runtime/client-address.js';
import { toNodeListener } from '../edge/runtime/node.js';
import { usableKeys } from '../edge/runtime/open.js';
import { problemResponse } from '../protocol/index.js';
import type { Service, StoreHealth } from '../service/index.js';
import { describeError } from '../service/log.js';
import { answerBackup } from './backup.js';
import { scheduleBackups } from './backup-schedule.js';
import { serveControl } from './control.js';
import { openEdgeResources } from './edge-resources.js';
import { createLog, flushLog, openService, placeOf } from './open-service.js';
import { secretsOf } from './secrets.js';
import type { ServeSettings } from './serve-settings.js';
import { signUp } from './sign-up.js';
import { loadFiles, serveFile, type Assets } from './static.js';

const EDGE_PATH = '/verify';

/** The running server of page, edge and service. */
export interface Running {
  /** The base URL, without a trailing slash. */
  url: string;
  /** The first account's API key; only at the very first start. */
  firstKey: string | null;
  /** The link that makes its opener the operator; null if there is an operator, or a link that works. */
  operatorLink: string | null;
  /** Waits for requests in flight, and closes the store. */
  close(): Promise<void>;
}

/** Answers `/readyz`: 503 while the store cannot do its work. The edge works without it, and has its own `/healthz`. */
const readiness = (store: StoreHealth): Response => Response.json({ store }, { status: store === 'ok' ? 200 : 503 });

/** What makes backups of the embedded store: the command of another process, and the schedule. */
const openBackups = async (
  service: Service,
  { dataDir, backupDir }: ServeSettings,
  log: Logger,
): Promise<{ close(): Promise<void> }[]> => {
  const onError = (error: unknown): void => {
    log.error({ error: describeError(error) }, 'the backup failed');
  };
  const control = await serveControl(dataDir, (request) => answerBackup(service, request, onError), onError);
  return [control, ...(backupDir === null ? [] : [scheduleBackups(backupDir, service.backup, log)])];
};

/**
 * Serves everything on one port: the page at `/`, the dashboard under `/dashboard/`, the edge under `/verify/`, the service under `/api/`.
 * @param assets the folders of static files.
 * @throws StartupError with one line if it cannot start.
 */
export const serve = async (settings: ServeSettings, assets: Assets[]): Promise<Running> => {
  const log = createLog(settings.logLevel);
  const secrets = await secretsOf(settings);
  const server = await startServer(settings);
  const opened: { close(): Promise<void> }[] = [server];
  const close = async (): Promise<void> => {
    for (const one of opened) await one.close();
    await flushLog(log);
  };
  try {
    const resources = await openEdgeResources(settings, log);
    opened.push(resources);
    const files = await loadFiles(...assets);
    const receiptKeys: ReceiptKeys = settings.receiptKeys
      ? await usableKeys(settings.receiptKeys)
      : [secrets.receiptKey];
    const place = placeOf(settings, server.port);
    const url = place.publicUrl;
    // The sign-up form of the dashboard is checked by this edge too.
    const origins = settings.allowedOrigins
      ? [...new Set([...settings.allowedOrigins, new URL(url).origin])]
      : place.origins;
    const edgePlace = { url: `${url}${EDGE_PATH}/`, origins };
    const service = await openService(settings, secrets, log, place, edgePlace);
    // Before the service: a backup needs its store.
    if (settings.databaseUrl === null) opened.push(...(await openBackups(service, settings, log)));
    opened.push(service);
    const { store, log: edgeLog } = resources;
    // Called in process: the server may listen on an address that this machine cannot reach. Its checks count against the
    // quotas of the edge alone.
    const ownService: EdgeOptions['upstream'] = {
      baseUrl: 'http://localhost',
      apiKey: secrets.ownKey,
      ratePerSecond: Infinity,
      fetch: (target, init) => service.fetch(new Request(target, init), { isOwn: true }),
    };
    const edge = createEdge({
      origins,
      secret: secrets.edge,
      receiptKey: receiptKeys,
      issuer: edgePlace.url,
      upstream: settings.upstream ?? ownService,
      basePath: EDGE_PATH,
      quotas: settings.quotas,
      ...(store && { store }),
      ...(settings.challenge && { challenge: challengeOf(settings.challenge) }),
      log: edgeLog,
    });
    const edgeListener = toNodeListener(edge, { trustedProxies: settings.trustedProxies });
    const jwks = publishedKeys(receiptKeys);
    const rest = fetchListener(
      async (request, { headers, socket }) => {
        const { pathname } = new URL(request.url);
        if (pathname.startsWith('/api/')) {
          const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',');
          const address = clientAddress(forwarded, socket.remoteAddress, settings.trustedProxies);
          return service.fetch(request, address === undefined ? {} : { address });
        }
        if (pathname === '/readyz') return readiness(await service.health());
        if (pathname === '/sign-up' && request.method === 'POST') return signUp(request, { origins, jwks });
        return (
          (await serveFile(files, request)) ??
          problemResponse('not_found', 'This server has /, /dashboard/, /verify/ and /api/.')
        );
      },
      (error) => {
        log.error({ error: describeError(error) }, 'unexpected error');
      },
    );
    server.use((request, response) => {
      (request.url?.startsWith(`${EDGE_PATH}/`) ? edgeListener : rest)(request, response);
    });
    return { url, firstKey: service.firstKey, operatorLink: await service.users.firstOperatorLink(), close };
  } catch (error) {
    await close();
    throw error;
  }
};
