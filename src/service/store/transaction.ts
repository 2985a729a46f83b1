import type { Transaction } from 'kysely';
import type { Store, Tables } from './tables.js';

/** A store within a transaction. */
export type Inside = Store & { db: Transaction<Tables> };

/** Runs work on a store in one transaction. */
export const inTransaction = <T>(store: Store, work: (inside: Inside) => Promise<T>): Promise<T> =>
  store.db.transaction().execute((db) => work({ ...store, db }));
