import type { Writable } from 'node:stream';
import type { Verifier } from '../verifier/types.js';
import { openFirstAccount, updateAccount } from './accounts.js';
import { createApp } from './app.js';
import type { Client } from './authenticate.js';
import { addCredits, type CreditOptions } from './credits.js';
import { createHashes } from './hashes.js';
import { createKeyLookup } from './key-lookup.js';
import {
  addKey,
  listKeys,
  replaceKeys,
  revokeKey,
  rotateKey,
  showKey,
  type KeyDescription,
  type KeyOptions,
  type NewKey,
  type RotatedKey,
} from './keys.js';
import { describeError, SILENT, type Logger } from './log.js';
import { StartupError } from '../config/startup-error.js';
import type { StoreHealth } from './store/health.js';
import { openStore } from './store/open.js';
import type { Plan } from './plans.js';
import { scheduleRetention } from './retention.js';
import { createSeal } from './seal.js';
import { atStart } from './store/unavailable.js';
import { openUsers, type Users, type UsersOptions } from './users/index.js';

export { StartupError } from '../config/startup-error.js';
export type { Logger } from './log.js';
export type { StoreHealth } from './store/health.js';
export { PLANS, type Plan } from './plans.js';
export type { Client } from './authenticate.js';
export type { EdgePlace, Invitation, MailOptions, Registration, Users, UsersOptions } from './users/index.js';

export interface ServiceOptions extends UsersOptions {
  /** The URL of a PostgreSQL, for any number of processes. Unset: PGlite in `dataDir`, for one process. */
  databaseUrl?: string;
  /** A folder that the service may write to, created if missing. Unused with `databaseUrl`. */
  dataDir: string;
  /** Keys the hashes of API keys and addresses, and encrypts API keys. With another secret, no existing API key is valid. */
  secret: string;
  /** Checks the addresses. The caller closes it, after the service. */
  verifier: Verifier;
  /** A further API key for the first account, for the calling program itself. */
  ownKey?: string;
  /** Silent when unset. */
  log?: Logger;
  /** How many days the checks are kept, each with a keyed hash of its address; unset: for good. */
  checkRetentionDays?: number;
  /** Replaces the database's clock: for tests. */
  clock?: () => Date;
}

export interface Service {
  /**
   * Answers one request for a path under `/api/`. Never rejects.
   * @param client who asks: without an address, a key that is limited to some is refused.
   * @example const answer = await service.fetch(new Request('http://localhost/api/validate?apikey=…&email=…'));
   */
  fetch: (request: Request, client?: Client) => Promise<Response>;
  /** The API key of the account created at the very first start; null at later starts. */
  readonly firstKey: string | null;
  /** The id of that account. */
  readonly firstAccount: number;
  /** The people who sign in. */
  readonly users: Users;
  readonly accounts: {
    /**
     * Adds bought or granted credits.
     * @returns false if credits with the same `reference` were added before.
     * @throws RangeError for an unknown account, a count that is not a positive integer, or an expiry in the past.
     */
    addCredits: (accountId: number, count: number, options?: CreditOptions) => Promise<boolean>;
    /** Sets the plan of an account, from its next request on. @throws RangeError for an unknown account. */
    setPlan: (accountId: number, plan: Plan) => Promise<void>;
  };
  /** API keys. Each function throws RangeError for an unknown account or key, and for a wrong option. */
  readonly keys: {
    add: (accountId: number, options?: KeyOptions) => Promise<NewKey>;
    /** Makes a key and revokes all others of the account except `ownKey`. */
    replace: (accountId: number, options?: KeyOptions) => Promise<NewKey>;
    /** Replaces a key by one like it. The old one works on for `graceMs` (24 hours). */
    rotate: (accountId: number, keyId: number, options?: { graceMs?: number }) => Promise<RotatedKey>;
    /** Ends a key. Resolves to false if the account has no such key, or it was revoked before. */
    revoke: (accountId: number, keyId: number) => Promise<boolean>;
    /** The keys that work. */
    list: (accountId: number) => Promise<KeyDescription[]>;
    /** A key in the clear; null if there is none like this, or only its hash is stored. */
    show: (accountId: number, keyId: number) => Promise<string | null>;
  };
  /** Tells whether the store can be used now, for `/readyz`. Never rejects, and takes some seconds at most. */
  health: () => Promise<StoreHealth>;
  /** Writes a backup of the embedded store to a stream, and ends it. @throws StartupError on PostgreSQL. */
  backup: (out: Writable) => Promise<void>;
  /** Waits for checks in flight, then closes the store. Later calls return the same promise. */
  close: () => Promise<void>;
}

/**
 * Opens the verification service: opens and migrates its store, and finds or creates its first account.
 * @throws StartupError with one line if it cannot be opened.
 */
export const createService = async (options: ServiceOptions): Promise<Service> => {
  const { secret, verifier, ownKey, log = SILENT, checkRetentionDays = null } = options;
  if (secret === '') throw new StartupError('the secret is empty; give it 32 or more random characters');
  const onError = (error: Error): void => {
    log.warn({ error: describeError(error) }, 'store');
  };
  const store = await openStore({ ...options, onError });
  const hashes = createHashes(secret);
  const keys = { store, hashes, seal: await createSeal(secret) };
  const first = await openFirstAccount(keys, ownKey).catch(async (error: unknown) => {
    await store.close();
    throw atStart(error);
  });
  const { users, ...people } = openUsers({ keys, verifier, log, firstAccount: first.id }, options);
  const app = createApp({ store, hashes, verifier, lookUp: createKeyLookup(store, hashes) }, people.parts, log);
  const retention = scheduleRetention(store, checkRetentionDays, log);
  const running = new Set<Promise<Response>>();
  let closed: Promise<void> | undefined;
  return {
    fetch: (request, client = {}) => {
      const answer = Promise.resolve(app.fetch(request, client));
      running.add(answer);
      return answer.finally(() => running.delete(answer));
    },
    firstKey: first.key,
    firstAccount: first.id,
    users,
    accounts: {
      addCredits: (accountId, count, options) => addCredits(store, accountId, count, options),
      setPlan: (accountId, plan) => updateAccount(store, accountId, { plan }),
    },
    keys: {
      add: (accountId, options) => addKey(keys, accountId, options),
      replace: (accountId, options) => replaceKeys(keys, accountId, options),
      rotate: (accountId, keyId, options) => rotateKey(keys, accountId, keyId, options),
      revoke: (accountId, keyId) => revokeKey(keys, accountId, keyId),
      list: (accountId) => listKeys(keys, accountId),
      show: (accountId, keyId) => showKey(keys, accountId, keyId),
    },
    health: store.health,
    backup: store.backup,
    close: () =>
      (closed ??= Promise.allSettled(running)
        .then(() => Promise.all([people.close(), retention.close()]))
        .then(() => store.close())),
  };
};
