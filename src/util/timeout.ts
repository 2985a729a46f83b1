/** The work was not done in time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Waits for a promise for at most `ms` milliseconds, at a tenth of the cost of {@link withTimeout}: use it for work
 * that needs no signal.
 * @returns the promise's value; rejects with its error, or with a {@link TimeoutError}.
 */
export const timeout = <T>(ms: number, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new TimeoutError(`not done within ${ms} ms`));
    }, ms);
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        const reason = error as Error;
        clearTimeout(timer);
        reject(reason);
      },
    );
  });

/** All callbacks that follow one signal, behind the one listener that the signal has for them. */
interface Followers {
  callbacks: Set<() => void>;
  onAbort: () => void;
}

const followersOf = new WeakMap<AbortSignal, Followers>();

const listen = (signal: AbortSignal): Followers => {
  const callbacks = new Set<() => void>();
  const onAbort = (): void => {
    for (const callback of [...callbacks]) callback();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  return { callbacks, onAbort };
};

/**
 * Calls back when a signal is aborted. Any number of tasks may follow one signal: with a listener for each, Node warns
 * of a leak from the eleventh on.
 * @returns a function that stops following.
 */
const follow = (signal: AbortSignal, callback: () => void): (() => void) => {
  const followers = followersOf.get(signal) ?? listen(signal);
  followersOf.set(signal, followers);
  followers.callbacks.add(callback);
  return () => {
    if (!followers.callbacks.delete(callback) || followers.callbacks.size > 0) return;
    signal.removeEventListener('abort', followers.onAbort);
    followersOf.delete(signal);
  };
};

/**
 * A signal that aborts after `ms` milliseconds, with a {@link TimeoutError}, or with its parent. {@link abortable}
 * accepts it in place of an AbortController, which costs Node ten times as much. It has a timer from the first wait on:
 * most work of a list is answered from memory, and waits for nothing. Call `end()` when the work is done.
 */
export class Deadline {
  #reason: Error | undefined;
  #callbacks: Set<() => void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unfollow: (() => void) | undefined;
  #hasEnded = false;
  readonly #ms: number;
  readonly #endsAt: number;
  readonly #parent: AbortSignal | undefined;

  /** @throws the parent's reason when it is aborted already. */
  constructor(ms: number, parent?: AbortSignal) {
    parent?.throwIfAborted();
    this.#ms = ms;
    this.#endsAt = performance.now() + ms;
    this.#parent = parent;
  }

  get aborted(): boolean {
    if (this.#hasEnded) return this.#reason !== undefined;
    if (this.#parent?.aborted === true) this.#abort(this.#parent.reason as Error);
    else if (performance.now() >= this.#endsAt) this.#timeOut();
    return this.#reason !== undefined;
  }

  get reason(): unknown {
    return this.aborted ? this.#reason : undefined;
  }

  throwIfAborted(): void {
    if (this.aborted && this.#reason !== undefined) throw this.#reason;
  }

  /**
   * Calls back once, when the deadline is over or the parent is aborted.
   * @returns a function that stops following.
   */
  follow(callback: () => void): () => void {
    const callbacks = (this.#callbacks ??= this.#watch());
    callbacks.add(callback);
    return () => void callbacks.delete(callback);
  }

  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#unfollow?.();
  }

  #watch(): Set<() => void> {
    const parent = this.#parent;
    this.#timer = setTimeout(() => {
      this.#timeOut();
    }, this.#endsAt - performance.now());
    this.#unfollow =
      parent &&
      follow(parent, () => {
        this.#abort(parent.reason as Error);
      });
    return new Set();
  }

  #timeOut(): void {
    this.#abort(new TimeoutError(`not done within ${this.#ms} ms`));
  }

  #abort(reason: Error): void {
    this.end();
    this.#reason = reason;
    for (const callback of [...(this.#callbacks ?? [])]) callback();
  }
}

/** Ends a wait early. */
export type StopSignal = AbortSignal | Deadline;

/**
 * Waits for a promise until a signal is aborted.
 * @returns the promise's value; rejects with its error, or with the signal's reason.
 */
export const abortable = <T>(promise: Promise<T>, signal: StopSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      const reason = signal.reason as Error;
      reject(reason);
    };
    if (signal.aborted) abort();
    const unfollow = signal.aborted
      ? undefined
      : signal instanceof Deadline
        ? signal.follow(abort)
        : follow(signal, abort);
    promise.then(
      (value) => {
        unfollow?.();
        resolve(value);
      },
      (error: unknown) => {
        const reason = error as Error;
        unfollow?.();
        reject(reason);
      },
    );
  });

/** Created once: `abort()` without a reason creates a DOMException, which costs more than the rest of a timeout. */
const OVER = new Error('the work is over');

/**
 * Runs work for at most `ms` milliseconds. Its signal is aborted on a timeout and with the parent, and also once the
 * work has ended, so that a response whose body nobody read is released. (`AbortSignal.any` is shorter, but in Node 20
 * a parent that lives long keeps every signal ever derived from it.)
 * @param parent aborts the work early.
 * @returns the work's value; rejects with its error, a {@link TimeoutError} or the parent's reason, even if the work
 * ignores its signal.
 */
export const withTimeout = async <T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  parent?: AbortSignal,
): Promise<T> => {
  parent?.throwIfAborted();
  const controller = new AbortController();
  const { signal } = controller;
  const unfollow =
    parent &&
    follow(parent, () => {
      controller.abort(parent.reason);
    });
  try {
    const working = work(signal);
    return await timeout(ms, parent ? abortable(working, signal) : working);
  } catch (error) {
    controller.abort(error);
    throw error;
  } finally {
    unfollow?.();
    controller.abort(OVER);
  }
};
