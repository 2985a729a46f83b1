import type { Generated, Kysely, RawBuilder } from 'kysely';
import type { Status } from '../../protocol/index.js';
import type { Plan } from '../plans.js';
import type { UserTables } from '../users/tables.js';

/** The credits that paid for a check: free ones of the month, or bought ones. */
export type Pocket = 'free' | 'bought';

/** The accounts and their credits. */
export interface AccountsTable {
  id: Generated<number>;
  plan: Plan;
  /** The month (UTC, `YYYY-MM`) that `free_left` belongs to; `''` before the first check. */
  free_month: Generated<string>;
  free_left: Generated<number>;
  bought_left: Generated<number>;
  /** The theoretical arrival time of the rate limit (GCRA). */
  arrival: Generated<Date>;
  /** The user to whom it belongs; null if there is none, or none any more. */
  owner_id: Generated<string | null>;
  created_at: Generated<Date>;
}

/** The API keys of an account, as hashes. */
export interface ApiKeysTable {
  id: Generated<number>;
  account_id: number;
  /** HMAC-SHA-256 of the key. */
  hash: Buffer;
  /** The first characters of the key, for display. */
  prefix: string;
  created_at: Generated<Date>;
  revoked_at: Date | null;
}

/** The ledger: one row for every check that was answered and paid for, without the address. */
export interface ChecksTable {
  id: Generated<number>;
  account_id: number;
  key_id: number;
  /** HMAC-SHA-256 of the normalised address, or of the text if it is not an address. */
  subject: Buffer;
  status: Status;
  cost: number;
  pocket: Pocket;
  checked_at: Generated<Date>;
}

export interface Tables extends UserTables {
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  checks: ChecksTable;
}

/** A database, or a transaction in it. */
export type Db = Kysely<Tables>;

/** An open database: PostgreSQL or PGlite. */
export interface Opened<T> {
  readonly db: Kysely<T>;
  /** Closes the database; later calls return the same promise. Commits are durable. */
  close: () => Promise<void>;
}

/** An open database with the current tables. */
export interface Store extends Opened<Tables> {
  /** The current time, as SQL: the database's own clock, which all processes share. */
  readonly now: RawBuilder<Date>;
}
