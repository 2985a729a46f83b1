import type { Endpoints } from '../../endpoint.js';
import type { ListParts } from '../parts.js';
import { cancelList, deleteList } from './ending.js';
import { watchList } from './events.js';
import { listLists, showList } from './jobs.js';
import { downloadResults } from './results.js';

/** The endpoints that show, cancel and delete lists. */
export const RESULT_ENDPOINTS: Endpoints<ListParts> = [
  ['/api/batch', listLists],
  ['/api/batch/{id}', showList],
  ['/api/batch/{id}', deleteList],
  ['/api/batch/{id}/events', watchList],
  ['/api/batch/{id}/results', downloadResults],
  ['/api/batch/{id}/cancel', cancelList],
];
