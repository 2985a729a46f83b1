/** Lists of addresses that are checked as a whole. */
import { createBackground } from '../http/background.js';
import { bind, type BoundEndpoints, type Endpoints } from '../http/endpoint.js';
import { describeError, type Logger } from '../monitoring/log.js';
import type { Limiter } from '../users/attempt-limits.js';
import type { Access } from './access.js';
import type { Deliverer } from './callbacks/deliverer.js';
import { CALLBACK_ENDPOINTS } from './callbacks/endpoints.js';
import { deleteOldLists } from './deletion.js';
import { DEFAULT_LIMITS, type ListLimits } from './list-limits.js';
import { createDownloads } from './results/downloads.js';
import { cancelList, deleteList } from './results/ending.js';
import { watchList } from './results/events.js';
import { downloadResults } from './results/results.js';
import { searchResults } from './results/search.js';
import { listLists, showList } from './results/show-lists.js';
import { createWatches } from './results/watch.js';
import { UPLOAD } from './upload/endpoint.js';
import { createUploadPlaces } from './upload/upload-places.js';

/** The service of the lists. */
interface ServiceOfLists extends Access {
  limiter: Limiter;
  /** Sends callbacks when lists end. */
  deliverer: Deliverer;
  log: Logger;
  /** Tells the worker of this process that there is work. */
  wake: () => void;
}

/** The lists of a service. */
interface OpenLists {
  endpoints: BoundEndpoints;
  /** Ends the streams of events, and refuses new ones. */
  endStreams: () => void;
  close: () => Promise<void>;
}

/** Opens the lists of a service. */
export const openLists = (service: ServiceOfLists, limits: ListLimits = {}): OpenLists => {
  const { store, log } = service;
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
  const parts = {
    ...service,
    limits: { ...DEFAULT_LIMITS, ...limits },
    places: createUploadPlaces(),
    watches,
    downloads: createDownloads(),
    deleteRows: () => void deleting.run(deleteRows),
  };
  const endpoints: Endpoints<typeof parts> = [
    ['/api/batch/upload', UPLOAD],
    ['/api/batch', listLists],
    ['/api/batch/{id}', showList],
    ['/api/batch/{id}', deleteList],
    ['/api/batch/{id}/events', watchList],
    ['/api/batch/{id}/results', downloadResults],
    ['/api/batch/{id}/results/search', searchResults],
    ['/api/batch/{id}/cancel', cancelList],
    ...CALLBACK_ENDPOINTS,
  ];
  return {
    endpoints: bind(endpoints, parts),
    endStreams: watches.end,
    close: () => {
      watches.end();
      return deleting.close();
    },
  };
};
