/** Lists of addresses that are checked as a whole. */
import type { Endpoints } from '../endpoint.js';
import { describeError, type Logger } from '../log.js';
import type { Store } from '../store/tables.js';
import { createBackground } from '../users/background.js';
import { deleteOldLists } from './deletion.js';
import type { ListParts } from './parts.js';
import { createDownloads } from './results/downloads.js';
import { RESULT_ENDPOINTS } from './results/index.js';
import { createWatches } from './results/watch.js';

/** The endpoints of lists, by path. */
export const LIST_ENDPOINTS: Endpoints<ListParts> = [...RESULT_ENDPOINTS];

/** The lists of a service. */
interface OpenLists {
  parts: Pick<ListParts, 'watches' | 'downloads' | 'deleteRows'>;
  close: () => Promise<void>;
}

/** Opens the lists of a service. */
export const openLists = (store: Store, log: Logger): OpenLists => {
  const watches = createWatches(store);
  // One that waits behind the one that runs sees what was deleted meanwhile. What the end breaks off, the retention does.
  const deleting = createBackground(1, 1, 0);
  const deleteRows = async (signal: AbortSignal): Promise<void> => {
    try {
      await deleteOldLists(store, signal);
    } catch (error) {
      log.warn({ error: describeError(error) }, 'the rows of deleted lists could not be deleted');
    }
  };
  return {
    parts: { watches, downloads: createDownloads(), deleteRows: () => void deleting.run(deleteRows) },
    close: () => {
      watches.end();
      return deleting.close();
    },
  };
};
