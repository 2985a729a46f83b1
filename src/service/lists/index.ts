/** Lists: their endpoints, and what they are made of. */
import type { Endpoints } from '../endpoint.js';
import type { KeyLookup } from '../key-lookup.js';
import type { Store } from '../store/tables.js';
import type { Parts as UserParts } from '../users/parts.js';
import type { ListLimits } from '../types.js';
import type { Deliverer } from './callbacks/deliverer.js';
import { CALLBACK_ENDPOINTS } from './callbacks/endpoints.js';
import type { ListParts } from './parts.js';
import { UPLOAD } from './upload/endpoint.js';
import { createUploadPlaces } from './upload/places.js';
import type { UploadLimits } from './upload/source.js';

/** The endpoints of lists. The first whose path fits answers. */
export const LIST_ENDPOINTS: Endpoints<ListParts> = [['/api/batch/upload', UPLOAD], ...CALLBACK_ENDPOINTS];

/** The bounds of lists by default. */
const MIB = 1_048_576;
const LIMITS: UploadLimits = {
  maxRows: 1_000_000,
  maxBytes: 25 * MIB,
  maxStreamBytes: 250 * MIB,
  retentionDays: 30,
};

/** What lists need of the service. */
interface ServiceParts {
  store: Store;
  lookUp: KeyLookup;
  users: UserParts;
  deliverer: Deliverer;
}

/** Opens the lists of a service. */
export const openLists = ({ store, lookUp, users, deliverer }: ServiceParts, limits: ListLimits = {}): ListParts => ({
  store,
  lookUp,
  users,
  deliverer,
  limits: { ...LIMITS, ...limits },
  places: createUploadPlaces(),
  wake: () => undefined,
});
