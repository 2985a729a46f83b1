/** A signal that is aborted when a time is over, or when its parent is. */
export interface Deadline {
  signal: AbortSignal;
  /** Whether it was the time, and not the parent, that aborted it. */
  expired(): boolean;
  /** Ends it early, with this reason. */
  abort(reason: Error): void;
  /** Lets go of the timer and of the parent: to be called as soon as the work is done. */
  end(): void;
}

/** Those who follow a signal, behind the one listener that it has for all of them. */
interface Followers {
  all: Set<() => void>;
  onAbort: () => void;
}

const followersOf = new WeakMap<AbortSignal, Followers>();

const firstFollower = (parent: AbortSignal): Followers => {
  const all = new Set<() => void>();
  const onAbort = (): void => {
    for (const callBack of [...all]) callBack();
  };
  parent.addEventListener('abort', onAbort, { once: true });
  return { all, onAbort };
};

/**
 * Calls back when a signal is aborted. As many checks as a caller likes follow one signal of his: with a listener for each, Node would
 * rightly take it for a leak from the eleventh on.
 * @returns what lets go of the signal.
 */
const follow = (parent: AbortSignal, callBack: () => void): (() => void) => {
  const followers = followersOf.get(parent) ?? firstFollower(parent);
  followersOf.set(parent, followers);
  followers.all.add(callBack);
  return () => {
    if (!followers.all.delete(callBack) || followers.all.size > 0) return;
    parent.removeEventListener('abort', followers.onAbort);
    followersOf.delete(parent);
  };
};

/**
 * Starts a deadline. (`AbortSignal.any` would say it shorter, but in Node 20 a parent that lives long keeps every signal ever derived from it.)
 * @param ms milliseconds from now.
 */
export const startDeadline = (ms: number, parent?: AbortSignal): Deadline => {
  const controller = new AbortController();
  let expired = false;
  const timer = setTimeout(() => {
    expired = !controller.signal.aborted;
    controller.abort(new DOMException(`Nothing was found out within ${ms} ms`, 'TimeoutError'));
  }, ms);
  const abort = (): void => {
    controller.abort(parent?.reason);
  };
  if (parent?.aborted === true) abort();
  const letGo = parent && follow(parent, abort);
  return {
    signal: controller.signal,
    expired: () => expired,
    abort: (reason) => {
      controller.abort(reason);
    },
    end() {
      clearTimeout(timer);
      letGo?.();
    },
  };
};
