import type { Writable } from 'node:stream';
import type { Kysely, RawBuilder } from 'kysely';
import type { StoreHealth } from './health.js';

/** An open database: PostgreSQL or PGlite. */
export interface Opened<T> {
  readonly db: Kysely<T>;
  /** Tells whether the database can be used now. Never rejects, and takes some seconds at most. */
  health: () => Promise<StoreHealth>;
  /** Returns the number of queries and transactions that wait for a connection now. */
  waiting: () => number;
  /** Bytes free on the disk of an embedded database; null for others. */
  freeBytes: () => Promise<number | null>;
  /** Closes the database; later calls return the same promise. Commits are durable. */
  close: () => Promise<void>;
}

/** An open database with the current tables. */
export interface Store<T> extends Opened<T> {
  /** The current time, as SQL: the database's own clock, which all processes share. */
  readonly now: RawBuilder<Date>;
  /** Writes a backup to a stream, and ends it. @throws StartupError on PostgreSQL, which has its own tools. */
  backup: (out: Writable) => Promise<void>;
}
