import { setTimeout as sleep } from 'node:timers/promises';

/** The time from the start to the first run, and the interval of the runs, in ms. */
const FIRST_MS = 60_000;
const INTERVAL_MS = 3_600_000;

/** Work in the background, until it is closed. */
export interface Hourly {
  /** Aborts the run that is under way, and resolves when it has ended. */
  close: () => Promise<void>;
}

/** Runs work every hour, first after a minute. @param run must not reject. */
export const everyHour = (run: (signal: AbortSignal) => Promise<void>): Hourly => {
  const end = new AbortController();
  const loop = async (): Promise<void> => {
    for (let ms = FIRST_MS; ; ms = INTERVAL_MS) {
      await sleep(ms, undefined, { signal: end.signal, ref: false }).catch(() => undefined);
      if (end.signal.aborted) return;
      await run(end.signal);
    }
  };
  const ended = loop();
  return {
    close: () => {
      end.abort();
      return ended;
    },
  };
};
