import { readSettings } from '../config/read-settings.js';
import type { Environment } from '../config/settings.js';

/** The settings of the shared store and the metrics of an edge. */
export type ResourceSettings = ReturnType<typeof readResourceSettings>;

/**
 * Reads the settings of the shared store and the metrics of an edge.
 * @throws StartupError with one line that names the setting and what it expects.
 */
export const readResourceSettings = (environment: Environment) => {
  const { port, host, redisUrl } = readSettings(environment, {
    port: 'METRICS_PORT',
    host: 'METRICS_HOST',
    redisUrl: 'REDIS_URL',
  });
  return {
    redisUrl,
    /** The address that Prometheus scrapes, separate from the public port of the edge, or null. */
    metrics: port === null ? null : { port, host },
  };
};
