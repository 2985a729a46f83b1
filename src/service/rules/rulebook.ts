/** The rules that can fit some addresses, read by one query, and which of them counts. */
import { sql } from 'kysely';
import type { ValidationResult } from '../../protocol/index.js';
import { createBatcher } from '../../util/batcher.js';
import type { Store } from '../schema.js';
import { applyRule, type Action } from './apply.js';
import { isOfMailServer, keysOf, keysOfMailServer } from './pattern.js';
import { DEPLOYMENT } from './tables.js';

/** The rules of an account and of the deployment, as far as they can fit the addresses that they were read for. */
export interface Rulebook {
  /** The result of a check of one of these addresses, by the rule that counts for it. */
  apply: (result: ValidationResult) => ValidationResult;
  /** True if one of these addresses is denied, whatever the DNS and its mail server say: they need not be asked. */
  denies: (email: string) => boolean;
}

/** No rules. */
export const NO_RULES: Rulebook = { apply: (result) => result, denies: () => false };

/** Checks whose rules one query reads. */
const MOST = 500;

type ByKey = ReadonlyMap<string, Action>;

/**
 * The action that counts: of each list that of the most specific rule, and of these first a denial of the deployment, then
 * the account's, then an allowance of the deployment.
 */
export const chooseAction = (keys: readonly string[], account: ByKey, deployment: ByKey): Action | null => {
  const find = (rules: ByKey): Action | null => {
    const key = keys.find((one) => rules.has(one));
    return key === undefined ? null : (rules.get(key) ?? null);
  };
  const general = find(deployment);
  return general !== null && general !== 'allow' ? general : (find(account) ?? general);
};

/**
 * True if an address is denied, whatever its mail server is. `deny_risky` is no such rule: a domain that does not exist
 * is `invalid` all the same. @param keys those of the address alone.
 */
export const deniesUnasked = (keys: readonly string[], account: ByKey, deployment: ByKey): boolean => {
  if (chooseAction(keys, account, deployment) !== 'deny') return false;
  // A rule of the deployment for the mail server would go before the account's, and may be milder.
  const mayBeMilder = [...deployment].some(([key, action]) => isOfMailServer(key) && action === 'deny_risky');
  return !mayBeMilder || keys.some((key) => deployment.has(key));
};

interface Row {
  list_id: number;
  key: string;
  action: Action;
}

const makeBook = (rows: readonly Row[]): Rulebook => {
  if (rows.length === 0) return NO_RULES;
  const [account, deployment] = [new Map<string, Action>(), new Map<string, Action>()];
  for (const { list_id, key, action } of rows) (list_id === DEPLOYMENT ? deployment : account).set(key, action);
  return {
    apply: (result) => {
      // The text of the result is the one that was checked.
      const keys = [...keysOf(result.email), ...keysOfMailServer(result.mx_record)];
      return applyRule(result, chooseAction(keys, account, deployment));
    },
    denies: (email) => deniesUnasked(keysOf(email), account, deployment),
  };
};

/** Reads the rules for addresses, and all of those for mail servers, which are few: which server it is, is not known yet. */
const readBook = async ({ db, now }: Store, accountId: number, emails: Iterable<string>): Promise<Rulebook> => {
  const keys = new Set<string>();
  for (const email of emails) for (const key of keysOf(email)) keys.add(key);
  const lists = sql`any (array[${accountId}::bigint, ${sql.lit(DEPLOYMENT)}])`;
  const counts = sql`(until is null or until >= (${now} at time zone 'UTC')::date)`;
  const { rows } = await sql<Row>`
    select list_id, key, action from rules where list_id = ${lists} and key = any (${[...keys]}::text[]) and ${counts}
    union all
    select list_id, key, action from rules where list_id = ${lists} and key like 'mx:%' and ${counts}`.execute(db);
  return makeBook(rows);
};

/** Reads the rules of an account and of the deployment for an address. */
export type ReadRules = (accountId: number, email: string) => Promise<Rulebook>;

/** Creates the reader for single checks: concurrent ones of an account share a query. */
export const createRules = (store: Store): ReadRules =>
  createBatcher<number, string, Rulebook>(MOST, async (accountId, take) => {
    const batch = take();
    const book = await readBook(
      store,
      accountId,
      batch.map(({ item }) => item),
    );
    for (const { resolve } of batch) resolve(book);
  });

/** Reads the rules of an account and of the deployment for many addresses. */
export type ReadManyRules = (accountId: number, emails: readonly string[]) => Promise<Rulebook>;

/**
 * Creates the reader for lists. Most accounts have no rules: that costs one query, which concurrent reads share, and no
 * key of an address.
 */
export const createManyRules = (store: Store): ReadManyRules => {
  const hasAny = createBatcher<number, null, boolean>(MOST, async (accountId, take) => {
    const batch = take();
    const any = store.db.selectFrom('rules').select('id').where('list_id', 'in', [accountId, DEPLOYMENT]).limit(1);
    const isAny = (await any.executeTakeFirst()) !== undefined;
    for (const { resolve } of batch) resolve(isAny);
  });
  return async (accountId, emails) =>
    emails.length === 0 || !(await hasAny(accountId, null)) ? NO_RULES : readBook(store, accountId, emails);
};
