import type { Generated, JSONColumnType } from 'kysely';
import type { Action } from './apply.js';

/** The list of the whole deployment: no account has this number. */
export const DEPLOYMENT = 0;

/** The rules of accounts and of the deployment, by which verdicts are allowed or denied. */
export interface RulesTable {
  id: Generated<number>;
  /** The account; 0: the whole deployment. */
  list_id: number;
  /** The mailbox, the domain or the mail server that it is found by. */
  key: string;
  /** As people see it. */
  pattern: string;
  action: Action;
  note: string;
  /** The last day, in UTC, on which it counts; null: it has no end. */
  until: string | null;
  /** True: it stands in the file of the deployment, and is changed there. */
  in_file: boolean;
  changed_at: Generated<Date>;
}

/** The content of a rule, before or after a change. */
export interface RuleContent {
  action: Action;
  note: string;
  until: string | null;
}

/**
 * The kinds of what changes a rule: somebody who was signed in, an API key, the file of the deployment, or time, after its
 * end.
 */
export const CHANGERS = ['user', 'key', 'file', 'end'] as const;
export type Changer = (typeof CHANGERS)[number];

/** The changes of rules: the newest of each list, for a year. */
export interface RuleChangesTable {
  id: Generated<number>;
  /** As in `rules`. */
  list_id: number;
  at: Generated<Date>;
  /** Of CHANGERS. */
  changer: Changer;
  user_id: string | null;
  key_id: number | null;
  pattern: string;
  /** The rule before; null: it is new. */
  old: JSONColumnType<RuleContent> | null;
  /** The rule after; null: it was removed. */
  new: JSONColumnType<RuleContent> | null;
}

export interface RuleTables {
  rules: RulesTable;
  rule_changes: RuleChangesTable;
}
