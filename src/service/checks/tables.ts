import type { Generated } from 'kysely';
import type { Status } from '../../protocol/index.js';
import type { Source } from '../credits/tables.js';

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

/**
 * The checks of an account on one day (UTC), by what paid for them and by verdict. They stay when the checks are
 * deleted.
 */
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

export interface CheckTables {
  checks: ChecksTable;
  check_days: CheckDaysTable;
}
