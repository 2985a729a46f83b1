import type { DiskRoom } from './disk-room.js';
import { startThread, type Thread } from './pglite-thread.js';
import { Unavailable } from './unavailable.js';

/** The interval before a restart of the thread, in ms: doubled after each failed one. */
const RESTART_MS = { first: 250, max: 30_000 };
/** The interval at which the disk is asked for room before a restart, in ms. */
const ROOM_MS = 500;

/** Keeps the thread of the embedded database running. */
export interface Supervisor {
  /** The running thread. @throws Unavailable while there is none. */
  thread: () => Thread;
  /** The reason why there is none now; null while it runs. */
  failure: () => Error | null;
  /** Closes the database. Never rejects. */
  close: () => Promise<void>;
}

/**
 * Starts the thread of the embedded database, and starts it again whenever it ends: after a failure of the disk, PostgreSQL
 * must recover from its log, as a server does that was killed. There is no restart while the disk is full.
 * @param onError called with the reason of each end and each failed start.
 * @throws StartupError if the first start fails.
 */
export const superviseThread = async (
  folder: string,
  room: DiskRoom,
  onError: (error: Error) => void,
): Promise<Supervisor> => {
  const closing = new AbortController();
  const { signal } = closing;
  let thread: Thread | null = null;
  /** The reason why there is no thread. */
  let failure: Error | null = null;
  let starting: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const run = async (): Promise<void> => {
    const started = await startThread(folder, signal);
    [thread, failure] = [started, null];
    void started.ended.then((error) => {
      if (signal.aborted) return;
      [thread, failure] = [null, error];
      onError(error);
      restart(RESTART_MS.first);
    });
  };
  const tryRun = async (delayMs: number): Promise<void> => {
    if (await room.isLow()) {
      restart(ROOM_MS, delayMs);
      return;
    }
    await run().catch((error: unknown) => {
      if (signal.aborted) return;
      failure = error as Error;
      onError(failure);
      restart(Math.min(2 * delayMs, RESTART_MS.max));
    });
  };
  const restart = (afterMs: number, delayMs = afterMs): void => {
    if (signal.aborted) return;
    timer = setTimeout(() => {
      starting = tryRun(delayMs);
    }, afterMs);
    timer.unref();
  };

  await run();
  return {
    thread: () => {
      if (thread === null) throw new Unavailable(failure);
      return thread;
    },
    failure: () => (thread === null ? failure : thread.failure()),
    close: async () => {
      closing.abort(new Error('the database is closed'));
      clearTimeout(timer);
      await starting;
      await thread?.close();
    },
  };
};
