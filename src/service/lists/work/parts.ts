import type { BulkVerifier } from '../../../verifier/types.js';
import type { Logger } from '../../log.js';
import type { Store } from '../../store/tables.js';

/** The functions of a verifier that lists use. */
export type ListVerifier = Pick<BulkVerifier, 'lookUpMany' | 'askMany' | 'receiverRate'>;

/** The parts of a worker. */
export interface WorkParts {
  store: Store;
  verifier: ListVerifier;
  log: Logger;
  /** Called when this worker has ended a list. */
  onEnd?: () => void;
}

/** Number of claims of a chunk without any result, before its rows are given up. */
export const MAX_ATTEMPTS = 5;
