import type { Writable } from 'node:stream';
import type { Generated, Kysely, RawBuilder } from 'kysely';
import type { Status } from '../../protocol/index.js';
import type { KeyMode, Plan, Scope } from '../plans.js';
import type { CallbackTables } from '../lists/callbacks/tables.js';
import type { ListTables } from '../lists/tables.js';
import type { ShapingTables } from '../lists/work/shaping-tables.js';
import type { UserTables } from '../users/tables.js';
import type { StoreHealth } from './health.js';
import type { CopiedRows } from './unavailable.js';

/** The accounts. */
export interface AccountsTable {
  id: Generated<number>;
  plan: Plan;
  /** When the latest requests that count against the rate limit came, oldest first. */
  recent: Generated<Date[]>;
  /** The user to whom it belongs; null if there is none, or none any more. */
  owner_id: Generated<string | null>;
  created_at: Generated<Date>;
}

/** The API keys of an account. */
export interface ApiKeysTable {
  id: Generated<number>;
  account_id: number;
  /** HMAC-SHA-256 of the key. */
  hash: Buffer;
  /** The first characters of the key, for display. */
  prefix: string;
  name: Generated<string>;
  mode: Generated<KeyMode>;
  scopes: Generated<Scope[]>;
  /** The client addresses that may use it: CIDR blocks; empty for all. */
  networks: Generated<string[]>;
  /** The key, encrypted; null for keys made before version 2 and for the calling program's own key. */
  sealed: Buffer | null;
  /** The key that the calling program has for itself. */
  own: Generated<boolean>;
  created_at: Generated<Date>;
  /** The end of the grace period of a rotated key. */
  expires_at: Date | null;
  /** To the minute. */
  last_used_at: Date | null;
  revoked_at: Date | null;
}

/** One row for every check that was answered, without the address. */
export interface ChecksTable {
  id: Generated<number>;
  account_id: number;
  /** Null: the check of a person who was signed in. */
  key_id: number | null;
  /** HMAC-SHA-256 of the normalised address, or of the text if it is not an address. */
  subject: Buffer;
  status: Status;
  /** The entry of the ledger that paid for it; both null if it cost nothing. */
  lot_id: number | null;
  seq: number | null;
  checked_at: Generated<Date>;
}

/** Where credits come from: a month's free ones, the operator's, or bought ones. */
export type Source = 'free' | 'grant' | 'purchase';

/**
 * Credits that came together. A part of a lot that is reserved is a lot itself, with a parent. `entries` and `remaining`
 * are the number and the balance of its newest entry in the ledger.
 */
export interface CreditLotsTable {
  id: Generated<number>;
  account_id: number;
  source: Source;
  /** The month (UTC, `YYYY-MM`) of free credits; at most one lot per account and month. */
  month: string | null;
  /** Names the payment or the order: a second lot with the same one is refused. */
  reference: string | null;
  reservation_id: number | null;
  parent_id: number | null;
  remaining: number;
  entries: number;
  /** Null for all but free credits: what was added while the clock was ahead is valid when it is right again. */
  valid_from: Date | null;
  /** Null: never. */
  expires_at: Date | null;
  created_at: Generated<Date>;
}

/** The checks of an account on one day (UTC), by what paid for them and by verdict. They stay when the checks are deleted. */
export interface CheckDaysTable {
  account_id: number;
  day: Date;
  /** `none`: they cost nothing. */
  paid_from: Source | 'none';
  status: Status;
  count: number;
  /** The time of the latest one. */
  latest: Date;
}

/** Free credits of a month that deleted users of a mailbox had used. */
export interface UsedFreeTable {
  /** HMAC-SHA-256 of the mailbox. */
  mailbox: Buffer;
  /** UTC, `YYYY-MM`. */
  month: string;
  used: number;
}

/**
 * The kind of an entry of the ledger. `reserve` and `release` move credits between a lot and its reserved part.
 * `used_before` takes what an earlier account of the same mailbox had used of a month's free credits.
 */
export type EntryKind = Source | 'check' | 'reserve' | 'release' | 'used_before';

/** The append-only ledger. Each entry of a lot continues the balance of the one before, which the database checks. */
export interface LedgerTable {
  lot_id: number;
  /** The number of the entry in its lot, from 1. */
  seq: number;
  kind: EntryKind;
  amount: number;
  /** The sum of this and all earlier entries of the lot; never negative. */
  balance: number;
  at: Date;
}

/** Credits that were set aside for a batch. */
export interface ReservationsTable {
  id: Generated<number>;
  account_id: number;
  created_at: Generated<Date>;
}

export interface Tables extends UserTables, ListTables, CallbackTables, ShapingTables {
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  checks: ChecksTable;
  check_days: CheckDaysTable;
  credit_lots: CreditLotsTable;
  ledger: LedgerTable;
  reservations: ReservationsTable;
  used_free: UsedFreeTable;
}

/** A database, or a transaction in it. */
export type Db = Kysely<Tables>;

/** An open database: PostgreSQL or PGlite. */
export interface Opened<T> {
  readonly db: Kysely<T>;
  /** Adds rows to a table, in a transaction of its own. */
  copy: (rows: CopiedRows) => Promise<void>;
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
export interface Store extends Opened<Tables> {
  /** The current time, as SQL: the database's own clock, which all processes share. */
  readonly now: RawBuilder<Date>;
  /** Writes a backup to a stream, and ends it. @throws StartupError on PostgreSQL, which has its own tools. */
  backup: (out: Writable) => Promise<void>;
}
