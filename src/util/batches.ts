import { setTimeout as sleep } from 'node:timers/promises';

/** An item of a batch. Without a result, it is rejected when the work of its batch fails. */
export interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
}

/**
 * Works through items in batches: of each key one batch at a time is under way, and the items that come meanwhile share the
 * next one.
 * @param most how many items a batch has at most.
 * @param work gives each item of a batch its result.
 * @param spacingMs the least time from the start of a batch of a key to that of the next one; 0 by default.
 */
export const createBatches = <K, T, R>(
  most: number,
  work: (key: K, batch: readonly Waiting<T, R>[]) => Promise<void>,
  spacingMs = 0,
): ((key: K, item: T) => Promise<R>) => {
  const queues = new Map<K, (Waiting<T, R> & { reject: (error: unknown) => void })[]>();
  const run = async (key: K): Promise<void> => {
    const queue = queues.get(key) ?? [];
    while (queue.length > 0) {
      const startedAt = performance.now();
      const batch = queue.splice(0, most);
      await work(key, batch).catch((error: unknown) => {
        for (const { reject } of batch) reject(error);
      });
      const leftMs = startedAt + spacingMs - performance.now();
      if (leftMs > 0) await sleep(leftMs);
    }
    queues.delete(key);
  };
  return (key, item) =>
    new Promise((resolve, reject) => {
      const one = { item, resolve, reject };
      const queue = queues.get(key);
      if (queue !== undefined) {
        queue.push(one);
        return;
      }
      queues.set(key, [one]);
      void run(key);
    });
};
