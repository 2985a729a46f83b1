import type { Parts } from '../route.js';
import type { Parts as UserParts } from '../users/parts.js';
import type { Deliverer } from './callbacks/deliverer.js';

/** The parts of the service that the endpoints of lists use. */
export interface ListParts extends Pick<Parts, 'lookUp' | 'store'> {
  /** For people who are signed in. */
  users: UserParts;
  /** Sends callbacks when lists end. */
  deliverer: Deliverer;
}
