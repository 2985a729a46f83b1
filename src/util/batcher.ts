import { setTimeout as sleep } from 'node:timers/promises';

/**
 * An item that waits for its batch. If the work on the batch fails before the item has a result, the item is rejected.
 */
export interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/** Takes the items that have arrived so far off the queue. */
export type TakeBatch<T, R> = () => readonly Waiting<T, R>[];

/**
 * Creates a batcher. It works on one batch of each key at a time, and collects the items that arrive meanwhile for the
 * next batch.
 * The first item of a batch waits for a microtask, so that calls of the same moment share it.
 * @param most maximum number of items of a batch; a function says it for each anew, by the items that wait.
 * @param work takes a batch, once, and gives each of its items a result.
 * @param spacingMs minimum interval between the starts of two batches of a key; 0 by default.
 */
export const createBatcher = <K, T, R>(
  most: number | ((waiting: readonly Waiting<T, R>[]) => number),
  work: (key: K, take: TakeBatch<T, R>) => Promise<void>,
  spacingMs = 0,
): ((key: K, item: T) => Promise<R>) => {
  const queues = new Map<K, Waiting<T, R>[]>();
  const run = async (key: K): Promise<void> => {
    const queue = queues.get(key) ?? [];
    while (queue.length > 0) {
      await Promise.resolve();
      const startedAt = performance.now();
      let batch: Waiting<T, R>[] = [];
      const take = (): readonly Waiting<T, R>[] =>
        (batch = queue.splice(0, typeof most === 'number' ? most : most(queue)));
      try {
        await work(key, take);
      } catch (error) {
        if (batch.length === 0) take();
        for (const { reject } of batch) reject(error);
      }
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
