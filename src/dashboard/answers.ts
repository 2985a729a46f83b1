/** The answers of the service to its own dashboard. Both are of one build, so that their form is not checked again. */
import type { Quality, Status, ValidationResult } from '../protocol/index.js';

export type Registration = 'open' | 'invite' | 'closed';

export interface Session {
  user: { id: string; email: string; role: 'user' | 'operator'; account: number };
  session: { id: string };
}

export interface SessionList {
  sessions: { id: string; current: boolean; user_agent: string | null; created_at: string; expires_at: string }[];
}

export interface Credits {
  free: number;
  bought: number;
  reserved: number;
}

export type Plan = 'standard' | 'enterprise';

/** The checks of a day (UTC, `2026-01-31`) by verdict. */
export type Day = { day: string } & Record<Status, number>;

export interface Overview {
  plan: Plan;
  credits: Credits;
  next_free_credits_at: string;
  days: Day[];
}

export interface CreditEntry {
  at: string;
  kind: string;
  amount: number;
  source: 'free' | 'grant' | 'purchase';
  reference: string | null;
  expires_at: string | null;
}

/** A page of the history of credits; `next` is the `before` of the one after, or null. */
export interface CreditPage {
  entries: CreditEntry[];
  next: string | number | null;
}

export type KeyMode = 'live' | 'test';
export type Scope = 'validate' | 'batch';

export interface Key {
  id: number;
  name: string;
  mode: KeyMode;
  prefix: string;
  scopes: Scope[];
  networks: string[];
  created_at: string;
  last_used_at: string | null;
  /** When a rotated key stops working; null: it was not rotated. */
  expires_at: string | null;
}

export interface Deployment {
  /** The service's URL for browsers. */
  url: string;
  /** The edge of the deployment, for the operator's pages, and the origins that may use it. */
  edge: { url: string; origins: string[] };
}

export interface Checked {
  result: ValidationResult;
  explanation: Explanation[];
}

/** A code, its effect on the score (a deduction in hundredths, or the status that sets the score) and its meaning. */
export interface Explanation {
  code: string;
  effect: number | 'invalid' | 'unknown';
  meaning: string;
}

export interface Account {
  id: number;
  email: string;
  plan: Plan;
  credits: Credits;
  created_at: string;
}

export interface AccountPage {
  accounts: Account[];
  next: string | number | null;
}

export interface Invitation {
  code: string;
  link: string;
  expires_at: string;
}

export type ListStatus = 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled';

/** A list with its progress. */
export interface List {
  id: number;
  name: string;
  status: ListStatus;
  total: number;
  /** The rows that are done, duplicates too. */
  processed: number;
  duplicates: number;
  counts: Record<Status, number>;
  credits: { reserved: number; spent: number };
  error: string | null;
  /** The name of the column with the addresses, or its number from 1. */
  email_column: string | number;
  created_at: string;
  expires_at: string;
  ended_at: string | null;
  callback: { url: string } | null;
}

/** A list as its events show it: `rate` in rows a second; null: not known yet. */
export interface ListProgress extends List {
  rate: number | null;
  seconds_left: number | null;
}

/** A page of lists or of rows. */
export interface Paged<T> {
  data: T[];
  page: number;
  limit: number;
  /** On all pages. */
  total: number;
}

/** A row of a list. Without a result, the fields of the result are null. */
export interface ListRow {
  row: number;
  email: string;
  status: Status | null;
  quality: Quality | null;
  score: number | null;
  sub_status: string[] | null;
  did_you_mean: string | null;
  duplicate_of: number | null;
}

/** One attempt to send a callback. Without a status there was no answer; without a reason either, it runs. */
export interface CallbackAttempt {
  at: string;
  status: number | null;
  reason: string | null;
  ms: number | null;
}

export interface Callback {
  id: string;
  n: number;
  event: string;
  url: string;
  next_attempt_at: string | null;
  delivered_at: string | null;
  given_up_at: string | null;
  attempts: CallbackAttempt[];
}

/** The end of a test of a receiver of callbacks. */
export interface CallbackTest {
  delivered: boolean;
  status: number | null;
  reason: string | null;
  ms: number;
}
