/** A condition variable: `next()` resolves at the next `notify()`. */
const createNotifier = () => {
  let changed: Promise<void> | null = null;
  let wake = (): void => undefined;
  return {
    next: () => (changed ??= new Promise((resolve) => (wake = resolve))),
    notify: () => {
      changed = null;
      wake();
    },
  };
};

/** The signal and the callbacks for the work on an item. */
export interface Course<R> {
  /** Reports that the item no longer counts towards `concurrency`. Call it once. */
  begun: () => void;
  /** Aborted by the caller's signal, or when the caller stops reading. */
  readonly signal: AbortSignal;
  /** Yields a result to the caller. */
  emit: (result: R) => void;
  /** Continues with an item after `ms` milliseconds. Until then it does not count as unfinished. */
  later: (ms: number, task: () => Promise<void>) => void;
  /** Returns the number of items that wait for the delay of `later`. */
  waiting: () => number;
}

export interface ConcurrentOptions {
  /** The maximum number of items that are unfinished or have results that the caller has not taken yet. */
  inFlight: number;
  /** The maximum number of items whose work has not called `begun()`; any number by default. */
  concurrency?: number;
  /** Ends all work; the generator then throws the signal's reason. */
  signal: AbortSignal | undefined;
}

/**
 * Works on many items concurrently, and yields the results as they arrive, so that a slow item delays no other. It
 * reads items only while there is room, so that memory use stays constant.
 * @param work works on the item with this index, from 0; undefined: it is done.
 * @throws the signal's reason, errors of the items or of the work, RangeError for a bound below 1, and TypeError for a
 *   text in place of the items.
 */
export async function* concurrently<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T, index: number, course: Course<R>) => Promise<void> | undefined,
  { inFlight, concurrency = Infinity, signal }: ConcurrentOptions,
): AsyncGenerator<R, void, undefined> {
  for (const [name, value] of Object.entries({ concurrency, inFlight }))
    if (!(value >= 1)) throw new RangeError(`${name} must be 1 or more, got ${value}`);
  // It would be read letter by letter.
  if (typeof items === 'string') throw new TypeError('the items are a text: put it into an array');
  signal?.throwIfAborted();
  const ended = new AbortController();
  const stop = ended.signal;
  const onAbort = (): void => {
    ended.abort(signal?.reason);
  };
  signal?.addEventListener('abort', onAbort);
  const { next, notify } = createNotifier();
  // With much room, the reader is woken for several results at once: a wake-up costs as much as one.
  const wokenAfter = Math.max(1, Math.min(32, Math.floor(inFlight / 8)));
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let results: R[] = [];
  let failure: { error: unknown } | null = null;
  let [isRead, starting, pending, untaken] = [false, 0, 0, 0];

  const isStopped = (): boolean => stop.aborted;

  const fail = (error: unknown): void => {
    failure ??= { error };
  };

  const settle = (): void => {
    pending--;
    notify();
  };

  const run = (task: Promise<void>): void => {
    pending++;
    task.then(settle, (error: unknown) => {
      fail(error);
      settle();
    });
  };

  const course: Course<R> = {
    signal: stop,
    begun() {
      starting--;
      notify();
    },
    emit(result) {
      results.push(result);
      untaken++;
    },
    later(ms, task) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        run(task());
      }, ms);
      timers.add(timer);
    },
    waiting: () => timers.size,
  };

  const isFull = (): boolean => starting >= concurrency || pending + untaken >= inFlight;

  const untilRoom = async (): Promise<void> => {
    while (!isStopped() && isFull()) await next();
  };

  let index = 0;
  /** Works on an item. @returns a promise if there is no room for another one yet. */
  const begin = (item: T): Promise<void> | undefined => {
    starting++;
    const working = work(item, index++, course);
    if (working) run(working);
    else notify();
    return isFull() ? untilRoom() : undefined;
  };

  const read = async (): Promise<void> => {
    // A wait for each item of an array would take longer than many an item.
    if (Symbol.iterator in items) {
      for (const item of items) {
        const full = begin(item);
        if (full) await full;
        if (isStopped()) return;
      }
      return;
    }
    for await (const item of items) {
      if (isStopped()) return;
      await begin(item);
      if (isStopped()) return;
    }
  };

  const reading = read()
    .catch(fail)
    .finally(() => {
      isRead = true;
      notify();
    });

  stop.addEventListener('abort', notify);
  try {
    for (;;) {
      const batch = results;
      results = [];
      for (const result of batch) {
        stop.throwIfAborted();
        untaken--;
        if (untaken % wokenAfter === 0) notify();
        yield result;
      }
      stop.throwIfAborted();
      // Assigned in callbacks, which the compiler does not follow.
      const failed = failure as { error: unknown } | null;
      if (failed) throw failed.error;
      if (results.length > 0) continue;
      if (isRead && pending === 0 && timers.size === 0) return;
      await next();
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    ended.abort(new Error('The caller wants no more results'));
    for (const timer of timers) clearTimeout(timer);
    await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, 0))]);
  }
}
