/**
 * The fair order of chunks: start-time fair queueing. Each chunk has a turn, and the least turn of its kind is claimed
 * first. The chunks of an account have turns one after the other, from the least that waits on: a list of a hundred
 * rows has its turn next, whatever others have waiting.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Inside } from '../../schema.js';
import type { ListChunksTable } from '../tables.js';

type Kind = ListChunksTable['kind'];

/** Rows of a look-up, and of a turn. */
export const CHUNK_ROWS = 1000;
/** Rows of the largest look-up. More of them share the queries of its claim and its end, and are lost with a worker. */
const MOST_CHUNK_ROWS = 4000;
/** The look-ups of a long list at least: so often its progress is seen. */
const CHUNKS = 100;
/** With the account, the advisory lock of its turns. The number is arbitrary. */
const LOCK = 65_207;

/**
 * The first turn for more chunks of an account, as SQL.
 * @param accountId a number, or a column of the query around it; likewise the kind.
 */
export const firstTurn = (
  accountId: number | RawBuilder<number>,
  kind: Kind | RawBuilder<Kind>,
) => sql<number>`greatest(
    (select min(turn) from batch_chunks as waiting where waiting.kind = ${kind} and waiting.turn is not null),
    (select max(turn) + 1 from batch_chunks as own
      where own.account_id = ${accountId} and own.kind = ${kind} and own.turn is not null),
    1)`;

/**
 * Gives the first of the consecutive turns that the chunks of an account that the caller inserts or updates next
 * take. Its other transactions that want turns wait for the end of this one: call it late.
 */
export const giveTurns = async ({ db }: Inside, accountId: number, kind: Kind): Promise<number> => {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)}, hashint8(${accountId}::bigint))`.execute(db);
  const { rows } = await sql<{ turn: number }>`select ${firstTurn(accountId, kind)}::bigint as turn`.execute(db);
  return rows[0]?.turn ?? 1;
};

/** The rows of each look-up of a list. */
const chunkRows = (rows: number): number => Math.min(MOST_CHUNK_ROWS, Math.max(CHUNK_ROWS, Math.ceil(rows / CHUNKS)));

/**
 * Queues the look-ups of a list: of the rows 1 to `rows`, without those that are duplicates or have results. A worker
 * then ends the list when each row has its result; it needs at least one row. A large look-up takes as many turns as its
 * rows would in small ones, so that others come no later.
 */
export const queueLookups = async (
  inside: Inside,
  list: { id: number; account_id: number },
  rows: number,
): Promise<void> => {
  const size = sql.lit(chunkRows(rows));
  const turn = await giveTurns(inside, list.account_id, 'lookup');
  await sql`insert into batch_chunks (batch_id, account_id, kind, first_row, last_row, turn)
    select ${list.id}::bigint, ${list.account_id}::bigint, 'lookup', first,
      least(first + ${size} - 1, ${rows}::integer), ${turn}::bigint + (first - 1) / ${sql.lit(CHUNK_ROWS)}
    from generate_series(1, ${rows}::integer, ${size}) as first`.execute(inside.db);
};

/** The longest wait of a chunk to whose receiver there are new questions, in ms. */
const SOON_MS = 30_000;

/** Queues the questions to these receivers: a chunk for each that has none in this list. */
export const queueProbes = async (
  inside: Inside,
  list: { id: number; account_id: number },
  receivers: readonly string[],
): Promise<void> => {
  const { db, now } = inside;
  const soon = sql<Date>`${now} + ${sql.lit(SOON_MS)} * interval '1 millisecond'`;
  const known = await db
    .updateTable('batch_chunks')
    .set({ due_at: sql<Date>`case when lease is null and turn is null then least(due_at, ${soon}) else due_at end` })
    .where('batch_id', '=', list.id)
    .where('receiver', 'in', [...receivers])
    .returning('receiver')
    .execute();
  const fresh = receivers.filter((receiver) => known.every((chunk) => chunk.receiver !== receiver));
  if (fresh.length === 0) return;
  const turn = await giveTurns(inside, list.account_id, 'probe');
  await sql`insert into batch_chunks (batch_id, account_id, kind, receiver, turn)
    select ${list.id}::bigint, ${list.account_id}::bigint, 'probe', receiver, ${turn}::bigint + place - 1
    from unnest(${fresh}::text[]) with ordinality as new (receiver, place)`.execute(db);
};

/** Queues the look-ups of a list that are repeated. @param waitMs the wait before the first of them. */
export const queueRepeats = async (
  { db, now }: Inside,
  list: { id: number; account_id: number },
  waitMs: number,
): Promise<void> => {
  const due = sql<Date>`${now} + ${waitMs}::double precision * interval '1 millisecond'`;
  // A claimed one, or one that is ready, finds them by itself.
  await sql`insert into batch_chunks as own (batch_id, account_id, kind, receiver, due_at)
    values (${list.id}, ${list.account_id}, 'repeat', '', ${due})
    on conflict (batch_id, receiver) do update set due_at = least(own.due_at, excluded.due_at)
      where own.lease is null and own.turn is null`.execute(db);
};
