import type { KeyStore } from '../keys.js';
import type { Logger } from '../log.js';
import type { CheckParts } from '../single-check.js';
import { createAuth } from './auth.js';
import { createBackground } from './background.js';
import { createDevices } from './devices.js';
import type { Endpoints } from '../endpoint.js';
import type { Endpoint } from './endpoint.js';
import { invite, INVITATION_ENDPOINTS } from './invitations.js';
import { createLimiter } from './limits.js';
import { createMailer } from './mail.js';
import { firstOperatorLink, operatorLink, OPERATOR_ENDPOINTS } from './operator.js';
import { OWN_USER_ENDPOINTS } from './own-user.js';
import type { Parts } from './parts.js';
import { PASSWORD_ENDPOINTS } from './password-endpoints.js';
import { REGISTRATION_ENDPOINTS } from './registering.js';
import { SESSION_ENDPOINTS } from './sessions.js';
import { SIGN_IN_ENDPOINTS } from './sign-in.js';
import type { Users, UsersOptions } from '../types.js';

/** Work after responses: how much runs at once, and how much may wait. */
const MAX_RUNNING = 4;
const MAX_WAITING = 500;

const ENDPOINTS: Record<string, Endpoint> = {
  ...SIGN_IN_ENDPOINTS,
  ...SESSION_ENDPOINTS,
  ...REGISTRATION_ENDPOINTS,
  ...PASSWORD_ENDPOINTS,
  ...OWN_USER_ENDPOINTS,
  ...OPERATOR_ENDPOINTS,
  ...INVITATION_ENDPOINTS,
};

/** The endpoints by path. */
export const USER_ENDPOINTS: Endpoints<Parts> = new Map(
  Object.entries(ENDPOINTS).map(([name, endpoint]) => [`/api/auth/${name}`, endpoint]),
);

/** The parts of the service that the users need. */
interface ServiceParts {
  keys: KeyStore;
  checking: CheckParts;
  log: Logger;
  firstAccount: number;
}

/** The users, with what the service needs for them. */
interface OpenUsers {
  users: Users;
  parts: Parts;
  /** Ends the work in the background. */
  close: () => Promise<void>;
}

/** Opens the users of a service. */
export const openUsers = (
  { keys, checking, log, firstAccount }: ServiceParts,
  { publicUrl = 'http://localhost:8080', origins = [], edge, registration = 'closed', mail }: UsersOptions,
): OpenUsers => {
  const { store, hashes } = keys;
  const url = publicUrl.replace(/\/+$/, '');
  const isSecure = url.startsWith('https:');
  const background = createBackground(MAX_RUNNING, MAX_WAITING);
  const mailer = createMailer(mail, log, hashes.recipient);
  const parts: Parts = {
    store,
    keys,
    checking,
    auth: createAuth(store, hashes.session, isSecure),
    devices: createDevices(store, hashes.device, isSecure),
    limiter: createLimiter(store, hashes.attempt),
    mailer,
    background,
    log,
    url,
    edge: edge ?? null,
    origins: new Set([new URL(url).origin, ...origins]),
    registration,
    firstAccount,
  };
  return {
    users: {
      operatorLink: () => operatorLink(store, url),
      firstOperatorLink: () => firstOperatorLink(store, url),
      invite: () => invite(store, url),
    },
    parts,
    close: async () => {
      await background.close();
      await mailer.close();
    },
  };
};
