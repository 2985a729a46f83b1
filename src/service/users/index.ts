import { createBackground, type Background } from '../http/background.js';
import { bindUnder, type BoundEndpoints } from '../http/endpoint.js';
import type { KeyStore } from '../keys/keys.js';
import type { Logger } from '../monitoring/log.js';
import type { Inside } from '../schema.js';
import { createLimiter, type Limiter } from './attempt-limits.js';
import { createAuth } from './auth.js';
import { createDevices } from './devices.js';
import { invite, INVITATION_ENDPOINTS } from './invitations.js';
import type { Letter } from './letters.js';
import { createMailer } from './mail.js';
import { firstOperatorLink, operatorAddress, operatorLink, OPERATOR_ENDPOINTS } from './operator.js';
import { OWN_USER_ENDPOINTS, type ErasedAccount } from './own-user.js';
import { PASSWORD_ENDPOINTS } from './password-endpoints.js';
import { REGISTRATION_ENDPOINTS } from './registering.js';
import type { Origins } from './session-endpoint.js';
import { SESSION_ENDPOINTS, type SessionStore } from './sessions.js';
import { SIGN_IN_ENDPOINTS } from './sign-in.js';
import type { Users, UsersOptions } from './users-options.js';

/** Work after responses: how much runs at once, and how much may wait. */
const MAX_RUNNING = 4;
const MAX_WAITING = 500;

const PREFIX = '/api/auth/';

/** The service of the users. */
interface ServiceOfUsers {
  keys: KeyStore;
  log: Logger;
  /** The account that becomes the operator's. */
  firstAccount: number;
  /** Removes what the service has about an account, in the transaction that removes its user. */
  eraseAccount: (inside: Inside, account: ErasedAccount) => Promise<void>;
}

/** The users, with what the service needs for them. */
interface OpenUsers {
  users: Users;
  endpoints: BoundEndpoints;
  /** Finds the user of a request, and counts attempts, for the endpoints of other rooms. */
  sessions: SessionStore & Origins & { limiter: Limiter };
  background: Background;
  /** The public URL. */
  url: string;
  /** Sends a mail to the operator, if there is one. */
  mailOperator: (letter: Letter) => Promise<void>;
  /** Ends the work in the background. */
  close: () => Promise<void>;
}

/** Opens the users of a service. */
export const openUsers = (
  { keys, log, firstAccount, eraseAccount }: ServiceOfUsers,
  { publicUrl = 'http://localhost:8080', origins = [], registration = 'closed', mail }: UsersOptions,
): OpenUsers => {
  const { store, hashes } = keys;
  const url = publicUrl.replace(/\/+$/, '');
  const isSecure = url.startsWith('https:');
  const background = createBackground(MAX_RUNNING, MAX_WAITING);
  const mailer = createMailer(mail, log, hashes.recipient);
  const sessions = {
    store,
    auth: createAuth(store, hashes.session, isSecure),
    origins: new Set([new URL(url).origin, ...origins]),
    limiter: createLimiter(store, hashes.attempt),
  };
  const devices = createDevices(store, hashes.device, isSecure);
  const mailing = { ...sessions, mailer, background, log, url };
  return {
    users: {
      operatorLink: () => operatorLink(store, url),
      firstOperatorLink: () => firstOperatorLink(store, url),
      invite: () => invite(store, url),
    },
    endpoints: [
      ...bindUnder(PREFIX, SIGN_IN_ENDPOINTS, { ...sessions, devices }),
      ...bindUnder(PREFIX, SESSION_ENDPOINTS, sessions),
      ...bindUnder(PREFIX, REGISTRATION_ENDPOINTS, { ...mailing, keys, registration }),
      ...bindUnder(PREFIX, PASSWORD_ENDPOINTS, { ...mailing, devices }),
      ...bindUnder(PREFIX, OWN_USER_ENDPOINTS, { ...mailing, hashes, eraseAccount }),
      ...bindUnder(PREFIX, OPERATOR_ENDPOINTS, { ...sessions, hashes, firstAccount }),
      ...bindUnder(PREFIX, INVITATION_ENDPOINTS, { ...sessions, url }),
    ],
    sessions,
    background,
    url,
    mailOperator: async (letter) => {
      const address = await operatorAddress(store);
      if (address !== null) mailer.send(address, letter);
    },
    close: async () => {
      await background.close();
      await mailer.close();
    },
  };
};
