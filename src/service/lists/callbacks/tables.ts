/** The tables of callbacks: see migration.ts. */
import type { Generated } from 'kysely';
import { ENDED } from '../tables.js';

/** The events that callbacks report: a list has ended, in one of these ways. */
export const CALLBACK_EVENTS = ENDED.map((status) => `batch.${status}` as const);
export type CallbackEvent = (typeof CALLBACK_EVENTS)[number];

/** The messages that tell the end of a list. One is due, delivered, or given up. */
export interface CallbacksTable {
  /** The id of the message, the same in each attempt. */
  id: string;
  account_id: number;
  batch_id: number;
  /** The number within the list, from 1. */
  n: number;
  event: CallbackEvent;
  url: string;
  /** The host of the URL: the attempts at one host that run at once are bounded. */
  host: string;
  /** The body, as it is signed. */
  payload: string;
  /** When the next attempt begins; while one runs, when it is taken for lost. Null: no attempt follows. */
  due_at: Date | null;
  /** Names the attempt that runs; null: none does. */
  lease: string | null;
  /** The attempts so far. */
  attempts: Generated<number>;
  /** Those since the end of the list, or since the latest replay. */
  tries: Generated<number>;
  created_at: Date;
  delivered_at: Date | null;
  given_up_at: Date | null;
}

/** The latest attempts of each callback. One with neither status nor reason runs, or was broken off. */
export interface CallbackAttemptsTable {
  callback_id: string;
  /** From 1. */
  no: number;
  at: Date;
  /** The HTTP status; null: there was no answer. */
  status: number | null;
  /** Why it failed. */
  reason: string | null;
  ms: number | null;
}

/** The secrets that sign an account's callbacks. */
export interface CallbackSecretsTable {
  id: Generated<number>;
  account_id: number;
  /** The secret, encrypted. */
  sealed: Buffer;
  created_at: Date;
  /** When a replaced one stops signing; null for the current one. */
  ends_at: Date | null;
}

export interface CallbackTables {
  batch_callbacks: CallbacksTable;
  callback_attempts: CallbackAttemptsTable;
  callback_secrets: CallbackSecretsTable;
}
