/** The dashboard's endpoints: what a person who is signed in does with the own account. */
import type { RightOfWay } from '../../util/right-of-way.js';
import type { TakeRate } from '../keys/rate-limit.js';
import type { ExplainCheck } from '../checks/explainer.js';
import type { CheckOnce } from '../checks/single-check.js';
import { bindUnder, type BoundEndpoints } from '../http/endpoint.js';
import type { KeyStore } from '../keys/keys.js';
import type { Deliverer } from '../lists/callbacks/deliverer.js';
import { OWN_ACCURACY_ENDPOINTS } from '../accuracy/endpoints.js';
import type { SourceMaker } from '../mail-outcomes/source-endpoints.js';
import type { Limiter } from '../users/attempt-limits.js';
import type { Origins } from '../users/session-endpoint.js';
import type { SessionStore } from '../users/sessions.js';
import type { EdgePlace } from '../users/users-options.js';
import { ACCOUNT_ENDPOINTS } from './accounts.js';
import { CALLBACK_ENDPOINTS } from './callbacks.js';
import { CHECK_ENDPOINTS } from './check.js';
import { CREDIT_ENDPOINTS } from './credits.js';
import { DEPLOYMENT_ENDPOINTS } from './deployment.js';
import { EXPORT_ENDPOINTS } from './export.js';
import { FORM_ENDPOINTS } from './forms.js';
import { KEY_ENDPOINTS } from './keys.js';
import { OVERVIEW_ENDPOINTS } from './overview.js';
import { SOURCE_ENDPOINTS } from './sources.js';

interface Options extends SessionStore, Origins {
  keys: KeyStore;
  takeRate: TakeRate;
  checkOnce: CheckOnce;
  explainCheck: ExplainCheck;
  /** Lets single checks go before the work on lists. */
  way: RightOfWay;
  limiter: Limiter;
  deliverer: Deliverer;
  /** Makes sources of outcomes. */
  sources: SourceMaker;
  /** The public URL of the service. */
  url: string;
  /** Null: the deployment has none. */
  edge: EdgePlace | null;
  /** False: mail servers are not asked for mailboxes. */
  asksMailboxes: boolean;
}

const PREFIX = '/api/dashboard/';

/** Creates the endpoints. */
export const createDashboardEndpoints = (options: Options): BoundEndpoints => [
  ...bindUnder(PREFIX, OVERVIEW_ENDPOINTS, options),
  ...bindUnder(PREFIX, FORM_ENDPOINTS, options),
  ...bindUnder(PREFIX, CREDIT_ENDPOINTS, options),
  ...bindUnder(PREFIX, KEY_ENDPOINTS, options),
  ...bindUnder(PREFIX, CHECK_ENDPOINTS, options),
  ...bindUnder(PREFIX, DEPLOYMENT_ENDPOINTS, options),
  ...bindUnder(PREFIX, EXPORT_ENDPOINTS, options),
  ...bindUnder(PREFIX, ACCOUNT_ENDPOINTS, options),
  ...bindUnder(PREFIX, CALLBACK_ENDPOINTS, options),
  ...bindUnder(PREFIX, OWN_ACCURACY_ENDPOINTS, options),
  ...bindUnder(PREFIX, SOURCE_ENDPOINTS, options),
];
