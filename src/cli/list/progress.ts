/** The progress of a list on standard error: a bar on a terminal, else a line now and then. */

/** Where progress is shown. */
export interface ProgressStream {
  isTTY?: boolean;
  columns?: number;
  write: (text: string) => unknown;
}

export interface Progress {
  /** Says how many rows of how many are done. */
  show: (done: number, total: number) => void;
  /** Shows the latest state for the last time. */
  end: () => void;
}

/** The interval of the bar, and of lines, in ms. */
const BAR_MS = 250;
const LINE_MS = 10_000;
/** The time over which the rate is measured, in ms. */
const RATE_MS = 60_000;
const WIDTH = 24;
const CLEAR = '\r\u001b[K';

const SPANS = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** A time in words: its two largest units. */
export const spanOf = (seconds: number): string => {
  const first = SPANS.findIndex(([size]) => seconds >= size);
  const [[size, unit], next] = [SPANS[first] ?? SPANS[3], SPANS[first + 1]];
  const rest = next === undefined ? 0 : Math.floor((seconds % size) / next[0]);
  return `${Math.floor(seconds / size)} ${unit}${next !== undefined && rest > 0 ? ` ${rest} ${next[1]}` : ''}`;
};

const grouped = (count: number): string => count.toLocaleString('en');

/**
 * Shows progress.
 * @param now in ms; for tests.
 */
export const createProgress = (stream: ProgressStream, now: () => number = () => performance.now()): Progress => {
  const isTerminal = stream.isTTY === true;
  let state: { done: number; total: number } | null = null;
  let samples: { at: number; done: number }[] = [];
  let shown = '';

  const text = (done: number, total: number): string => {
    const at = now();
    samples.push({ at, done });
    samples = samples.filter((sample) => at - sample.at <= RATE_MS);
    const [first] = samples;
    const seconds = first === undefined ? 0 : (at - first.at) / 1000;
    const rate = first === undefined || seconds < 1 ? 0 : (done - first.done) / seconds;
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
      const isFirst = state === null;
      state = { done, total };
      if (isFirst) samples.push({ at: now(), done });
    },
    end() {
      clearInterval(timer);
      draw();
      if (isTerminal && shown !== '') stream.write('\n');
    },
  };
};
