import type { Generated, Kysely, RawBuilder } from 'kysely';
import type { Status } from '../../protocol/index.js';
import type { Plan } from '../plan.js';

/** Which credits paid for a check: the free ones of the month, or bought ones. */
export type Pocket = 'free' | 'bought';

/** Who may check, and what is left to pay with. */
export interface AccountsTable {
  id: Generated<number>;
  plan: Plan;
  /** The month (UTC, `YYYY-MM`) that `free_left` belongs to; `''` before the first check. */
  free_month: Generated<string>;
  free_left: Generated<number>;
  bought_left: Generated<number>;
  /** The rate limit's theoretical arrival time (GCRA): when the next request would be exactly on time. */
  arrival: Generated<Date>;
  created_at: Generated<Date>;
}

/** The keys of an account. A key itself is never kept. */
export interface ApiKeysTable {
  id: Generated<number>;
  account_id: number;
  /** HMAC-SHA-256 of the key. */
  hash: Buffer;
  /** The first characters of the key, by which a person tells one key from another. */
  prefix: string;
  created_at: Generated<Date>;
  revoked_at: Date | null;
}

/** The ledger: one row for every check that was answered and paid for. No address is in it. */
export interface ChecksTable {
  id: Generated<number>;
  account_id: number;
  key_id: number;
  /** HMAC-SHA-256 of the normalised address, or of the text when it is no address. */
  subject: Buffer;
  status: Status;
  cost: number;
  pocket: Pocket;
  checked_at: Generated<Date>;
}

export interface Tables {
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  checks: ChecksTable;
}

/** An open database, whichever of the two kinds it is. */
export interface Opened<T> {
  readonly db: Kysely<T>;
  /** Closes the database; once, however often it is called. What is committed is on the disk. */
  close: () => Promise<void>;
}

/** An open database with the present tables. */
export interface Store extends Opened<Tables> {
  /** The present moment, as SQL: the database's own clock, so that many processes share one. */
  readonly now: RawBuilder<Date>;
}
