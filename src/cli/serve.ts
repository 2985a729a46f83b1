import type { Logger } from 'pino';
import { createEdge, createOutcomeFeed, type ServiceUpstream } from '../edge/index.js';
import { challengeOf } from '../edge/runtime/challenge-from-settings.js';
import { publishedKeys, type ReceiptKeys } from '../receipt/signing-keys.js';
import { startServer } from '../edge/runtime/node-server.js';
import { toNodeListener } from '../edge/runtime/node.js';
import { usableKeys } from '../edge/runtime/open-edge.js';
import { upstreamOf } from '../edge/runtime/upstream-from-settings.js';
import type { Service } from '../service/index.js';
import { describeError } from '../service/monitoring/log.js';
import { scheduleBackups } from './backup-schedule.js';
import { serveControl } from './control-socket.js';
import { answerCommand } from './control-commands.js';
import { openEdgeResources, type EdgeResources } from './edge-resources.js';
import { createLog, flushLog } from './log.js';
import { countEvents, showBackups, showGauges } from './metrics.js';
import type { AnswerOutcomes } from './outcomes-answer.js';
import { openService, placeOf } from './open-service.js';
import { EDGE_PATH, route, type Routed } from './routing.js';
import { secretsOf } from './secrets.js';
import type { ServeSettings } from './serve-settings.js';
import { loadFiles, type Assets } from './static-files.js';

/**
 * Grace period for requests in flight at shutdown, in ms: longer than a check without a `timeout_ms`, and shorter than
 * the 10 s of `docker stop`.
 */
const GRACE_MS = 8000;
/**
 * Time for a request to arrive, in ms: a list of 250 MB at 2 Mbit/s. Other requests have their own time limits for
 * their bodies.
 */
const REQUEST_MS = 1_000_000;

/** Milliseconds for which outcomes of forms are collected for the service in this process. */
const FEED_MS = 500;

/** The running server of page, edge and service. */
export interface Running {
  /** The base URL, without a trailing slash. */
  url: string;
  /** The first account's API key; only at the very first start. */
  firstKey: string | null;
  /** The link that makes its opener the operator; null if there is an operator or a valid link. */
  operatorLink: string | null;
  /** Waits for requests in flight, and closes the store. */
  close(): Promise<void>;
  /** Answers requests in flight with 503 at once. */
  hurry: () => Promise<void>;
}

/**
 * Opens the parts beside an embedded store: a socket for the commands of other processes, and the schedule of backups.
 */
const openBeside = async (
  service: Service,
  { dataDir, backupDir }: ServeSettings,
  log: Logger,
  { registry }: EdgeResources,
  outcomes: AnswerOutcomes,
  opened: { close(): Promise<void> }[],
): Promise<void> => {
  const control = await serveControl(
    dataDir,
    (request) => answerCommand(service, outcomes, log, request),
    (error) => {
      log.error({ error: describeError(error) }, 'a command failed');
    },
  );
  opened.push(control);
  if (backupDir === null) return;
  const schedule = scheduleBackups(backupDir, service.backup, log);
  opened.push(schedule);
  if (registry) showBackups(registry, schedule.state);
};

/**
 * Serves everything on one port: the page at `/`, the dashboard under `/dashboard/`, the edge under `/verify/`, the
 * service under `/api/`.
 * @param assets the folders of static files.
 * @param signal aborts a start in progress.
 * @throws StartupError with one line if it cannot start; the signal's reason if it is aborted.
 */
export const serve = async (settings: ServeSettings, assets: Assets[], signal?: AbortSignal): Promise<Running> => {
  const log = createLog(settings.logLevel);
  const secrets = await secretsOf(settings);
  const server = await startServer(settings, { graceMs: GRACE_MS, requestTimeoutMs: REQUEST_MS });
  // Clients are answered at once, even while the database is opening.
  signal?.addEventListener('abort', () => void server.close());
  const opened: { close(): Promise<void> }[] = [];
  let endStreams = (): void => undefined;
  const close = async (): Promise<void> => {
    endStreams();
    await server.close();
    // In reverse order, since each part uses the earlier ones: a backup the store, all of them the metrics.
    for (const one of opened.reverse()) await one.close();
    await flushLog(log);
  };
  try {
    const resources = await openEdgeResources(settings, log);
    opened.push(resources);
    signal?.throwIfAborted();
    const files = await loadFiles(...assets);
    const receiptKeys: ReceiptKeys = settings.receiptKeys
      ? await usableKeys(settings.receiptKeys)
      : [secrets.receiptKey];
    const external = settings.upstream && (await upstreamOf(settings.upstream));
    const place = placeOf(settings, server.port);
    const url = place.publicUrl;
    // This edge also checks the playground and the sign-up form of the dashboard.
    const origins = [...new Set([...(settings.allowedOrigins ?? []), ...place.origins])];
    const edgePlace = { url: `${url}${EDGE_PATH}/`, origins };
    const { registry } = resources;
    const observe = registry ? countEvents(registry) : undefined;
    const service = await openService(settings, secrets, log, place, { edge: edgePlace, observe });
    opened.push(service);
    signal?.throwIfAborted();
    ({ endStreams } = service);
    if (registry) showGauges(registry, service.gauges);
    const outcomes = resources.serveOutcomes(origins);
    if (settings.databaseUrl === null) await openBeside(service, settings, log, resources, outcomes, opened);
    const { store, log: edgeLog } = resources;
    // Called in process, since the server may listen on an address that this machine cannot reach. Its checks count
    // against the quotas of the edge only.
    const ownService: ServiceUpstream = {
      baseUrl: 'http://localhost',
      apiKey: secrets.ownKey,
      ratePerSecond: Infinity,
      fetch: (target, init) => service.fetch(new Request(target, init), { isOwn: true }),
    };
    // Its own service has the table of the dashboard, also if another one checks the addresses.
    const outcomeFeed = createOutcomeFeed({ ...ownService, intervalMs: FEED_MS, log: edgeLog });
    opened.push(outcomeFeed);
    const edge = createEdge({
      origins,
      secret: secrets.edge,
      receiptKey: receiptKeys,
      issuer: `${url}${EDGE_PATH}`,
      upstream: external ?? ownService,
      basePath: EDGE_PATH,
      quotas: settings.quotas,
      store,
      outcomeFeed,
      challenge: challengeOf(settings.challenge),
      testMode: settings.testMode,
      log: edgeLog,
    });
    const { trustedProxies } = settings;
    const routed: Routed = {
      edge: toNodeListener(edge, { trustedProxies }),
      service,
      files,
      signUp: { origins, jwks: publishedKeys(receiptKeys), testMode: settings.testMode },
      trustedProxies,
      log: edgeLog,
      isEnding: server.isEnding,
    };
    server.use(
      route(routed, (error) => {
        log.error({ error: describeError(error) }, 'unexpected error');
      }),
    );
    const { firstKey, users } = service;
    return { url, firstKey, operatorLink: await users.firstOperatorLink(), close, hurry: server.hurry };
  } catch (error) {
    await close();
    throw error;
  }
};
