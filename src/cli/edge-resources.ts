import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { memoryStore, type EdgeLog, type EdgeStore } from '../edge/index.js';
import { countLines } from '../edge/runtime/metrics.js';
import { startServer } from '../edge/runtime/node-server.js';
import { sampledLog } from '../edge/runtime/sampled-log.js';
import { droppedLines } from './log.js';
import { showDroppedLines } from './metrics.js';
import { OUTCOMES, outcomesOf, type AnswerOutcomes } from './outcomes-answer.js';
import { openRedis } from './redis.js';
import type { ResourceSettings } from './resource-settings.js';

export interface EdgeResources {
  store: EdgeStore;
  log: EdgeLog;
  /** Answers with the outcomes of these origins from now on, also at the port of the metrics. */
  serveOutcomes: (origins: Iterable<string>) => AnswerOutcomes;
  /** The registry for further metrics; null if none are served. */
  registry: Registry | null;
  close: () => Promise<void>;
}

/** Metrics that are served. */
interface Metrics {
  registry: Registry;
  /** Counts the lines of the edge's log. */
  log: EdgeLog;
  /** Serves the outcomes of forms beside the metrics. */
  serveOutcomes: (answer: AnswerOutcomes) => void;
  close: () => Promise<void>;
}

const serveMetrics = async (at: { port: number; host: string }, log: Logger): Promise<Metrics> => {
  const registry = new Registry();
  const count = countLines(registry);
  showDroppedLines(registry, droppedLines);
  const server = await startServer({ ...at, names: { port: 'METRICS_PORT', host: 'METRICS_HOST' } });
  log.info({ port: server.port }, 'metrics');
  let outcomes: AnswerOutcomes | undefined;
  server.use((request, response) => {
    const [path, query] = (request.url ?? '').split('?', 2);
    const rendered: Promise<[type: string, text: string]> =
      outcomes && path === `/${OUTCOMES}`
        ? outcomes(new URLSearchParams(query)).then((answer) => ['application/json', JSON.stringify(answer)])
        : registry.metrics().then((text) => [registry.contentType, text]);
    rendered.then(
      ([type, text]) => response.setHeader('content-type', type).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return {
    registry,
    log: count,
    serveOutcomes: (answer) => {
      outcomes = answer;
    },
    close: () => server.close(),
  };
};

/**
 * Opens the configured resources.
 * @throws StartupError if one of them is not available.
 */
export const openEdgeResources = async (
  { metrics: at, redisUrl }: ResourceSettings,
  log: Logger,
): Promise<EdgeResources> => {
  const metrics = at && (await serveMetrics(at, log));
  const write = sampledLog((line) => {
    log[line.event === 'request' ? 'info' : 'warn'](line, 'edge');
  });
  try {
    const redis = redisUrl === null ? null : await openRedis(redisUrl, log);
    const store = redis?.store ?? memoryStore();
    return {
      store,
      serveOutcomes: (origins) => {
        const answer = outcomesOf(store, origins);
        metrics?.serveOutcomes(answer);
        return answer;
      },
      registry: metrics?.registry ?? null,
      log: (line) => {
        write(line);
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
