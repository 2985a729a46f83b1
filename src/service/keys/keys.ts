import { sql, type RawBuilder, type Transaction } from 'kysely';
import { isBlock } from '../../util/cidr.js';
import { createKey, shownPart, type Hashes } from './hashes.js';
import type { Seal } from './seal.js';
import type { Store, Tables } from '../schema.js';

import type { KeyMode, Scope } from './tables.js';

/** The options of a new key. */
export interface KeyOptions {
  /** For people, up to 100 characters; `API key` by default. */
  name?: string;
  /** `live` by default. */
  mode?: KeyMode;
  /** All by default. */
  scopes?: readonly Scope[];
  /** The client addresses that may use it: addresses and CIDR blocks, up to 50; all by default. */
  networks?: readonly string[];
}

/** A key as a person sees it. */
export interface KeyDescription {
  id: number;
  name: string;
  mode: KeyMode;
  /** Its first characters. */
  prefix: string;
  scopes: Scope[];
  networks: string[];
  createdAt: Date;
  /** To the minute; null: never used. */
  lastUsedAt: Date | null;
  /** When a rotated key stops working; null: it was not rotated. */
  expiresAt: Date | null;
}

/** A key that was just made. */
export interface NewKey {
  id: number;
  key: string;
}

/** The key that replaces another one. */
export interface RotatedKey extends NewKey {
  /** When the replaced one stops working. */
  oldExpiresAt: Date;
}

/** The parts of the service that store keys. */
export interface KeyStore {
  store: Store;
  hashes: Hashes;
  seal: Seal;
}

/** The time for which a rotated key still works, by default, in ms. */
const GRACE_MS = 24 * 3_600_000;
/** The bounds of an account and a key. */
const MAX_KEYS = 100;
const MAX_NAME = 100;
const MAX_NETWORKS = 50;

const checkOptions = ({ name, networks = [], scopes }: KeyOptions): void => {
  if (name !== undefined && (name.trim() === '' || name.length > MAX_NAME || /\p{Cc}/u.test(name)))
    throw new RangeError(`the name of a key has 1 to ${MAX_NAME} characters`);
  if (scopes?.length === 0) throw new RangeError('a key without scopes is of no use');
  const wrong = networks.find((network) => !isBlock(network));
  if (wrong !== undefined)
    throw new RangeError(`${JSON.stringify(wrong.slice(0, 50))} is no address and no block such as 192.0.2.0/24`);
  if (networks.length > MAX_NETWORKS) throw new RangeError(`a key has at most ${MAX_NETWORKS} allowed addresses`);
};

/** True for a key that works now, as a condition. */
export const isActive = (now: RawBuilder<Date>) =>
  sql<boolean>`revoked_at is null and (expires_at is null or expires_at > ${now})`;

/** Inserts a key, in the caller's transaction. */
export const insertKey = async (
  db: Transaction<Tables>,
  { hashes, seal }: KeyStore,
  accountId: number,
  { name, mode = 'live', scopes, networks = [] }: KeyOptions,
): Promise<NewKey> => {
  const key = createKey(mode);
  const hash = hashes.key(key);
  const { id } = await db
    .insertInto('api_keys')
    .values({
      account_id: accountId,
      hash,
      prefix: shownPart(key),
      mode,
      networks: [...networks],
      sealed: seal.seal(key, hash),
      ...(name !== undefined && { name }),
      ...(scopes && { scopes: [...scopes] }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, key };
};

/** Locks an account, so that what its keys are is decided by one at a time. @throws RangeError if there is none. */
const lockAccount = async (db: Transaction<Tables>, accountId: number): Promise<void> => {
  const account = db.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate();
  if ((await account.executeTakeFirst()) === undefined) throw new RangeError(`there is no account ${accountId}`);
};

/** Thrown if an account has too many keys. */
export class TooManyKeys extends RangeError {
  override name = 'TooManyKeys';
}

/** @throws TooManyKeys if an account, locked before, may have no further key. */
const checkCount = async (db: Transaction<Tables>, { now }: Store, accountId: number): Promise<void> => {
  const { count } = await db
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where(isActive(now))
    .executeTakeFirstOrThrow();
  if (count >= MAX_KEYS) throw new TooManyKeys(`an account has at most ${MAX_KEYS} API keys; revoke one first`);
};

/**
 * Makes an API key for an account.
 * @throws RangeError if there is no such account, an option is wrong, or, a {@link TooManyKeys}, it has too many.
 */
export const addKey = async (keys: KeyStore, accountId: number, options: KeyOptions = {}): Promise<NewKey> => {
  checkOptions(options);
  return keys.store.db.transaction().execute(async (db) => {
    await lockAccount(db, accountId);
    await checkCount(db, keys.store, accountId);
    return insertKey(db, keys, accountId, options);
  });
};

/**
 * Replaces a key by a new one with the same name, mode, scopes and addresses. The old one works on for `graceMs`, or until
 * it would have ended anyway.
 * @throws RangeError if the account has no such key, it was revoked or is the calling program's own, or, a
 * {@link TooManyKeys}, it has too many.
 */
export const rotateKey = (
  keys: KeyStore,
  accountId: number,
  keyId: number,
  { graceMs = GRACE_MS }: { graceMs?: number } = {},
): Promise<RotatedKey> =>
  keys.store.db.transaction().execute(async (db) => {
    await lockAccount(db, accountId);
    const old = await db
      .updateTable('api_keys')
      .set({ expires_at: sql<Date>`least(expires_at, ${keys.store.now} + ${graceMs} * interval '1 millisecond')` })
      .where('id', '=', keyId)
      .where('account_id', '=', accountId)
      .where('own', '=', false)
      .where(isActive(keys.store.now))
      .returning(['name', 'mode', 'scopes', 'networks', 'expires_at'])
      .executeTakeFirst();
    if (!old?.expires_at) throw new RangeError(`account ${accountId} has no API key ${keyId}`);
    await checkCount(db, keys.store, accountId);
    return { ...(await insertKey(db, keys, accountId, old)), oldExpiresAt: old.expires_at };
  });

/**
 * Revokes a key, from the next request on.
 * @returns false if the account has no such key, it was revoked before, or is the calling program's own.
 */
export const revokeKey = async ({ store }: KeyStore, accountId: number, keyId: number): Promise<boolean> => {
  const { numUpdatedRows } = await store.db
    .updateTable('api_keys')
    .set({ revoked_at: store.now })
    .where('id', '=', keyId)
    .where('account_id', '=', accountId)
    .where('own', '=', false)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/**
 * Makes an API key and revokes all others of the account, in one transaction, except the calling program's own.
 * @throws RangeError if there is no such account, or an option is wrong.
 */
export const replaceKeys = async (keys: KeyStore, accountId: number, options: KeyOptions = {}): Promise<NewKey> => {
  checkOptions(options);
  const { db, now } = keys.store;
  return db.transaction().execute(async (inside) => {
    await lockAccount(inside, accountId);
    await inside
      .updateTable('api_keys')
      .set({ revoked_at: now })
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .where('own', '=', false)
      .execute();
    return insertKey(inside, keys, accountId, options);
  });
};

/** The keys of an account that work, oldest first, without the calling program's own. */
export const listKeys = ({ store }: KeyStore, accountId: number): Promise<KeyDescription[]> =>
  store.db
    .selectFrom('api_keys')
    .select(['id', 'name', 'mode', 'prefix', 'scopes', 'networks'])
    .select(['created_at as createdAt', 'last_used_at as lastUsedAt', 'expires_at as expiresAt'])
    .where('account_id', '=', accountId)
    .where(isActive(store.now))
    .where('own', '=', false)
    .orderBy('id')
    .execute();

/** Reads a key in the clear. @returns null if the account has no such key, or only its hash was kept. */
export const showKey = async ({ store, seal }: KeyStore, accountId: number, keyId: number): Promise<string | null> => {
  const found = await store.db
    .selectFrom('api_keys')
    .select(['hash', 'sealed'])
    .where('id', '=', keyId)
    .where('account_id', '=', accountId)
    .where(isActive(store.now))
    .executeTakeFirst();
  return found?.sealed ? seal.open(found.sealed, found.hash) : null;
};
