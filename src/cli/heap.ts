import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The garbage that old objects may become between two collections, in percent of those in use. */
const GROWTH_PERCENT = 100;

/**
 * Keeps the heap within twice of what is in use. By default, V8 lets it grow to four times that, and at first to hundreds of megabytes, whatever
 * is in use: a long list would leave much more behind than a short one. Call it once the program has started, since its first bound is
 * that of a collection.
 */
export const boundHeap = (): void => {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
};
