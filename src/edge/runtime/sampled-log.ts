import { sample, type Sampled } from '../../util/sample.js';
import type { EdgeLog, EdgeLogLine } from '../log.js';

/** A log line as it is written. */
export type SampledLine = Sampled<EdgeLogLine>;

/**
 * The kind of a line that clients can cause at will: a refusal, a failure, or a request that needs no token; null for
 * others. There are few kinds, since clients cannot choose codes or routes.
 */
const kindOf = (line: EdgeLogLine): string | null => {
  if (line.event === 'challenge') return `${line.event} ${line.outcome}`;
  if (line.event !== 'request') return 'code' in line ? `${line.event} ${line.code}` : line.event;
  if (line.code !== undefined) return line.code;
  return line.method === 'POST' && line.route !== '/receipt' ? null : line.route;
};

/**
 * Samples an edge's log: of each kind of line that clients can cause at will, 100 are written in 10 seconds. Metrics
 * count all lines: pass them the lines before they are sampled.
 * @param now milliseconds; `performance.now()` by default.
 */
export const sampledLog = (write: (line: SampledLine) => void, now?: () => number): EdgeLog =>
  sample(kindOf, write, now);
