import { createBatcher, type Waiting } from '../../../util/batcher.js';
import type { Store } from '../../schema.js';
import { Unavailable } from '../../store/unavailable.js';
import type { RightOfWay } from '../../../util/right-of-way.js';
import { commit, type Work } from './commit.js';
import { emptyOutcome } from './outcome.js';
import { SHORT_STEP } from './short-step.js';

/** Rows that one transaction stores at most; a single chunk may have more. */
const MOST_ROWS = 4000;

const rowsOf = ({ outcome: { findings, questions, notAsked } }: Work): number =>
  findings.length + questions.length + notAsked.length;

/** The number of waiting works, at least one, that together have at most `most` rows. */
const fitting = (waiting: readonly Waiting<Work, boolean>[], most: number): number => {
  let rows = 0;
  const end = waiting.findIndex(({ item }) => (rows += rowsOf(item)) > most);
  return end < 0 ? waiting.length : Math.max(1, end);
};

/** The parts of an outcome: short ones while single checks come. */
function* partsOf({ chunk, outcome }: Work, { isBusy }: RightOfWay): Generator<Work, void, undefined> {
  let left = outcome;
  for (; isBusy() && left.findings.length > SHORT_STEP; left = { ...left, findings: left.findings.slice(SHORT_STEP) })
    yield { chunk, outcome: { ...emptyOutcome(), findings: left.findings.slice(0, SHORT_STEP) }, isPart: true };
  yield { chunk, outcome: left };
}

/**
 * Stores the outcomes of a worker's claims in batches: those of a list share transactions, one of which is under way
 * at a time. When one fails, each of its outcomes is stored by a transaction of its own, so that one that cannot be
 * stored holds up no other.
 * @param way lets single checks go first.
 * @param onEnd called when this has ended a list.
 * @returns a function that resolves to false if the claim was lost: nothing of it is stored then. It rejects as the
 *   store does.
 */
export const createCommits = (
  store: Store,
  way: RightOfWay,
  onEnd?: () => void,
): ((work: Work) => Promise<boolean>) => {
  const most = (waiting: readonly Waiting<Work, boolean>[]): number =>
    fitting(waiting, way.isBusy() ? SHORT_STEP : MOST_ROWS);
  const storeAlone = async (listId: number, { item, resolve, reject }: Waiting<Work, boolean>): Promise<void> => {
    await way
      .step(() => commit(store, listId, () => [item], onEnd))
      .then(([isStored = false]) => {
        resolve(isStored);
      }, reject);
  };
  const add = createBatcher<number, Work, boolean>(most, async (listId, take) => {
    let batch: readonly Waiting<Work, boolean>[] = [];
    try {
      const stored = await way.step(() => commit(store, listId, () => (batch = take()).map(({ item }) => item), onEnd));
      for (const [index, { resolve }] of batch.entries()) resolve(stored[index] === true);
    } catch (error) {
      // Without a list to lock, it fails before it takes any.
      if (batch.length === 0) batch = take();
      if (batch.length === 1 || error instanceof Unavailable) throw error;
      for (const one of batch) await storeAlone(listId, one);
    }
  });
  return async (work) => {
    for (const part of partsOf(work, way)) if (!(await add(work.chunk.batch_id, part))) return false;
    return true;
  };
};
