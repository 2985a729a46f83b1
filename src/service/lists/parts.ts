import type { Parts } from '../route.js';
import type { Parts as UserParts } from '../users/parts.js';
import type { Deliverer } from './callbacks/deliverer.js';
import type { UploadPlaces } from './upload/places.js';
import type { UploadLimits } from './upload/source.js';
import type { Downloads } from './results/downloads.js';
import type { Watches } from './results/watch.js';

/** The parts of the service that the endpoints of lists use. */
export interface ListParts extends Pick<Parts, 'lookUp' | 'store'> {
  /** For people who are signed in. */
  users: UserParts;
  /** Sends callbacks when lists end. */
  deliverer: Deliverer;
  limits: UploadLimits;
  places: UploadPlaces;
  /** Tells the worker of this process that there is work. */
  wake: () => void;
  watches: Watches;
  downloads: Downloads;
  /** Starts to delete the rows of deleted lists, in the background. */
  deleteRows: () => void;
}
