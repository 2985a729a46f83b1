import { sql, type Kysely } from 'kysely';
import type { DiskRoom } from './disk-room.js';
import type { Supervisor } from './pglite-supervisor.js';
import type { Thread } from './pglite-thread.js';

/** The interval between checkpoints, in ms. */
const INTERVAL_MS = 60_000;
/**
 * The bytes of the write-ahead log after which a checkpoint is made before the interval ends. A start after a crash
 * replays at most about so much.
 */
const MOST_LOGGED = 256 * 1024 * 1024;
/** The interval at which the log is measured, and the disk is asked for room, in ms. */
const EXAMINED_MS = 500;

/**
 * Makes a checkpoint at each interval in which something was written, when the log has grown long, and when the disk gets
 * full. PGlite makes none by itself: the log would grow without limit, and a start after a crash replays all of it.
 * @param onError called if a checkpoint fails; the next one is made in its place.
 * @returns a function that ends it.
 */
export const scheduleCheckpoints = <T>(
  db: Kysely<T>,
  { thread, failure }: Pick<Supervisor, 'thread' | 'failure'>,
  room: DiskRoom,
  onError: (error: Error) => void,
): (() => void) => {
  /** The thread of the last checkpoint, which counts from 0, and what it had logged then. */
  let last: { thread: Thread | undefined; logged: number } = { thread: undefined, logged: 0 };
  let isMaking = false;
  /** The bytes of the log since the last checkpoint. Recovery ends with one. */
  const logged = (): number => thread().logged() - (last.thread === thread() ? last.logged : 0);
  const checkpoint = async (): Promise<void> => {
    if (isMaking) return;
    isMaking = true;
    try {
      await sql`checkpoint`.execute(db);
      last = { thread: thread(), logged: thread().logged() };
    } catch (error) {
      onError(error as Error);
    } finally {
      isMaking = false;
    }
  };
  const atIntervals = setInterval(() => {
    if (failure() === null && logged() > 0) void checkpoint();
  }, INTERVAL_MS);
  const examine = setInterval(() => {
    const wasLow = room.wasLow();
    void room.isLow().then((low) => {
      if (failure() !== null) return;
      if ((low && !wasLow) || logged() > MOST_LOGGED) void checkpoint();
    });
  }, EXAMINED_MS);
  atIntervals.unref();
  examine.unref();
  return () => {
    clearInterval(atIntervals);
    clearInterval(examine);
  };
};
