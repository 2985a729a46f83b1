import { Worker } from 'node:worker_threads';
import { timeout, TimeoutError } from '../../../util/timeout.js';
import { fromPlain, type Notice, type Reply, type Request, type WorkerData } from './pglite-messages.js';
import { copyStatement, type CopiedRows } from '../copy-rows.js';
import { Unavailable, type PoolResult } from '../unavailable.js';

/** Maximum time to open the database, in ms: recovery after a crash reads the whole write-ahead log (1.5 GB took 11 s). */
const OPEN_MS = 300_000;
/**
 * Maximum time between two uses of the disk while it opens, in ms: a thread that does not use it for longer hangs. On a busy
 * machine, PostgreSQL alone takes a minute to compile.
 */
const STANDSTILL_MS = 120_000;
/** Maximum time to close it, in ms. Nothing is lost if it is ended instead: the next start recovers. */
const CLOSE_MS = 5000;
/** Maximum time for the end of a thread, in ms. One that waits for a disk which never answers cannot be ended. */
const END_MS = 5000;
/** The type of bytea (pg_type.dat). */
const BYTEA = 17;

/** The embedded database in its thread. */
export interface Thread {
  /** @throws Unavailable if the thread has ended; else the error that the database reported. */
  query: (text: string, parameters: readonly unknown[]) => Promise<PoolResult>;
  /** Sends rows to a table. Rejects like `query`. */
  copy: (rows: CopiedRows) => Promise<PoolResult>;
  /** The reason why the thread answers no query any more; null while it does. */
  failure: () => Error | null;
  /** The number of syncs that the last answer told. */
  syncs: () => number;
  /** The number of bytes written to the write-ahead log that the last answer told. */
  logged: () => number;
  /** Closes the database and ends the thread. Never rejects. */
  close: () => Promise<void>;
  /** Ends the thread at once, as `kill -9` ends a process, whatever it does; open queries reject. */
  kill: (reason: Error) => Promise<void>;
  /** Resolves with the reason when the thread has ended. */
  ended: Promise<Error>;
}

interface Waiting {
  resolve: (result: PoolResult) => void;
  reject: (error: Error) => void;
}

/** A Buffer is a view of a larger block, all of which would be cloned. */
const toThread = (value: unknown): unknown => (Buffer.isBuffer(value) ? new Uint8Array(value) : value);

const fromThread = ({ rows, fields, command = 'SELECT', rowCount = 0 }: NonNullable<Reply['result']>): PoolResult => {
  const bytes = fields.filter(({ dataTypeID }) => dataTypeID === BYTEA).map(({ name }) => name);
  for (const row of bytes.length > 0 ? rows : [])
    for (const name of bytes) {
      const value = row[name];
      if (typeof value === 'string') row[name] = Buffer.from(value.slice(2), 'hex');
    }
  return { rows, command, rowCount };
};

/**
 * Waits until the thread has opened the database.
 * @throws TimeoutError if it takes too long, or does not use the disk any more.
 */
const whileItWorks = async (opened: Promise<void>, steps: Int32Array): Promise<void> => {
  let [seen, since] = [0, performance.now()];
  let timer: ReturnType<typeof setInterval> | undefined;
  const standstill = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const now = Atomics.load(steps, 0);
      if (now !== seen) [seen, since] = [now, performance.now()];
      else if (performance.now() - since > STANDSTILL_MS)
        reject(new TimeoutError(`its thread has done nothing for ${STANDSTILL_MS / 1000} s`));
    }, 1000);
  });
  try {
    await timeout(OPEN_MS, Promise.race([opened, standstill]));
  } finally {
    clearInterval(timer);
  }
};

/**
 * Opens the embedded database of a folder in a thread, and creates it if there is none. The process may end while the
 * thread is idle.
 * @param signal ends the thread while it opens.
 * @throws StartupError if PGlite is missing or cannot be made to sync; Unavailable if the thread ended.
 */
export const startThread = async (folder: string, signal: AbortSignal): Promise<Thread> => {
  const steps = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: WorkerData = { folder, steps };
  const worker = new Worker(new URL('./pglite-worker.js', import.meta.url), { workerData });
  const waiting = new Map<number, Waiting>();
  let [ids, syncs, logged] = [0, 0, 0];
  let failure: Error | null = null;
  let setEnded: (reason: Error) => void;
  const ended = new Promise<Error>((resolve) => (setEnded = resolve));

  const fail = (error: Error): void => {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(new Unavailable(failure));
    waiting.clear();
  };
  const kill = async (reason: Error): Promise<void> => {
    fail(reason);
    await timeout(END_MS, worker.terminate()).catch(() => undefined);
  };
  worker.on('error', fail).once('exit', () => {
    fail(new Error('the thread of the embedded database has ended'));
    if (failure !== null) setEnded(failure);
  });

  const ask = (statement: Request['statement']): Promise<PoolResult> =>
    new Promise((resolve, reject) => {
      if (failure !== null) {
        reject(new Unavailable(failure));
        return;
      }
      const id = (ids += 1);
      waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, statement } satisfies Request);
    });
  const settle = ({ id, result, error, ...counts }: Reply): void => {
    ({ syncs, logged } = counts);
    const one = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    if (error !== undefined) one?.reject(fromPlain(error));
    else one?.resolve(result === undefined ? { rows: [], command: 'SELECT', rowCount: 0 } : fromThread(result));
  };

  const abort = (): void => void kill(signal.reason as Error);
  signal.addEventListener('abort', abort);
  const opened = new Promise<void>((resolve, reject) => {
    worker.on('message', (message: Reply | Notice) => {
      if (!('notice' in message)) settle(message);
      else if (message.error === undefined) resolve();
      else {
        const error = fromPlain(message.error);
        reject(error);
        void kill(error);
      }
    });
    void ended.then(reject);
  });
  try {
    await whileItWorks(opened, steps);
  } catch (error) {
    await kill(error as Error);
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
  worker.unref();
  return {
    query: (text, parameters) => ask({ text, parameters: parameters.map(toThread) }),
    copy: (rows) =>
      ask({ text: copyStatement(rows, `'/dev/blob'`), parameters: [], copied: new Uint8Array(rows.text) }),
    failure: () => failure,
    syncs: () => syncs,
    logged: () => logged,
    close: async () => {
      await timeout(CLOSE_MS, ask(null)).catch(() => undefined);
      await kill(new Error('the database is closed'));
    },
    kill,
    ended,
  };
};
