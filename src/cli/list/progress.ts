/** The progress of a list on standard error: a bar on a terminal, else occasional lines. */

/** The stream on which progress is shown. */
export interface ProgressStream {
  isTTY?: boolean;
  columns?: number;
  write: (text: string) => unknown;
}

export interface Progress {
  /** Shows the number of finished rows, and the total. */
  show: (done: number, total: number) => void;
  /** Shows a line that stays. */
  say: (line: string) => void;
  /** Shows the latest state for the last time. */
  end: () => void;
}

/** The intervals of the bar and of lines, in ms. */
const BAR_MS = 250;
const LINE_MS = 10_000;
/** The time over which the rate is measured, in ms: at least, and at most. */
const MIN_RATE_MS = 2000;
const RATE_MS = 60_000;
const WIDTH = 24;
const CLEAR = '\r\u001b[K';

const SPANS = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** A time in words, by its two largest units. */
export const spanOf = (seconds: number): string => {
  const first = SPANS.findIndex(([size]) => seconds >= size);
  const [[size, unit], next] = [SPANS[first] ?? SPANS[3], SPANS[first + 1]];
  const rest = next === undefined ? 0 : Math.floor((seconds % size) / next[0]);
  return `${Math.floor(seconds / size)} ${unit}${next !== undefined && rest > 0 ? ` ${rest} ${next[1]}` : ''}`;
};

const grouped = (count: number): string => count.toLocaleString('en');

/**
 * Creates a progress display.
 * @param now in ms; for tests.
 */
export const createProgress = (stream: ProgressStream, now: () => number = () => performance.now()): Progress => {
  const isTerminal = stream.isTTY === true;
  let state: { done: number; total: number } | null = null;
  let samples: { at: number; done: number }[] = [];
  /** False until the first row is done: the time before that, in which a file is read, tells nothing of the rate. */
  let hasBegun = false;
  let shown = '';

  const text = (done: number, total: number): string => {
    const at = now();
    if (hasBegun) samples.push({ at, done });
    samples = samples.filter((sample) => at - sample.at <= RATE_MS);
    const [first] = samples;
    const ms = first === undefined ? 0 : at - first.at;
    const rate = first === undefined || ms < MIN_RATE_MS ? 0 : ((done - first.done) / ms) * 1000;
    const share = total === 0 ? 1 : done / total;
    const left = rate > 0 && done < total ? `, ${spanOf(Math.ceil((total - done) / rate))} left` : '';
    const speed = rate > 0 ? `, ${grouped(rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate))} a second` : '';
    const words = `${Math.floor(share * 100)} %, ${grouped(done)} of ${grouped(total)} rows${speed}${left}`;
    const filled = Math.floor(share * WIDTH);
    const bar = `[${'='.repeat(filled)}${' '.repeat(WIDTH - filled)}] `;
    return isTerminal && bar.length + words.length < (stream.columns ?? 80) ? bar + words : words;
  };
  const draw = (): void => {
    if (state === null) return;
    const line = text(state.done, state.total);
    if (line === shown) return;
    shown = line;
    stream.write(isTerminal ? CLEAR + line : `${line}\n`);
  };
  const timer = setInterval(draw, isTerminal ? BAR_MS : LINE_MS).unref();
  return {
    show(done, total) {
      if (!hasBegun && state !== null && done > state.done) {
        hasBegun = true;
        samples.push({ at: now(), done });
      }
      state = { done, total };
    },
    say(line) {
      stream.write(`${isTerminal ? CLEAR : ''}${line}\n`);
      shown = '';
      if (isTerminal) draw();
    },
    end() {
      clearInterval(timer);
      draw();
      if (isTerminal && shown !== '') stream.write('\n');
    },
  };
};
