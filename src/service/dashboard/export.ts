import { z } from 'zod';
import { CREDITS, EXAMPLE_CREDITS, EXAMPLE_TIME, TIME } from '../answers.js';
import { answerOf, describe } from '../endpoint.js';
import { sql } from 'kysely';
import { timestamp } from '../../protocol/index.js';
import { readCredits } from '../credits.js';
import { get } from '../users/endpoint.js';
import { LIMITS } from '../users/limits.js';
import { streamOf } from '../stream.js';
import { mapInTurns } from '../../util/turns.js';
import type { Parts } from '../users/parts.js';
import { signedIn, type SignedIn } from '../users/sessions.js';
import { fromMicroseconds, toMicroseconds } from './paging.js';

/** Rows that are read, and in memory, at once. */
const ROWS = 500;

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
const keysOf = ({ store: { db } }: Parts, accountId: number): Rows =>
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

const sessionsOf = ({ store: { db } }: Parts, userId: string): Rows =>
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

const lotsOf = ({ store: { db } }: Parts, accountId: number) =>
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
async function* entriesOf(parts: Parts, accountId: number): Rows {
  const { db } = parts.store;
  for await (const lots of lotsOf(parts, accountId))
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
async function* checksOf({ store: { db } }: Parts, accountId: number): Rows {
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
const listsOf = ({ store: { db } }: Parts, accountId: number): Rows =>
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
const callbacksOf = ({ store: { db } }: Parts, accountId: number): Rows =>
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

async function* daysOf({ store: { db } }: Parts, accountId: number): Rows {
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

const userOf = ({ store: { db } }: Parts, userId: string) =>
  db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.owner_id', 'users.id')
    .select(['users.id', 'email', 'mailbox', 'role', 'users.created_at', 'users.updated_at'])
    .select(['accounts.id as account', 'plan'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();

/** The JSON of a row, with times as everywhere in the service. */
const toJson = (row: object): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(row).map(([name, value]: [string, unknown]) => [
        name,
        value instanceof Date ? timestamp(value) : value,
      ]),
    ),
  );

/** Writes all that is stored about an account as one JSON object: a row is a line. */
async function* write(parts: Parts, { userId, accountId }: SignedIn): AsyncGenerator<string, void, undefined> {
  const { free, bought, reserved } = await readCredits(parts.store, accountId);
  const user = toJson(await userOf(parts, userId));
  const credits = toJson({ free, bought, reserved });
  yield `{"exported_at":"${timestamp(new Date())}",\n"user":${user},\n"credits":${credits}`;
  const lists: Record<string, Rows> = {
    keys: keysOf(parts, accountId),
    sessions: sessionsOf(parts, userId),
    credit_lots: lotsOf(parts, accountId),
    ledger: entriesOf(parts, accountId),
    check_days: daysOf(parts, accountId),
    checks: checksOf(parts, accountId),
    lists: listsOf(parts, accountId),
    callbacks: callbacksOf(parts, accountId),
  };
  for (const [name, list] of Object.entries(lists)) {
    yield `,\n"${name}":[`;
    let between = '\n';
    for await (const rows of list) {
      yield between + (await mapInTurns(rows, toJson)).join(',\n');
      between = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}

const ROWS_OF_TABLE = z.array(z.looseObject({}));
const EXPORT = answerOf(
  'The user, the credits, and the rows of each table.',
  z.object({
    exported_at: TIME,
    user: z.looseObject({ id: z.string(), email: z.string() }),
    credits: CREDITS,
    keys: ROWS_OF_TABLE,
    sessions: ROWS_OF_TABLE,
    credit_lots: ROWS_OF_TABLE,
    ledger: ROWS_OF_TABLE,
    check_days: ROWS_OF_TABLE,
    checks: ROWS_OF_TABLE,
    lists: ROWS_OF_TABLE,
    callbacks: ROWS_OF_TABLE,
  }),
  {
    exported_at: EXAMPLE_TIME,
    user: { id: 'USER_ID', email: 'anna@example.com' },
    credits: EXAMPLE_CREDITS,
    keys: [],
    sessions: [],
    credit_lots: [],
    ledger: [],
    check_days: [],
    checks: [],
    lists: [],
    callbacks: [],
  },
  { headers: { 'Content-Disposition': 'Names the file.' } },
);

const exported = describe(
  {
    summary: 'Exports all that is stored about the account',
    details:
      'As a file. Of single checks only keyed hashes of the addresses are stored; the rows of lists are downloaded list by list.',
    access: 'session',
    answer: EXPORT,
    problems: ['rate_limited'],
  },
  get({}, async (parts, { headers, trace }) => {
    const user = await signedIn(parts, headers, trace);
    await parts.limiter.take(LIMITS.exports, user.userId);
    return new Response(streamOf(write(parts, user)), {
      headers: {
        'content-type': 'application/json',
        'content-disposition': 'attachment; filename="email-verify-account.json"',
      },
    });
  }),
);

export const EXPORT_ENDPOINTS = { export: exported };
