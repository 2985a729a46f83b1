/** The dashboard's endpoints: what a person who is signed in does with the own account. */
import type { Endpoint } from '../users/endpoint.js';
import { ACCOUNT_ENDPOINTS } from './accounts.js';
import { CHECK_ENDPOINTS } from './check.js';
import { CREDIT_ENDPOINTS } from './credits.js';
import { DEPLOYMENT_ENDPOINTS } from './deployment.js';
import { EXPORT_ENDPOINTS } from './export.js';
import { KEY_ENDPOINTS } from './keys.js';
import { OVERVIEW_ENDPOINTS } from './overview.js';

const ENDPOINTS: Record<string, Endpoint> = {
  ...OVERVIEW_ENDPOINTS,
  ...CREDIT_ENDPOINTS,
  ...KEY_ENDPOINTS,
  ...CHECK_ENDPOINTS,
  ...DEPLOYMENT_ENDPOINTS,
  ...EXPORT_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
};

/** The endpoints by path. */
export const DASHBOARD_ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(ENDPOINTS).map(([name, endpoint]) => [`/api/dashboard/${name}`, endpoint]),
);
