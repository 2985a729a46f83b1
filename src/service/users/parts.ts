import type { SettingValue } from '../../config/settings.js';
import type { Verifier } from '../../verifier/types.js';
import type { KeyStore } from '../keys.js';
import type { Logger } from '../log.js';
import type { Store } from '../store/tables.js';
import type { Auth } from './auth.js';
import type { Background } from './background.js';
import type { Limiter } from './limits.js';
import type { Mailer } from './mail.js';

/** Who may register: everybody, people with a code of the operator, nobody. */
export type Registration = SettingValue<'REGISTRATION'>;

/** The edge of a deployment. */
export interface EdgePlace {
  /** Its URL for browsers. */
  url: string;
  /** The origins of the pages that may use it. */
  origins: readonly string[];
}

/** The parts that the endpoints of the users share. */
export interface Parts {
  store: Store;
  keys: KeyStore;
  verifier: Verifier;
  auth: Auth;
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
