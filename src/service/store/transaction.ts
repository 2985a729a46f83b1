import type { Transaction } from 'kysely';
import type { Store, Tables } from './tables.js';

/** A store within a transaction. */
export type Inside = Store & { db: Transaction<Tables> };

const isInside = (store: Store): store is Inside => store.db.isTransaction;

/** Runs work on a store in one transaction: in that of the caller, if there is one. */
export const inTransaction = async <T>(store: Store, work: (inside: Inside) => Promise<T>): Promise<T> =>
  isInside(store) ? work(store) : store.db.transaction().execute((db) => work({ ...store, db }));
