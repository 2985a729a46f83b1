import type { Generated } from 'kysely';

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

/** Credits that were set aside for a list. */
export interface ReservationsTable {
  id: Generated<number>;
  account_id: number;
  created_at: Generated<Date>;
}

export interface CreditTables {
  credit_lots: CreditLotsTable;
  ledger: LedgerTable;
  reservations: ReservationsTable;
  used_free: UsedFreeTable;
}
