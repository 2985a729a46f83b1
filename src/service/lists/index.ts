/** Lists of addresses that are checked as a whole. */
import type { Endpoints } from '../endpoint.js';
import type { KeyLookup } from '../key-lookup.js';
import { describeError, type Logger } from '../log.js';
import type { Store } from '../store/tables.js';
import type { ListLimits } from '../types.js';
import { createBackground } from '../users/background.js';
import type { Parts as UserParts } from '../users/parts.js';
import { deleteOldLists } from './deletion.js';
import type { Deliverer } from './callbacks/deliverer.js';
import { CALLBACK_ENDPOINTS } from './callbacks/endpoints.js';
import type { ListParts } from './parts.js';
import { createDownloads } from './results/downloads.js';
import { RESULT_ENDPOINTS } from './results/index.js';
import { createWatches } from './results/watch.js';
import { UPLOAD } from './upload/endpoint.js';
import { createUploadPlaces } from './upload/places.js';
import type { UploadLimits } from './upload/source.js';

/** The endpoints of lists. The first whose path fits answers. */
export const LIST_ENDPOINTS: Endpoints<ListParts> = [
  ['/api/batch/upload', UPLOAD],
  ...RESULT_ENDPOINTS,
  ...CALLBACK_ENDPOINTS,
];

const MIB = 1_048_576;
/** The bounds of lists by default. */
const LIMITS: UploadLimits = {
  maxRows: 1_000_000,
  maxBytes: 25 * MIB,
  maxStreamBytes: 250 * MIB,
  retentionDays: 30,
};

/** The parts of the service that lists need. */
interface ServiceParts {
  store: Store;
  lookUp: KeyLookup;
  users: UserParts;
  deliverer: Deliverer;
  log: Logger;
  /** Tells the worker of this process that there is work. */
  wake: () => void;
}

/** The lists of a service. */
interface OpenLists {
  parts: ListParts;
  close: () => Promise<void>;
}

/** Opens the lists of a service. */
export const openLists = (
  { store, lookUp, users, deliverer, log, wake }: ServiceParts,
  limits: ListLimits = {},
): OpenLists => {
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
    parts: {
      store,
      lookUp,
      users,
      deliverer,
      limits: { ...LIMITS, ...limits },
      places: createUploadPlaces(),
      wake,
      watches,
      downloads: createDownloads(),
      deleteRows: () => void deleting.run(deleteRows),
    },
    close: () => {
      watches.end();
      return deleting.close();
    },
  };
};
