import type { Store } from '../../store/tables.js';
import { Unavailable } from '../../store/unavailable.js';
import { commit, type Work } from './commit.js';

/** Chunks that one transaction stores at most. */
const MOST = 8;

interface Waiting {
  work: Work;
  resolve: (isStored: boolean) => void;
  reject: (error: unknown) => void;
}

/**
 * Creates what stores the outcomes of a worker's claims: those of a list share transactions, one of which is under way at a time. When one
 * fails, each of its outcomes is stored by a transaction of its own, so that one that cannot be stored holds up no other.
 * @param onEnd called when this has ended a list.
 * @returns a function that resolves to false if the claim was lost: nothing of it is stored then. It rejects as the store does.
 */
export const createCommits = (store: Store, onEnd?: () => void): ((work: Work) => Promise<boolean>) => {
  const queues = new Map<number, Waiting[]>();

  const storeAlone = async (batchId: number, { work, resolve, reject }: Waiting): Promise<void> => {
    await commit(store, batchId, () => [work], onEnd).then(([isStored = false]) => {
      resolve(isStored);
    }, reject);
  };

  const storeNext = async (batchId: number, queue: Waiting[]): Promise<void> => {
    let taken: Waiting[] = [];
    const take = (): Work[] => {
      taken = queue.splice(0, MOST);
      return taken.map(({ work }) => work);
    };
    try {
      const stored = await commit(store, batchId, take, onEnd);
      for (const [index, { resolve }] of taken.entries()) resolve(stored[index] === true);
    } catch (error) {
      // Without a list to lock, it fails before it takes any.
      if (taken.length === 0) take();
      const isOne = taken.length === 1 || error instanceof Unavailable;
      for (const one of taken)
        if (isOne) one.reject(error);
        else await storeAlone(batchId, one);
    }
  };

  const run = async (batchId: number, queue: Waiting[]): Promise<void> => {
    while (queue.length > 0) await storeNext(batchId, queue);
    queues.delete(batchId);
  };

  return (work) =>
    new Promise((resolve, reject) => {
      const batchId = work.chunk.batch_id;
      const queue = queues.get(batchId) ?? [];
      queue.push({ work, resolve, reject });
      if (queues.has(batchId)) return;
      queues.set(batchId, queue);
      void run(batchId, queue);
    });
};
