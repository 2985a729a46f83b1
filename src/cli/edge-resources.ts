import type { Logger } from 'pino';
import { readSetting, type Environment } from '../config/settings.js';
import type { EdgeLog, EdgeStore } from '../edge/index.js';
import { createEdgeMetrics } from '../edge/runtime/metrics.js';
import { startServer } from '../edge/runtime/node-server.js';
import { openRedis } from './redis.js';

/** Settings of the resources that an edge uses and does not own. */
export interface ResourceSettings {
  /** The Redis that edges share; null: none. */
  redisUrl: string | null;
  /** The address at which Prometheus asks, apart from the edge's own port, which is public; null: none. */
  metrics: { port: number; host: string } | null;
}

/** The resources, open. */
export interface EdgeResources {
  store?: EdgeStore;
  log: EdgeLog;
  close: () => Promise<void>;
}

/** @throws StartupError with one line that names the setting and says what would be right. */
export const readResourceSettings = (environment: Environment): ResourceSettings => {
  const port = readSetting(environment, 'METRICS_PORT');
  const host = readSetting(environment, 'METRICS_HOST');
  return {
    redisUrl: readSetting(environment, 'REDIS_URL'),
    metrics: port === null ? null : { port, host },
  };
};

const serveMetrics = async (at: { port: number; host: string }, log: Logger): Promise<EdgeResources> => {
  const metrics = createEdgeMetrics();
  const server = await startServer(at);
  log.info({ port: server.port }, 'metrics');
  server.use((_request, response) => {
    void metrics.text().then((text) => response.setHeader('content-type', metrics.contentType).end(text));
  });
  return { log: metrics.log, close: () => server.close() };
};

/**
 * Opens the resources that the settings ask for.
 * @throws StartupError when one of them cannot be had.
 */
export const openEdgeResources = async (
  { metrics: at, redisUrl }: ResourceSettings,
  log: Logger,
): Promise<EdgeResources> => {
  const metrics = at && (await serveMetrics(at, log));
  try {
    const redis = redisUrl === null ? null : await openRedis(redisUrl, log);
    return {
      ...(redis && { store: redis.store }),
      log: (line) => {
        log[line.event === 'request' ? 'info' : 'warn'](line, 'edge');
        metrics?.log(line);
      },
      close: async () => {
        redis?.close();
        await metrics?.close();
      },
    };
  } catch (error) {
    await metrics?.close();
    throw error;
  }
};
