/** The rules of a list, an account's or the deployment's: shown and changed, each change with who made it. */
import { sql, type RawBuilder } from 'kysely';
import { Refusal } from '../../protocol/refusal.js';
import type { Inside, Store } from '../schema.js';
import { inTransaction } from '../store/transaction.js';
import { noteChanges, type Change, type Changed } from './changes.js';
import type { Pattern } from './pattern.js';
import type { RuleContent } from './tables.js';

/** The rules that a list can have, and those of them for mail servers: each check reads all of these. */
const MOST_RULES = 10_000;
const MOST_MAIL_SERVERS = 100;
/** With the list, the advisory lock of its changes. The number is arbitrary. */
const LOCK = 652_074_302;

/** A rule that is to be. */
export interface NewRule extends Pattern, RuleContent {}

/** A rule as it is shown. */
export interface Rule extends RuleContent {
  id: number;
  pattern: string;
  inFile: boolean;
  changedAt: Date;
}

interface StoredRule extends NewRule {
  id: number;
  in_file: boolean;
}

/** The day of a column, such as `2026-12-31`. */
const dayOf = (column: string): RawBuilder<string | null> =>
  sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`;

/** One at a time changes a list, so that its rules can be counted. */
const lock = async ({ db }: Inside, listId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)}, hashint8(${listId}::bigint))`.execute(db);
};

const select = ({ db }: Inside, listId: number) =>
  db
    .selectFrom('rules')
    .select(['id', 'key', 'pattern', 'action', 'note', 'in_file', dayOf('until').as('until')])
    .where('list_id', '=', listId);

/** @throws Refusal `conflict` if a list has too many rules now. */
const checkCount = async ({ db }: Inside, listId: number): Promise<void> => {
  const { rows } = await sql<{ all: number; hosts: number }>`
    select count(*)::integer as all, (count(*) filter (where key like 'mx:%'))::integer as hosts
    from rules where list_id = ${listId}`.execute(db);
  const { all = 0, hosts = 0 } = rows[0] ?? {};
  if (all > MOST_RULES)
    throw new Refusal('conflict', `There can be ${MOST_RULES} rules, and this makes ${all}; delete some first.`);
  if (hosts > MOST_MAIL_SERVERS)
    throw new Refusal(
      'conflict',
      `There can be ${MOST_MAIL_SERVERS} rules for mail servers, and this makes ${hosts}; mx:*.firm.org fits all below it.`,
    );
};

const write = async (
  { db, now }: Inside,
  listId: number,
  rules: readonly NewRule[],
  isInFile: boolean,
): Promise<void> => {
  await sql`
    insert into rules (list_id, key, pattern, action, note, until, in_file, changed_at)
    select ${listId}::bigint, key, pattern, action, note, until, ${isInFile}::boolean, ${now}
    from json_to_recordset(${JSON.stringify(rules)}::json)
      as wanted (key text, pattern text, action text, note text, until date)
    on conflict (list_id, key) do update set pattern = excluded.pattern, action = excluded.action,
      note = excluded.note, until = excluded.until, in_file = excluded.in_file, changed_at = excluded.changed_at`.execute(
    db,
  );
};

const remove = async ({ db }: Inside, rules: readonly { id: number }[]): Promise<void> => {
  const ids = rules.map(({ id }) => id);
  await sql`delete from rules where id = any (${ids}::bigint[])`.execute(db);
};

const contentOf = ({ action, note, until }: RuleContent): RuleContent => ({ action, note, until });

const changeOf = (old: StoredRule | undefined, wanted: NewRule | undefined): Change => ({
  pattern: (wanted ?? old)?.pattern ?? '',
  old: old === undefined ? null : contentOf(old),
  new: wanted === undefined ? null : contentOf(wanted),
});

/** The wanted rules that are new or other than before. Of several for one key, the last counts. */
const differing = (
  there: ReadonlyMap<string, StoredRule>,
  wanted: readonly NewRule[],
  isInFile: boolean,
): NewRule[] => {
  const byKey = new Map(wanted.map((rule) => [rule.key, rule]));
  return [...byKey.values()].filter((rule) => {
    const old = there.get(rule.key);
    if (old?.in_file !== isInFile || old.pattern !== rule.pattern) return true;
    return old.action !== rule.action || old.note !== rule.note || old.until !== rule.until;
  });
};

/** The number of rules that are new, and of those that were there and are other now. */
export interface Counts {
  added: number;
  changed: number;
}

/**
 * Sets rules: one whose pattern has a rule replaces it.
 * @throws Refusal `conflict` for too many, or a rule that stands in the file of the deployment.
 */
export const setRules = (store: Store, listId: number, by: Changed, wanted: readonly NewRule[]): Promise<Counts> =>
  inTransaction(store, async (inside) => {
    await lock(inside, listId);
    const keys = wanted.map(({ key }) => key);
    const rows = await select(inside, listId).where('key', 'in', keys).execute();
    const there = new Map(rows.map((row) => [row.key, row]));
    const rules = differing(there, wanted, false);
    const inFile = rules.find(({ key }) => there.get(key)?.in_file);
    if (inFile !== undefined)
      throw new Refusal('conflict', `${inFile.pattern} stands in rules.txt in DATA_DIR; change it there.`);
    await write(inside, listId, rules, false);
    await checkCount(inside, listId);
    await noteChanges(
      inside,
      listId,
      by,
      rules.map((rule) => changeOf(there.get(rule.key), rule)),
    );
    const added = rules.filter(({ key }) => !there.has(key)).length;
    return { added, changed: rules.length - added };
  });

/**
 * Removes a rule.
 * @returns false if the list has none with this number.
 * @throws Refusal `conflict` for one that stands in the file of the deployment.
 */
export const removeRule = (store: Store, listId: number, by: Changed, id: number): Promise<boolean> =>
  inTransaction(store, async (inside) => {
    await lock(inside, listId);
    const [old] = await select(inside, listId).where('id', '=', id).execute();
    if (old === undefined) return false;
    if (old.in_file) throw new Refusal('conflict', `${old.pattern} stands in rules.txt in DATA_DIR; remove it there.`);
    await remove(inside, [old]);
    await noteChanges(inside, listId, by, [changeOf(old, undefined)]);
    return true;
  });

/**
 * Makes the rules of the file what the file says. Those of others stay, unless the file has one for the same pattern.
 * @param isWhole false: a line could not be read, so that no rule is removed for being missing.
 * @throws Refusal `conflict` for too many.
 */
export const setFileRules = (
  store: Store,
  listId: number,
  wanted: readonly NewRule[],
  isWhole: boolean,
): Promise<Counts & { removed: number }> =>
  inTransaction(store, async (inside) => {
    await lock(inside, listId);
    const rows = await select(inside, listId).execute();
    const there = new Map(rows.map((row) => [row.key, row]));
    const rules = differing(there, wanted, true);
    const keys = new Set(wanted.map(({ key }) => key));
    const gone = isWhole ? rows.filter(({ key, in_file }) => in_file && !keys.has(key)) : [];
    if (rules.length + gone.length === 0) return { added: 0, changed: 0, removed: 0 };
    await remove(inside, gone);
    await write(inside, listId, rules, true);
    await checkCount(inside, listId);
    const changes = [
      ...gone.map((old) => changeOf(old, undefined)),
      ...rules.map((rule) => changeOf(there.get(rule.key), rule)),
    ];
    await noteChanges(inside, listId, { changer: 'file' }, changes);
    const added = rules.filter(({ key }) => !there.has(key)).length;
    return { added, changed: rules.length - added, removed: gone.length };
  });

/** Some rules of a list, newest first, and the number of all of them. */
export const listRules = async (
  { db }: Store,
  listId: number,
  { most, before, search }: { most: number; before?: number | undefined; search?: string | undefined },
): Promise<{ rules: Rule[]; total: number }> => {
  const found = search === undefined ? '' : search.toLowerCase();
  const { rows } = await sql<Rule & { total: number }>`
    select id, pattern, action, note, ${dayOf('until')} as until, in_file as "inFile", changed_at as "changedAt"
    from rules where list_id = ${listId} and (${before ?? null}::bigint is null or id < ${before ?? null}::bigint)
      and (${found} = '' or position(${found} in pattern) > 0 or position(${found} in lower(note)) > 0)
    order by id desc limit ${most}`.execute(db);
  const { count } = await db
    .selectFrom('rules')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('list_id', '=', listId)
    .executeTakeFirstOrThrow();
  return { rules: rows, total: count };
};
