/** The rows that are stored about an account, as its export shows them. */
import { sql } from 'kysely';
import type { Store } from '../schema.js';
import type { SignedIn } from '../users/sessions.js';
import { fromMicroseconds, toMicroseconds } from './cursor-pages.js';

/** Rows that are read, and in memory, at once. */
const ROWS = 500;

/** Rows of a table, in parts. */
type Rows = AsyncGenerator<object[]>;

/** Reads rows in parts, each after the last row of the part before. */
async function* inParts<R extends object>(read: (last: R | undefined) => Promise<R[]>): AsyncGenerator<R[]> {
  let last: R | undefined;
  for (;;) {
    const rows = await read(last);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS) return;
    last = rows.at(-1);
  }
}

/** The API keys, revoked ones too, without secrets and hashes. */
const keysOf = ({ db }: Store, accountId: number): Rows =>
  inParts<{ id: number }>((last) =>
    db
      .selectFrom('api_keys')
      .select(['id', 'name', 'mode', 'prefix', 'scopes', 'networks', 'created_at', 'last_used_at'])
      .select(['expires_at', 'revoked_at'])
      .where('account_id', '=', accountId)
      .where('id', '>', last?.id ?? 0)
      .orderBy('id')
      .limit(ROWS)
      .execute(),
  );

const sessionsOf = ({ db }: Store, userId: string): Rows =>
  inParts<{ id: string }>((last) =>
    db
      .selectFrom('sessions')
      .select(['id', 'user_agent', 'created_at', 'updated_at', 'expires_at'])
      .where('user_id', '=', userId)
      .where('id', '>', last?.id ?? '')
      .orderBy('id')
      .limit(ROWS)
      .execute(),
  );

interface Lot {
  id: number;
  /** The number of its entries in the ledger. */
  entries: number;
}

const lotsOf = ({ db }: Store, accountId: number) =>
  inParts<Lot>((last) =>
    db
      .selectFrom('credit_lots')
      .select(['id', 'source', 'month', 'reference', 'reservation_id', 'parent_id', 'remaining', 'entries'])
      .select(['valid_from', 'expires_at', 'created_at'])
      .where('account_id', '=', accountId)
      .where('id', '>', last?.id ?? 0)
      .orderBy('id')
      .limit(ROWS)
      .execute(),
  );

/** Groups lots whose entries are read by one query; one with more entries is alone. */
const groupsOf = (lots: Lot[]): number[][] => {
  const groups: number[][] = [];
  let room = 0;
  for (const { id, entries } of lots) {
    room -= entries;
    if (room >= 0) groups.at(-1)?.push(id);
    else {
      groups.push([id]);
      room = ROWS - entries;
    }
  }
  return groups;
};

/** The entries of the ledger, lot by lot. */
async function* entriesOf(store: Store, accountId: number): Rows {
  const { db } = store;
  for await (const lots of lotsOf(store, accountId))
    for (const ids of groupsOf(lots))
      yield* inParts<{ lot: number; seq: number }>((last) => {
        const rows = db
          .selectFrom('ledger')
          .select(['lot_id as lot', 'seq', 'kind', 'amount', 'balance', 'at'])
          .where('lot_id', 'in', ids);
        const next = last && rows.where(sql<boolean>`(lot_id, seq) > (${last.lot}, ${last.seq})`);
        return (next ?? rows).orderBy('lot_id').orderBy('seq').limit(ROWS).execute();
      });
}

/** The checks. Of an address there is only its keyed hash. */
async function* checksOf({ db }: Store, accountId: number): Rows {
  const parts = inParts<{ id: number; place: number }>((last) => {
    const rows = db
      .selectFrom('checks')
      .select(['id', 'key_id as key', sql<string>`encode(subject, 'hex')`.as('address_hash'), 'status'])
      .select(['lot_id as lot', 'seq', 'checked_at', toMicroseconds('checked_at').as('place')])
      .where('account_id', '=', accountId);
    const next = last && rows.where(sql<boolean>`(checked_at, id) > (${fromMicroseconds(last.place)}, ${last.id})`);
    return (next ?? rows).orderBy('checked_at').orderBy('id').limit(ROWS).execute();
  });
  for await (const rows of parts) yield rows.map((row) => ({ ...row, place: undefined }));
}

/** The lists, without their rows: each can be downloaded. */
const listsOf = ({ db }: Store, accountId: number): Rows =>
  inParts<{ id: number }>((last) =>
    db
      .selectFrom('batches')
      .select(['id', 'name', 'status', 'error', 'total', 'duplicates', 'valid', 'invalid', 'risky', 'unknown'])
      .select([
        'columns',
        'credits',
        'callback_url',
        'created_at',
        'started_at',
        'ended_at',
        'expires_at',
        'deleted_at',
      ])
      .where('account_id', '=', accountId)
      .where('status', '<>', 'uploading')
      .where('id', '>', last?.id ?? 0)
      .orderBy('id')
      .limit(ROWS)
      .execute(),
  );

/** The callbacks of lists, with what they tell. */
const callbacksOf = ({ db }: Store, accountId: number): Rows =>
  inParts<{ id: string }>((last) =>
    db
      .selectFrom('batch_callbacks')
      .select(['id', 'batch_id as list', 'n', 'event', 'url', 'payload', 'attempts'])
      .select(['created_at', 'delivered_at', 'given_up_at'])
      .where('account_id', '=', accountId)
      .where('id', '>', last?.id ?? '')
      .orderBy('id')
      .limit(ROWS)
      .execute(),
  );

/** The rules of the account. */
const rulesOf = ({ db }: Store, accountId: number): Rows =>
  inParts<{ id: number }>((last) =>
    db
      .selectFrom('rules')
      .select(['id', 'pattern', 'action', 'note', 'changed_at'])
      .select(sql<string | null>`to_char(until, 'YYYY-MM-DD')`.as('until'))
      .where('list_id', '=', accountId)
      .where('id', '>', last?.id ?? 0)
      .orderBy('id')
      .limit(ROWS)
      .execute(),
  );

/** The changes of these rules. */
const ruleChangesOf = ({ db }: Store, accountId: number): Rows =>
  inParts<{ id: number }>((last) =>
    db
      .selectFrom('rule_changes')
      .select(['id', 'at', 'changer', 'user_id as user', 'key_id as key', 'pattern', 'old', 'new'])
      .where('list_id', '=', accountId)
      .where('id', '>', last?.id ?? 0)
      .orderBy('id')
      .limit(ROWS)
      .execute(),
  );

async function* daysOf({ db }: Store, accountId: number): Rows {
  interface Day {
    day: string;
    paid_from: string;
    status: string;
  }
  yield* inParts<Day>(async (last) => {
    const isNext = last && sql`and (day, paid_from, status) > (${last.day}::date, ${last.paid_from}, ${last.status})`;
    const { rows } = await sql<Day>`
      select to_char(day, 'YYYY-MM-DD') as day, paid_from, status, count from check_days
      where account_id = ${accountId} ${isNext ?? sql``}
      order by check_days.day, paid_from, status limit ${sql.lit(ROWS)}`.execute(db);
    return rows;
  });
}

/** The counters of forms. */
async function* formsOf({ db }: Store, accountId: number): Rows {
  interface Counted {
    day: string;
    origin: string;
    form: string;
    held_out: boolean;
    counter: string;
  }
  yield* inParts<Counted>(async (last) => {
    const isNext =
      last &&
      sql`and (day, origin, form, held_out, counter) >
        (${last.day}::date, ${last.origin}, ${last.form}, ${last.held_out}, ${last.counter})`;
    const { rows } = await sql<Counted>`
      select to_char(day, 'YYYY-MM-DD') as day, origin, form, held_out, counter, count from form_outcomes
      where account_id = ${accountId} ${isNext ?? sql``}
      order by form_outcomes.day, origin, form, held_out, counter limit ${sql.lit(ROWS)}`.execute(db);
    return rows;
  });
}

/** The user, without the password. */
export const userOf = ({ db }: Store, userId: string) =>
  db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.owner_id', 'users.id')
    .select(['users.id', 'email', 'mailbox', 'role', 'users.created_at', 'users.updated_at'])
    .select(['accounts.id as account', 'plan'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();

/** The rows of each table about an account. */
export const tablesOf = (store: Store, { userId, accountId }: SignedIn): Record<string, Rows> => ({
  keys: keysOf(store, accountId),
  sessions: sessionsOf(store, userId),
  credit_lots: lotsOf(store, accountId),
  ledger: entriesOf(store, accountId),
  check_days: daysOf(store, accountId),
  checks: checksOf(store, accountId),
  lists: listsOf(store, accountId),
  callbacks: callbacksOf(store, accountId),
  form_outcomes: formsOf(store, accountId),
  rules: rulesOf(store, accountId),
  rule_changes: ruleChangesOf(store, accountId),
});
