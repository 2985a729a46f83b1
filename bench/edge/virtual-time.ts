/** A clock that stands still until it is told to go on. */
export interface VirtualTime {
  now: () => number;
  /** Goes on to a moment, timer by timer, each after what the one before it set off has come to rest. */
  goTo(ms: number): Promise<void>;
  /** Waits until nothing happens without the clock. */
  settle(): Promise<void>;
}

/** Turns of the event loop without work, after which everything waits for the clock. */
const QUIET_TURNS = 3;

/**
 * Replaces `performance.now`, `setTimeout` and `clearTimeout` of this process. Node's own timers, such as those of its
 * sockets, go on in real time.
 * @param isIdle false while something is on its way over the network.
 */
export const installVirtualTime = (isIdle: () => boolean): VirtualTime => {
  let now = 0;
  let last = 0;
  const timers = new Map<number, { at: number; run: () => void }>();
  performance.now = () => now;
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms = 0) => {
      timers.set((last += 1), { at: now + ms, run });
      return last;
    },
    clearTimeout: (id: number) => timers.delete(id),
  });

  /** Operations of `crypto.subtle`, which run in threads, in real time. */
  let operations = 0;
  const { subtle } = crypto;
  for (const name of ['deriveBits', 'importKey', 'sign', 'verify', 'digest'] as const) {
    const run = subtle[name].bind(subtle) as (...values: unknown[]) => Promise<unknown>;
    const counted = async (...values: unknown[]): Promise<unknown> => {
      operations += 1;
      try {
        return await run(...values);
      } finally {
        operations -= 1;
      }
    };
    Object.defineProperty(subtle, name, { value: counted });
  }

  const settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet = operations === 0 && isIdle() ? quiet + 1 : 0)
      await new Promise(setImmediate);
  };

  const nextTimer = (): number | undefined => {
    let next: [id: number, at: number] | undefined;
    for (const [id, { at }] of timers) if (!next || at < next[1]) next = [id, at];
    return next?.[0];
  };

  return {
    now: () => now,
    settle,
    async goTo(ms) {
      for (;;) {
        const id = nextTimer();
        const timer = id === undefined ? undefined : timers.get(id);
        if (id === undefined || !timer || timer.at > ms) break;
        timers.delete(id);
        now = Math.max(now, timer.at);
        timer.run();
        await settle();
      }
      now = Math.max(now, ms);
    },
  };
};
