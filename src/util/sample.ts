/** Maximum number of lines of one kind that are written in a window; further ones are counted. */
const MAX_LINES = 100;
const WINDOW_MS = 10_000;

/** A log line as it is written. */
export type Sampled<Line> = Line & {
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
 * Samples a log, so that a flood of requests does not fill a disk: of each kind of line, 100 are written in 10 seconds.
 * Metrics count all lines.
 * @param kindOf the kind of a line that clients can cause at will; null for a line that is always written. There must
 * be few kinds.
 * @param now milliseconds; `performance.now()` by default.
 */
export const sample = <Line extends object>(
  kindOf: (line: Line) => string | null,
  write: (line: Sampled<Line>) => void,
  now = () => performance.now(),
): ((line: Line) => void) => {
  const samples = new Map<string, Sample>();
  return (line) => {
    const kind = kindOf(line);
    if (kind === null) {
      write(line);
      return;
    }
    const at = now();
    let current = samples.get(kind);
    if (!current || at - current.since >= WINDOW_MS) {
      current = { since: at, lines: 0, omitted: current?.omitted ?? 0 };
      samples.set(kind, current);
    }
    if (current.lines >= MAX_LINES) {
      current.omitted += 1;
      return;
    }
    current.lines += 1;
    write(current.omitted > 0 ? { ...line, omitted: current.omitted } : line);
    current.omitted = 0;
  };
};
