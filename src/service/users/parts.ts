import type { KeyStore } from '../keys.js';
import type { Logger } from '../log.js';
import type { CheckParts } from '../single-check.js';
import type { Store } from '../store/tables.js';
import type { Auth } from './auth.js';
import type { Background } from './background.js';
import type { Devices } from './devices.js';
import type { Limiter } from './limits.js';
import type { Mailer } from './mail.js';
import type { EdgePlace, Registration } from '../types.js';

/** The parts that the endpoints of the users share. */
export interface Parts {
  store: Store;
  keys: KeyStore;
  checking: CheckParts;
  auth: Auth;
  devices: Devices;
  limiter: Limiter;
  mailer: Mailer;
  /** Work after a response, whose time must not show whether an address is known. */
  background: Background;
  log: Logger;
  /** The public URL, with which links in mails begin. Never taken from a request. */
  url: string;
  /** Null: the deployment has none. */
  edge: EdgePlace | null;
  /** The origins of the dashboard. */
  origins: ReadonlySet<string>;
  registration: Registration;
  /** The account that becomes the operator's. */
  firstAccount: number;
}
