import type { Transaction } from 'kysely';
import type { Store } from './store.js';

/** A store within a transaction. */
export type Inside<T> = Store<T> & { db: Transaction<T> };

const isInside = <T>(store: Store<T>): store is Inside<T> => store.db.isTransaction;

/** Runs work on a store in one transaction: in that of the caller, if there is one. */
export const inTransaction = async <T, R>(store: Store<T>, work: (inside: Inside<T>) => Promise<R>): Promise<R> =>
  isInside(store) ? work(store) : store.db.transaction().execute((db) => work({ ...store, db }));
