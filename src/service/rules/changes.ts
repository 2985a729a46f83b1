/** The changes of rules: which, when, and by whom. */
import { sql } from 'kysely';
import type { Inside, Store } from '../schema.js';
import { deleteInSteps } from '../store/in-steps.js';
import type { Changer, RuleContent } from './tables.js';

/** The changes of a list that are kept, and for how long. */
const MOST_CHANGES = 10_000;
const YEAR = sql`interval '365 days'`;
/** The time for which a rule that has ended is still shown. */
const MONTH = sql`interval '30 days'`;

/** Somebody, or something, that changes rules. */
export type Changed = { changer: 'user'; userId: string } | { changer: 'key'; keyId: number } | { changer: 'file' };

/** A change of a rule: of `old` and `new`, one may be null. */
export interface Change {
  pattern: string;
  old: RuleContent | null;
  new: RuleContent | null;
}

/** A change as it is shown. */
export interface NotedChange extends Change {
  id: number;
  at: Date;
  changer: Changer;
  /** The address of the user, or the name of the key; null: it is not there any more, or it was neither. */
  name: string | null;
}

/** Notes changes of a list, and forgets its oldest beyond {@link MOST_CHANGES}. */
export const noteChanges = async (
  { db, now }: Inside,
  listId: number,
  by: Changed,
  changes: readonly Change[],
): Promise<void> => {
  if (changes.length === 0) return;
  const userId = by.changer === 'user' ? by.userId : null;
  const keyId = by.changer === 'key' ? by.keyId : null;
  await sql`
    insert into rule_changes (list_id, at, changer, user_id, key_id, pattern, old, new)
    select ${listId}::bigint, ${now}, ${by.changer}, ${userId}, ${keyId}::bigint, pattern, old, new
    from json_to_recordset(${JSON.stringify(changes)}::json) as change (pattern text, old json, new json)`.execute(db);
  await sql`
    delete from rule_changes where list_id = ${listId} and id <= (
      select id from rule_changes where list_id = ${listId} order by id desc offset ${sql.lit(MOST_CHANGES)} limit 1
    )`.execute(db);
};

/** The changes of a list, newest first. @param before the number of one: only older ones. */
export const listChanges = async (
  { db }: Store,
  listId: number,
  most: number,
  before?: number,
): Promise<NotedChange[]> => {
  const rows = await db
    .selectFrom('rule_changes as change')
    .leftJoin('users', 'users.id', 'change.user_id')
    .leftJoin('api_keys', 'api_keys.id', 'change.key_id')
    .select(['change.id', 'change.at', 'change.changer', 'change.pattern', 'change.old', 'change.new'])
    .select(sql<string | null>`coalesce(users.email, api_keys.name)`.as('name'))
    .where('change.list_id', '=', listId)
    .$if(before !== undefined, (query) => query.where('change.id', '<', before ?? 0))
    .orderBy('change.id', 'desc')
    .limit(most)
    .execute();
  return rows;
};

/** Deletes rules a month after their end, and changes after a year. @returns the number of deleted rows. */
export const forgetOldRules = async (store: Store, signal: AbortSignal): Promise<number> => {
  const { db, now } = store;
  const today = sql`(${now} at time zone 'UTC')::date`;
  const ended = await sql`
    with ended as (
      delete from rules where until < ${today} - ${MONTH} and not in_file
      returning list_id, pattern, action, note, until
    )
    insert into rule_changes (list_id, at, changer, pattern, old)
    select list_id, ${now}, 'end', pattern,
      json_build_object('action', action, 'note', note, 'until', to_char(until, 'YYYY-MM-DD'))
    from ended`.execute(db);
  const changes = { table: 'rule_changes', key: ['id'], where: sql`at < ${now} - ${YEAR}` } as const;
  return Number(ended.numAffectedRows ?? 0n) + (await deleteInSteps(store, changes, signal));
};
