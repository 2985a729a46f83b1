import { StartupError } from '../../../config/startup-error.js';
import { atLimit, refusalOf } from '../../../config/system-limit.js';
import { errorReason } from '../../../util/errors.js';
import type { DiskRoom } from './disk-room.js';
import { startThread, type Thread } from './pglite-thread.js';
import { Unavailable } from '../unavailable.js';

/**
 * The interval before a restart of the thread, in ms: doubled after each failed one. It stays short after one that
 * failed for lack of room, descriptors and the like, which may be there again at any moment.
 */
const RESTART_MS = { first: 250, maxShort: 500, max: 30_000 };
/** The interval at which the disk is asked for room before a restart, in ms. */
const ROOM_MS = 250;

/** Keeps the thread of the embedded database running. */
export interface Supervisor {
  /** The running thread. @throws Unavailable while there is none. */
  thread: () => Thread;
  /** The reason why there is none now; null while it runs. */
  failure: () => Error | null;
  /** Closes the database. Never rejects. */
  close: () => Promise<void>;
}

/** The one line of a first start that failed. */
const atFirst = (folder: string, error: unknown): unknown => {
  const what = `the database in ${folder} cannot be opened`;
  const limited = error instanceof StartupError ? error : atLimit(error, what);
  if (limited !== null) return limited;
  const reason = errorReason(error).replaceAll(/\s+/g, ' ');
  return new StartupError(`${what}: ${reason}; start again, and restore a backup if that fails too`, { cause: error });
};

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
    if ((await room.isLow()) || !(await room.canWrite())) {
      restart(ROOM_MS, delayMs);
      return;
    }
    await run().catch((error: unknown) => {
      if (signal.aborted) return;
      // One line, however often the same happens again.
      if (failure?.message !== (error as Error).message) onError(error as Error);
      failure = error as Error;
      const isShort = refusalOf(error) !== undefined;
      restart(Math.min(2 * delayMs, isShort ? RESTART_MS.maxShort : RESTART_MS.max));
    });
  };
  const restart = (afterMs: number, delayMs = afterMs): void => {
    if (signal.aborted) return;
    timer = setTimeout(() => {
      starting = tryRun(delayMs);
    }, afterMs);
    timer.unref();
  };

  await run().catch((error: unknown) => {
    throw atFirst(folder, error);
  });
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
