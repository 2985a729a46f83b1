import { nextTask } from './next-task.js';

/** The number of elements that one task connects: three take about 3 ms on a slow phone. */
const SHARE = 3;

/** The elements that wait for a later task, in the order of their connection. */
const waiting = new Map<object, () => void>();
/** The rest of this task's share; all of it until one connects. */
let left = SHARE;

/** Connects an element at once if it waits, because it is used. */
export const connectNow = (element: object): void => {
  const connect = waiting.get(element);
  waiting.delete(element);
  connect?.();
};

/** Begins a new share in the next task, and in each after it until nothing waits. */
const beginShare = async (): Promise<void> => {
  await nextTask();
  left = SHARE;
  // First, since an element may throw.
  if (waiting.size) void beginShare();
  for (const element of waiting.keys()) {
    if (left-- < 1) break;
    connectNow(element);
  }
};

/**
 * Connects an element at once, or in a later task if this one has connected its share: a page may have many fields,
 * which are all defined or inserted in one task.
 */
export const connectInTurn = (element: object, connect: () => void): void => {
  waiting.set(element, connect);
  if (left === SHARE) void beginShare();
  if (left-- > 0) connectNow(element);
};
