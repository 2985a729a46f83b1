/** A signal that is aborted when a time is over, or when its parent is. */
export interface Deadline {
  signal: AbortSignal;
  /** Whether it was the time, and not the parent, that aborted it. */
  expired(): boolean;
  /** Lets go of the timer and of the parent: to be called as soon as the work is done. */
  end(): void;
}

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
  const follow = (): void => {
    controller.abort(parent?.reason);
  };
  if (parent?.aborted === true) follow();
  parent?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    expired: () => expired,
    end() {
      clearTimeout(timer);
      parent?.removeEventListener('abort', follow);
    },
  };
};
