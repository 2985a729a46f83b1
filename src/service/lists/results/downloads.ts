/** The parts that all downloads of a process share. */
import { BoundedMap } from '../../../util/bounded-map.js';
import { createFairQueue, type FairQueue } from '../../../util/fair-queue.js';
import { createAdmission, type Admission } from '../../http/admission.js';
import type { Layouts } from './csv-file.js';

/** Downloads at once at most; of these, one account gets half while nobody else has any. */
const PLACES = 100;
/** Their queries at once: fewer than there are connections. */
const READS = 2;
/** Files of which it is known where their parts begin: some 20 KB for a million rows. */
const LAYOUTS = 100;

export interface Downloads {
  admission: Admission;
  reads: FairQueue;
  layouts: Layouts;
}

export const createDownloads = (): Downloads => ({
  admission: createAdmission(PLACES),
  reads: createFairQueue(READS),
  layouts: { known: new BoundedMap({ maxSize: LAYOUTS }), measuring: new Map() },
});
