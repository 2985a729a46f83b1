import { Counter, Histogram, Registry } from 'prom-client';
import type { EdgeLog } from '../log.js';

/** The metrics of one edge, for Prometheus. */
export interface EdgeMetrics {
  /** Counts a log line: pass it to `createEdge` as its `log`, or call it from your own. */
  log: EdgeLog;
  /** Renders all metrics in the text format of Prometheus. */
  text: () => Promise<string>;
  /** The media type of that text. */
  contentType: string;
}

/** Upper bounds of the buckets in seconds. A cached verdict is below the first; the last is the upstream timeout. */
const SECONDS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * Adds the metrics of an edge to a registry. Every label has few values, and clients cannot add any.
 * @returns the log that counts.
 */
export const countLines = (registry: Registry): EdgeLog => {
  const registers = [registry];
  const requests = new Histogram({
    name: 'email_verify_edge_request_seconds',
    help: 'Duration of requests, by route, status and problem code',
    labelNames: ['route', 'method', 'status', 'code'] as const,
    buckets: SECONDS,
    registers,
  });
  const verdicts = new Counter({
    name: 'email_verify_edge_verdicts_total',
    help: 'Verdicts, by status and source: address (its syntax), memory (cache) or upstream',
    labelNames: ['verdict', 'from'] as const,
    registers,
  });
  const troubles = new Counter({
    name: 'email_verify_edge_upstream_troubles_total',
    help: 'Checks without a verdict from the upstream, by code: out_of_credits, rate_limited, upstream_timeout, upstream_error',
    labelNames: ['code'] as const,
    registers,
  });
  const challenges = new Counter({
    name: 'email_verify_edge_challenge_troubles_total',
    help: 'Answers to a challenge that could not be checked, by outcome: passed (a token was issued), refused, failed (counted as wrong)',
    labelNames: ['outcome'] as const,
    registers,
  });
  const rungs = new Counter({
    name: 'email_verify_edge_ladder_total',
    help: 'Rises to a rung of the ladder, by whose quota: client, origin or day; rung 1 is only logged, 2 to 5 take a proof of work',
    labelNames: ['of', 'rung'] as const,
    registers,
  });
  const outcomes = new Counter({
    name: 'email_verify_edge_outcomes_total',
    help: 'Outcomes of forms as pages report them, by group: helped or held_out',
    labelNames: ['outcome', 'group'] as const,
    registers,
  });
  const feed = new Counter({
    name: 'email_verify_edge_outcome_feed_troubles_total',
    help: 'Batches of outcomes that the service did not take; dropped: they are not sent again',
    labelNames: ['dropped'] as const,
    registers,
  });
  const errors = new Counter({
    name: 'email_verify_edge_errors_total',
    help: 'Unexpected errors; see the log',
    registers,
  });
  return (line) => {
    switch (line.event) {
      case 'request': {
        const { route, method, status, code = '', ms, verdict, from = '' } = line;
        requests.observe({ route, method, status, code }, ms / 1000);
        if (verdict) verdicts.inc({ verdict, from });
        const group = line.held_out ? 'held_out' : 'helped';
        for (const outcome of Object.keys(line.outcomes ?? {})) outcomes.inc({ outcome, group });
        break;
      }
      case 'upstream':
        troubles.inc({ code: line.code });
        break;
      case 'challenge':
        challenges.inc({ outcome: line.outcome });
        break;
      case 'test_mode':
        return;
      case 'outcome_feed':
        feed.inc({ dropped: String(line.dropped) });
        break;
      case 'ladder':
        rungs.inc({ of: line.of, rung: line.rung });
        break;
      case 'error':
        errors.inc();
    }
  };
};

/**
 * Creates the metrics of one edge. Every label has few values, and clients cannot add any.
 * @example
 * const metrics = createEdgeMetrics();
 * const edge = createEdge({ …, log: metrics.log });
 * response.setHeader('content-type', metrics.contentType).end(await metrics.text());
 */
export const createEdgeMetrics = (): EdgeMetrics => {
  const registry = new Registry();
  return { log: countLines(registry), text: () => registry.metrics(), contentType: registry.contentType };
};
