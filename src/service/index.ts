import type { Verifier } from '../verifier/types.js';
import { newKey, openFirstAccount, setPlan } from './accounts.js';
import { createApp } from './app.js';
import { addCredits } from './credits.js';
import { createHashes } from './hashes.js';
import { describeError, SILENT, type Logger } from './log.js';
import { StartError } from './start-error.js';
import type { Plan } from './plan.js';
import { openStore } from './store/open.js';
import { atStart } from './store/unavailable.js';

export { StartError } from './start-error.js';
export type { Logger } from './log.js';
export type { Plan } from './plan.js';

export interface ServiceOptions {
  /** A PostgreSQL, as many processes on it as wanted. Unset: PGlite in `dataDir`, for one process alone. */
  databaseUrl?: string;
  /** A folder that the service may write to; it is made when it is missing. Unused with `databaseUrl`. */
  dataDir: string;
  /** The keyed hashes of API keys and addresses are derived from it: with another one no key is known any more. */
  secret: string;
  /** Does the checking. Whoever made it closes it, after the service. */
  verifier: Verifier;
  /** An API key that the program around the service derives from its secret: the first account has it from now on. */
  ownKey?: string;
  /** Silent when unset. */
  log?: Logger;
  /** Tells the time instead of the database's own clock: for tests. */
  clock?: () => Date;
}

export interface Service {
  /**
   * Answers one request for a path under `/api/`. Never rejects.
   * @example const answer = await service.fetch(new Request('http://localhost/api/validate?apikey=…&email=…'));
   */
  fetch: (request: Request) => Promise<Response>;
  /** The API key of the account made at the very first start. It is handed out this once; only its hash is kept. */
  readonly firstKey: string | null;
  /** The id of that account. */
  readonly firstAccount: number;
  readonly accounts: {
    /** Adds bought credits. @throws RangeError for no such account, or no positive whole number. */
    addCredits: (accountId: number, count: number) => Promise<void>;
    /** Puts an account on another plan, from its next request on. @throws RangeError for no such account. */
    setPlan: (accountId: number, plan: Plan) => Promise<void>;
    /**
     * Makes another API key and hands it out this once. With `revokeOld` the keys made before are not known any more,
     * apart from `ownKey`. @throws RangeError for no such account.
     */
    newKey: (accountId: number, options?: { revokeOld?: boolean }) => Promise<string>;
  };
  /** Lets running checks end, then closes the store. Further calls wait for the same end. */
  close: () => Promise<void>;
}

/**
 * Opens the verification service: its store, brought up to date, and its first account.
 * @throws StartError, with one line for the person who started it, when it cannot be opened.
 */
export const createService = async (options: ServiceOptions): Promise<Service> => {
  const { secret, verifier, ownKey, log = SILENT } = options;
  if (secret === '') throw new StartError('the secret is empty; API keys are only as safe as it is');
  const onError = (error: Error): void => {
    log.warn({ error: describeError(error) }, 'store');
  };
  const store = await openStore({ ...options, onError });
  const hashes = createHashes(secret);
  const first = await openFirstAccount(store, hashes, ownKey).catch(async (error: unknown) => {
    await store.close();
    throw atStart(error);
  });
  const app = createApp({ store, hashes, verifier }, log);
  const running = new Set<Promise<Response>>();
  let closed: Promise<void> | undefined;
  return {
    fetch: (request) => {
      const answer = Promise.resolve(app.fetch(request));
      running.add(answer);
      return answer.finally(() => running.delete(answer));
    },
    firstKey: first.key,
    firstAccount: first.id,
    accounts: {
      addCredits: (accountId, count) => addCredits(store, accountId, count),
      setPlan: (accountId, plan) => setPlan(store, accountId, plan),
      newKey: (accountId, { revokeOld = false } = {}) =>
        newKey(store, hashes, accountId, ...(revokeOld ? [ownKey === undefined ? [] : [ownKey]] : [])),
    },
    close: () => (closed ??= Promise.allSettled(running).then(() => store.close())),
  };
};
