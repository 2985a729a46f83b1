import type { Generated } from 'kysely';
import type { Status } from '../../protocol/index.js';

/** The number of addresses in a hundred to which mail bounces, at least and at most. */
export type Bounds = readonly [least: number, most: number];

/** Bounds by code, and by status for verdicts without such a code: see bounces.ts. */
export interface BoundsOf {
  codes: Readonly<Partial<Record<string, Bounds>>>;
  statuses: Readonly<Partial<Record<Status, Bounds>>>;
}

/**
 * Outcomes of an account's own mail to a mailbox, as the account has reported them. Each time is that of the latest such
 * mail; null: none is known.
 */
export interface MailOutcomesTable {
  account_id: number;
  /** HMAC-SHA-256 of the mailbox behind the address. */
  mailbox: Buffer;
  /** HMAC-SHA-256 of the mailbox's domain; null: it was last reported without `DOMAIN_OUTCOMES=on`. */
  domain: Buffer | null;
  delivered_at: Date | null;
  /** A hard bounce: the address does not work. */
  bounced_at: Date | null;
  complained_at: Date | null;
  /** When the account has last reported one of them. */
  reported_at: Generated<Date>;
}

/** The mail providers that tell an account's outcomes, each at an address of its own. */
export interface MailSourcesTable {
  id: Generated<number>;
  account_id: number;
  /** One of `PROVIDERS`. */
  provider: string;
  /** HMAC-SHA-256 of the secret in the address. */
  hash: Buffer;
  /** The key that signs the provider's messages, encrypted; null: it signs nothing. */
  sealed: Buffer | null;
  created_at: Generated<Date>;
  /** When a message came last, to the minute. */
  last_used_at: Date | null;
  /** The outcomes that it has reported, repeats among them. */
  reports: Generated<number>;
}

export interface MailOutcomeTables {
  mail_outcomes: MailOutcomesTable;
  mail_sources: MailSourcesTable;
}
