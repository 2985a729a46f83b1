import type { Verifier } from '../verifier/types.js';
import { newKey, openFirstAccount, updateAccount } from './accounts.js';
import { createApp, type Client } from './app.js';
import { addCredits } from './credits.js';
import { createHashes } from './hashes.js';
import { describeError, SILENT, type Logger } from './log.js';
import { StartupError } from '../config/startup-error.js';
import { openStore } from './store/open.js';
import type { Plan } from './plans.js';
import { atStart } from './store/unavailable.js';
import { openUsers, type Users, type UsersOptions } from './users/index.js';

export { StartupError } from '../config/startup-error.js';
export type { Logger } from './log.js';
export { PLANS, type Plan } from './plans.js';
export type { Client } from './app.js';
export type { Invitation, MailOptions, Registration, Users, UsersOptions } from './users/index.js';

export interface ServiceOptions extends UsersOptions {
  /** The URL of a PostgreSQL, for any number of processes. Unset: PGlite in `dataDir`, for one process. */
  databaseUrl?: string;
  /** A folder that the service may write to, created if missing. Unused with `databaseUrl`. */
  dataDir: string;
  /** Keys the hashes of API keys and addresses. With another secret, no existing API key is valid. */
  secret: string;
  /** Checks the addresses. The caller closes it, after the service. */
  verifier: Verifier;
  /** A further API key for the first account, for the calling program itself. */
  ownKey?: string;
  /** Silent when unset. */
  log?: Logger;
  /** Replaces the database's clock: for tests. */
  clock?: () => Date;
}

export interface Service {
  /**
   * Answers one request for a path under `/api/`. Never rejects.
   * @example const answer = await service.fetch(new Request('http://localhost/api/validate?apikey=…&email=…'));
   */
  fetch: (request: Request, client?: Client) => Promise<Response>;
  /** The API key of the account created at the very first start; null at later starts. Only its hash is stored. */
  readonly firstKey: string | null;
  /** The id of that account. */
  readonly firstAccount: number;
  /** The people who sign in. */
  readonly users: Users;
  readonly accounts: {
    /** Adds bought credits. @throws RangeError for an unknown account, or a count that is not a positive integer. */
    addCredits: (accountId: number, count: number) => Promise<void>;
    /** Sets the plan of an account, from its next request on. @throws RangeError for an unknown account. */
    setPlan: (accountId: number, plan: Plan) => Promise<void>;
    /**
     * Makes another API key; only its hash is stored. With `revokeOld`, all older keys except `ownKey` are revoked.
     * @throws RangeError for an unknown account.
     */
    newKey: (accountId: number, options?: { revokeOld?: boolean }) => Promise<string>;
  };
  /** Waits for checks in flight, then closes the store. Later calls return the same promise. */
  close: () => Promise<void>;
}

/**
 * Opens the verification service: opens and migrates its store, and finds or creates its first account.
 * @throws StartupError with one line if it cannot be opened.
 */
export const createService = async (options: ServiceOptions): Promise<Service> => {
  const { secret, verifier, ownKey, log = SILENT } = options;
  if (secret === '') throw new StartupError('the secret is empty; give it 32 or more random characters');
  const onError = (error: Error): void => {
    log.warn({ error: describeError(error) }, 'store');
  };
  const store = await openStore({ ...options, onError });
  const hashes = createHashes(secret);
  const first = await openFirstAccount(store, hashes, ownKey).catch(async (error: unknown) => {
    await store.close();
    throw atStart(error);
  });
  const { users, ...people } = openUsers({ store, hashes, log, firstAccount: first.id }, options);
  const app = createApp({ store, hashes, verifier }, people.parts, log);
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
      addCredits: (accountId, count) => addCredits(store, accountId, count),
      setPlan: (accountId, plan) => updateAccount(store, accountId, { plan }),
      newKey: (accountId, { revokeOld = false } = {}) =>
        newKey(store, hashes, accountId, ...(revokeOld ? [ownKey === undefined ? [] : [ownKey]] : [])),
    },
    close: () =>
      (closed ??= Promise.allSettled(running)
        .then(() => people.close())
        .then(() => store.close())),
  };
};
