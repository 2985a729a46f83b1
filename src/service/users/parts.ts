import type { SettingValue } from '../../config/settings.js';
import type { KeyStore } from '../keys.js';
import type { Logger } from '../log.js';
import type { Store } from '../store/tables.js';
import type { Auth } from './auth.js';
import type { Background } from './background.js';
import type { Limiter } from './limits.js';
import type { Mailer } from './mail.js';

/** Who may register: everybody, people with a code of the operator, nobody. */
export type Registration = SettingValue<'REGISTRATION'>;

/** The parts that the endpoints of the users share. */
export interface Parts {
  store: Store;
  /** For the API key of a new account. */
  keys: KeyStore;
  auth: Auth;
  limiter: Limiter;
  mailer: Mailer;
  /** Work after a response, whose time must not show whether an address is known. */
  background: Background;
  log: Logger;
  /** The base URL of links in mails. Never taken from a request. */
  url: string;
  /** The origins of the dashboard. */
  origins: ReadonlySet<string>;
  registration: Registration;
  /** The account that becomes the operator's. */
  firstAccount: number;
}
