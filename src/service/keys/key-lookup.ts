import { sql } from 'kysely';
import { Refusal } from '../../protocol/refusal.js';
import { BoundedMap } from '../../util/bounded-map.js';
import { createFairQueue } from '../../util/fair-queue.js';
import type { Hashes } from './hashes.js';
import { isActive } from './keys.js';
import type { Plan } from '../accounts/tables.js';
import type { KeyMode, Scope } from './tables.js';
import type { Store } from '../schema.js';

/** The account of a request, and its API key. */
export interface Caller {
  accountId: number;
  keyId: number;
  plan: Plan;
  mode: KeyMode;
  scopes: Scope[];
  /** The client addresses that may use the key; empty for all. */
  networks: string[];
}

/** Finds the accounts of API keys. */
export interface KeyLookup {
  /**
   * Finds the account of an API key; null if no key is like this.
   * @param network the network of the client.
   * @throws Refusal `rate_limited` if the client has tried too many wrong keys.
   */
  find: (key: string, network: string) => Promise<Caller | null>;
  /** The account of a key that was right lately, without a query. It does not tell whether the key still works. */
  recall: (key: string) => number | undefined;
  /** @throws Refusal `rate_limited` if the client's network has tried too many wrong keys. */
  checkGuesses: (network: string) => void;
}

/** Wrong keys that a network may try at once, and the interval at which it may try another one, in ms. */
const GUESSES = 20;
const GUESS_MS = 6000;
/** The time that a wrong key is remembered, and the time that a right one passes in spite of others' guesses, in ms. */
const WRONG_MS = 30_000;
const RIGHT_MS = 10 * 60_000;
/** The bound of each memory. */
const MOST = 10_000;

const now = (): number => performance.now();

/** Counts the guesses of each network: a token bucket, kept as one moment (GCRA, ITU-T I.371). */
const createGuesses = (onLockedOut: () => void) => {
  const arrivals = new BoundedMap<string, number>({ maxSize: MOST, now });
  const add = (network: string, ms: number): void => {
    const arrival = Math.max(arrivals.get(network) ?? 0, now()) + ms;
    arrivals.set(network, arrival, arrival - now());
  };
  /** @throws Refusal `rate_limited` with `Retry-After`. */
  const check = (network: string): void => {
    const early = (arrivals.get(network) ?? 0) - now() - (GUESSES - 1) * GUESS_MS;
    if (early <= 0) return;
    onLockedOut();
    const seconds = Math.ceil(early / 1000);
    throw new Refusal('rate_limited', `Too many wrong API keys came from your network; try again in ${seconds} s.`, {
      'retry-after': String(seconds),
    });
  };
  return {
    check,
    /** @throws Refusal `rate_limited` with `Retry-After`. */
    take(network: string): void {
      check(network);
      add(network, GUESS_MS);
    },
    giveBack(network: string): void {
      const arrival = (arrivals.get(network) ?? 0) - GUESS_MS;
      if (arrival > now()) arrivals.set(network, arrival, arrival - now());
      else arrivals.delete(network);
    },
  };
};

const query = async ({ db, now }: Store, hash: Buffer): Promise<Caller | null> => {
  const isStale = sql<boolean>`(last_used_at is null or last_used_at <= ${now} - interval '1 minute')`;
  const found = await db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select(['accounts.id as accountId', 'api_keys.id as keyId', 'plan', 'mode', 'scopes', 'networks'])
    .select(isStale.as('isStale'))
    .where('hash', '=', hash)
    .where(isActive(now))
    .executeTakeFirst();
  if (found === undefined) return null;
  const { isStale: stale, ...caller } = found;
  if (stale)
    await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', caller.keyId).where(isStale).execute();
  return caller;
};

/**
 * Creates the look-up of keys by their keyed hash, so that timing does not reveal how close a guess was. Concurrent look-ups
 * of one key share a query. A wrong key is remembered for a while. What a network may guess is limited before it costs a
 * query; a key that was right lately passes even then, so that nobody locks out others behind the same address.
 * @param onLockedOut called for each request that is refused because of its network's guesses.
 */
export const createKeyLookup = (store: Store, hashes: Hashes, onLockedOut: () => void = () => undefined): KeyLookup => {
  const guesses = createGuesses(onLockedOut);
  const wrong = new BoundedMap<string, true>({ maxSize: MOST, now });
  const right = new BoundedMap<string, number>({ maxSize: MOST, now });
  const running = new Map<string, Promise<Caller | null>>();
  // One key at a time that was not right lately: others wait here, and not for the database, where the checks of
  // accounts would wait behind them.
  const strangers = createFairQueue(1);

  const lookUp = async (hash: Buffer, id: string, network: string): Promise<Caller | null> => {
    const isKnown = right.get(id) !== undefined;
    if (!isKnown) guesses.take(network);
    let caller: Caller | null | undefined;
    try {
      caller = await (isKnown ? query(store, hash) : strangers.run(network, () => query(store, hash)));
    } finally {
      // A store that fails says nothing about the key.
      if (!isKnown && caller !== null) guesses.giveBack(network);
    }
    if (caller) {
      right.set(id, caller.accountId, RIGHT_MS);
    } else {
      right.delete(id);
      wrong.set(id, true, WRONG_MS);
    }
    return caller;
  };

  return {
    find: (key, network) => {
      const hash = hashes.key(key);
      const id = hash.toString('base64');
      if (wrong.get(id)) return Promise.resolve(null);
      const found = running.get(id);
      if (found) return found;
      const started = lookUp(hash, id, network).finally(() => running.delete(id));
      running.set(id, started);
      return started;
    },
    recall: (key) => right.get(hashes.key(key).toString('base64')),
    checkGuesses: guesses.check,
  };
};
