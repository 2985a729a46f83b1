import { timeout } from '../../util/timeout.js';

/** A program that has started. */
export interface Program {
  close: () => Promise<void>;
  /** Shuts down at once, without waiting for requests in flight. */
  hurry?: () => Promise<void>;
}

/**
 * Signals within this time after the first one count as the same, in milliseconds: npm forwards a signal that the
 * terminal has sent to all.
 */
const SAME_MS = 500;
/** The longest time for which a signal waits for a start in progress, in milliseconds. */
const STARTING_MS = 5000;
/** The longest time for which a second signal waits, in milliseconds. */
const HURRY_MS = 3000;

/**
 * Starts a program, and ends the process on SIGTERM or SIGINT: with exit code 0 after `close`, or with 1 on a second
 * signal, after `hurry`. A third signal ends it at once.
 * @param start its signal is aborted if the process is to end before the program has started.
 * @param flush writes the last lines of the standard streams; the process waits for it.
 * @returns the program; never settles if a signal came before the program had started.
 */
export const runUntilSignal = async <T extends Program>(
  start: (signal: AbortSignal) => Promise<T>,
  flush: () => Promise<void> = () => Promise.resolve(),
): Promise<T> => {
  const early = new AbortController();
  let program: T | undefined;
  let isHurried = false;
  let began: number | undefined;
  const exitAfter = (end: Promise<unknown>, code: number): void => {
    const exit = (code: number) => () => void flush().finally(() => process.exit(code));
    end.then(exit(code), exit(1));
  };
  const end = async (): Promise<void> => {
    early.abort();
    // The start rejects when its signal is aborted.
    const started =
      program ??
      (await timeout(
        STARTING_MS,
        starting.catch(() => undefined),
      ));
    await started?.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      const now = performance.now();
      if (began === undefined) {
        began = now;
        exitAfter(end(), 0);
      } else if (isHurried) process.exit(1);
      else if (now - began > SAME_MS) {
        isHurried = true;
        exitAfter(timeout(HURRY_MS, program?.hurry?.() ?? Promise.resolve()), 1);
      }
    });
  const starting = start(early.signal);
  try {
    program = await starting;
  } catch (error) {
    if (!early.signal.aborted) throw error;
  }
  return program && !early.signal.aborted ? program : new Promise(() => undefined);
};
