import { Counter, Histogram, Registry } from 'prom-client';
import type { EdgeLog } from '../log.js';

/** The metrics of one edge, for Prometheus. */
export interface EdgeMetrics {
  /** Counts a line of the log: pass it to `createEdge` as its `log`, or call it from your own. */
  log: EdgeLog;
  /** All metrics, in the text format of Prometheus. */
  text: () => Promise<string>;
  /** The media type of that text. */
  contentType: string;
}

/** Upper bounds of the buckets in seconds. A cached verdict takes less than the first; the last is the upstream's timeout. */
const SECONDS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * Makes the metrics of one edge. Every label has few values, and no client chooses them.
 * @example
 * const metrics = createEdgeMetrics();
 * const edge = createEdge({ …, log: metrics.log });
 * response.setHeader('content-type', metrics.contentType).end(await metrics.text());
 */
export const createEdgeMetrics = (): EdgeMetrics => {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'email_verify_edge_request_seconds',
    help: 'How long requests took, by route, status and problem code',
    labelNames: ['route', 'method', 'status', 'code'] as const,
    buckets: SECONDS,
    registers,
  });
  const verdicts = new Counter({
    name: 'email_verify_edge_verdicts_total',
    help: 'Verdicts given, by status and by who knew: the address itself, memory or the upstream',
    labelNames: ['verdict', 'from'] as const,
    registers,
  });
  const troubles = new Counter({
    name: 'email_verify_edge_upstream_troubles_total',
    help: 'Checks of which the upstream could say nothing, by code: out_of_credits, rate_limited, upstream_timeout, upstream_error',
    labelNames: ['code'] as const,
    registers,
  });
  const challenges = new Counter({
    name: 'email_verify_edge_challenge_troubles_total',
    help: 'Answers to a challenge that could not be checked',
    registers,
  });
  const errors = new Counter({
    name: 'email_verify_edge_errors_total',
    help: 'Errors that nobody foresaw; the log says where',
    registers,
  });
  const known = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
  return {
    log(line) {
      switch (line.event) {
        case 'request': {
          const { route, method, status, code = '', ms, verdict, from = '' } = line;
          requests.observe({ route, method: known.has(method) ? method : 'other', status, code }, ms / 1000);
          if (verdict) verdicts.inc({ verdict, from });
          break;
        }
        case 'upstream':
          troubles.inc({ code: line.code });
          break;
        case 'challenge':
          challenges.inc();
          break;
        case 'error':
          errors.inc();
      }
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
};
