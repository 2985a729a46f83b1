import type { EdgeLog, EdgeLogLine } from '../log.js';

/** Lines of one kind that are written in a window; further ones are counted. */
const MAX_LINES = 100;
const WINDOW_MS = 10_000;

/** A log line as it is written. */
export type SampledLine = EdgeLogLine & {
  /** The number of lines of this kind that were left out since the last one that was written. */
  omitted?: number;
};

/** The lines of one kind in the window that began at `since`. */
interface Sample {
  since: number;
  lines: number;
  omitted: number;
}

/**
 * The kind of a line that anybody can cause without end: a refusal, a failure, or a request that no quota counts; null for others. There are few
 * kinds, since clients can choose neither codes nor routes.
 */
const kindOf = (line: EdgeLogLine): string | null => {
  if (line.event === 'challenge') return `${line.event} ${line.outcome}`;
  if (line.event !== 'request') return 'code' in line ? `${line.event} ${line.code}` : line.event;
  if (line.code !== undefined) return line.code;
  return line.method === 'POST' ? null : line.route;
};

/**
 * Samples a log, so that a flood of refused requests does not fill a disk: of each kind of line, 100 are written in 10 seconds. Metrics count all
 * lines: pass them the lines before they are sampled.
 * @param now milliseconds; `performance.now()` by default.
 */
export const sampledLog = (write: (line: SampledLine) => void, now = () => performance.now()): EdgeLog => {
  const samples = new Map<string, Sample>();
  return (line) => {
    const kind = kindOf(line);
    if (kind === null) {
      write(line);
      return;
    }
    const at = now();
    let sample = samples.get(kind);
    if (!sample || at - sample.since >= WINDOW_MS) {
      sample = { since: at, lines: 0, omitted: sample?.omitted ?? 0 };
      samples.set(kind, sample);
    }
    if (sample.lines >= MAX_LINES) {
      sample.omitted += 1;
      return;
    }
    sample.lines += 1;
    write(sample.omitted > 0 ? { ...line, omitted: sample.omitted } : line);
    sample.omitted = 0;
  };
};
