import type { Verifier } from '../../verifier/types.js';
import type { KeyStore } from '../keys.js';
import type { Logger } from '../log.js';
import { createAuth } from './auth.js';
import { createBackground } from './background.js';
import type { Endpoint } from './endpoint.js';
import { invite, INVITATION_ENDPOINTS, type Invitation } from './invitations.js';
import { createLimiter } from './limits.js';
import { createMailer, type MailOptions } from './mail.js';
import { firstOperatorLink, operatorLink, OPERATOR_ENDPOINTS } from './operator.js';
import { OWN_USER_ENDPOINTS } from './own-user.js';
import type { EdgePlace, Parts, Registration } from './parts.js';
import { PASSWORD_ENDPOINTS } from './password-endpoints.js';
import { REGISTRATION_ENDPOINTS } from './registering.js';
import { SESSION_ENDPOINTS } from './sessions.js';

export type { Invitation } from './invitations.js';
export type { MailOptions } from './mail.js';
export type { EdgePlace, Registration } from './parts.js';

/** People who sign in. */
export interface UsersOptions {
  /** The URL by which browsers reach the service: links in mails begin with it (`http://localhost:8080`). */
  publicUrl?: string;
  /** The origins of the dashboard, besides that of `publicUrl`. */
  origins?: readonly string[];
  /** The edge of this deployment, for the dashboard; unset: it has none. */
  edge?: EdgePlace;
  /** Who may register (`closed`). */
  registration?: Registration;
  /** How mail is sent. Unset: the link of each mail is a warning in the log. */
  mail?: MailOptions;
}

/** The users of a service. */
export interface Users {
  /** Makes a link, for one use within a day, that makes its opener the operator; voids the one before. */
  operatorLink: () => Promise<string>;
  /** Makes that link if there is neither an operator nor a link that works; else null. */
  firstOperatorLink: () => Promise<string | null>;
  /** Makes a code with which one person may register within a week. */
  invite: () => Promise<Invitation>;
}

/** Work after responses: how much runs at once, and how much may wait. */
const MAX_RUNNING = 4;
const MAX_WAITING = 500;

const ENDPOINTS: Record<string, Endpoint> = {
  ...SESSION_ENDPOINTS,
  ...REGISTRATION_ENDPOINTS,
  ...PASSWORD_ENDPOINTS,
  ...OWN_USER_ENDPOINTS,
  ...OPERATOR_ENDPOINTS,
  ...INVITATION_ENDPOINTS,
};

/** The endpoints by path. */
export const USER_ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(ENDPOINTS).map(([name, endpoint]) => [`/api/auth/${name}`, endpoint]),
);

/** What the users need of the service. */
interface ServiceParts {
  keys: KeyStore;
  verifier: Verifier;
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
  { keys, verifier, log, firstAccount }: ServiceParts,
  { publicUrl = 'http://localhost:8080', origins = [], edge, registration = 'closed', mail }: UsersOptions,
): OpenUsers => {
  const { store, hashes } = keys;
  const url = publicUrl.replace(/\/+$/, '');
  const background = createBackground(MAX_RUNNING, MAX_WAITING);
  const mailer = createMailer(mail, log, hashes.recipient);
  const parts: Parts = {
    store,
    keys,
    verifier,
    auth: createAuth(store, hashes.session, url.startsWith('https:')),
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
