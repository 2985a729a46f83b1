import type { Logger } from 'pino';
import type { EdgeLog, EdgeStore } from '../edge/index.js';
import type { Environment } from '../edge/runtime/environment.js';
import { readSetting, readWhole, textOf } from '../edge/runtime/environment.js';
import { createEdgeMetrics } from '../edge/runtime/metrics.js';
import { startServer } from '../edge/runtime/node-server.js';
import { openRedis, redisUrl } from './redis.js';

/** What an operator may have beside an edge. */
export interface BesideSettings {
  /** The Redis that edges share; null: none. */
  redisUrl: string | null;
  /** Where Prometheus may ask; null: nowhere. Apart from the edge's own port, which the world can reach. */
  metrics: { port: number; host: string } | null;
}

/** What stands beside an edge, and the end of it. */
export interface Beside {
  store?: EdgeStore;
  log: EdgeLog;
  close: () => Promise<void>;
}

/** @throws WrongSetting with one line that names the setting and says what would be right. */
export const readBeside = (environment: Environment): BesideSettings => {
  const port = readWhole(environment, 'METRICS_PORT', 0, 65_535);
  return {
    redisUrl: readSetting(environment, 'REDIS_URL', redisUrl),
    metrics: port === null ? null : { port, host: textOf(environment, 'METRICS_HOST') ?? '127.0.0.1' },
  };
};

const serveMetrics = async (at: { port: number; host: string }, log: Logger): Promise<Beside> => {
  const metrics = createEdgeMetrics();
  const server = await startServer(at);
  log.info({ port: server.port }, 'metrics');
  server.use((_request, response) => {
    void metrics.text().then((text) => response.setHeader('content-type', metrics.contentType).end(text));
  });
  return { log: metrics.log, close: () => server.close() };
};

/**
 * Opens what the settings ask for beside an edge.
 * @throws WrongSetting or UsageError, with one line, when it cannot be had.
 */
export const openBeside = async (settings: BesideSettings, log: Logger): Promise<Beside> => {
  const metrics = settings.metrics && (await serveMetrics(settings.metrics, log));
  try {
    const redis = settings.redisUrl === null ? null : await openRedis(settings.redisUrl, log);
    return {
      ...(redis && { store: redis.store }),
      // Its troubles are warnings.
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
