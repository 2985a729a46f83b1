import type { ColumnType, Generated } from 'kysely';
import type { Status, SubStatusCode } from '../../../protocol/index.js';

/** The outcomes that verdicts are measured by. A complaint counts as a delivery: the mail has arrived. */
export type Counted = 'delivered' | 'bounced';

/** The accounts whose verdicts are remembered, since their outcomes of mail are to be compared with them. */
export interface AccuracyAccountsTable {
  account_id: number;
  /** Null: the account has turned it off. */
  remembers_since: Date | null;
  /** When the operator was last alerted that too many of its valid addresses bounce; null: not, or long ago. */
  alerted_at: Date | null;
}

/** The last verdict on a mailbox before its outcome, of accounts that are measured. Deleted after 90 days. */
export interface RememberedVerdictsTable {
  account_id: number;
  /** HMAC-SHA-256 of the mailbox behind the address. */
  mailbox: Buffer;
  status: Status;
  /** In hundredths. */
  score: number;
  codes: SubStatusCode[];
  checked_at: Date;
  /** The outcome that was counted; null: none is known yet. */
  outcome: Counted | null;
}

/** Verdicts whose outcome is known, counted by the week in which they were given. Deleted after two years. */
export interface AccuracyWeeksTable {
  account_id: number;
  /** The Monday of the week (UTC). */
  week: ColumnType<Date, string, string>;
  /**
   * The kind of `value`: a `status`, a `code`, the tenth of the scale in which the `score` is, from 0 to 9, or the status
   * of `plain` verdicts: those without a code that says something about bounces.
   */
  kind: 'status' | 'code' | 'score' | 'plain';
  value: string;
  delivered: Generated<number>;
  bounced: Generated<number>;
}

export interface AccuracyTables {
  accuracy_accounts: AccuracyAccountsTable;
  remembered_verdicts: RememberedVerdictsTable;
  accuracy_weeks: AccuracyWeeksTable;
}
