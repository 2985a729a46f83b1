/** The next chunks that a worker claims, as SQL: the first in turn of those that it wants. */
import { sql, type RawBuilder } from 'kysely';
import type { ListChunksTable } from '../tables.js';
import type { Busy } from './busy.js';

type Kind = ListChunksTable['kind'];

/** Turns that are looked through, past what is busy, for a chunk that is wanted. */
const AHEAD = 1000;
/** Receivers of which the first chunk is looked at, if all those are busy. */
const RECEIVERS = 100;

const isReady = (kind: Kind) => sql`kind = ${sql.lit(kind)} and turn is not null`;

const isFree = (accounts: Busy['accounts'], table: string) =>
  accounts.length === 0 ? sql`` : sql`and ${sql.ref(`${table}.account_id`)} <> all (${accounts}::bigint[])`;

/** The first in turn. Any number of busy ones may be before it: only the first of them are looked through. */
const firstInTurn = (kind: Kind, { receivers, accounts, most }: Busy): RawBuilder<unknown> => {
  const ofReceivers = receivers.length === 0 ? sql`` : sql`and receiver <> all (${receivers}::text[])`;
  const isNear =
    receivers.length + accounts.length === 0
      ? sql``
      : sql`and turn < ${sql.lit(AHEAD)} + (select min(turn) from batch_chunks where ${isReady(kind)})`;
  const inTurn = sql`select id, receiver, turn from batch_chunks
    where ${isReady(kind)} ${isFree(accounts, 'batch_chunks')} ${ofReceivers} ${isNear}
    order by turn, id limit ${sql.lit(most)} for update skip locked`;
  if (most === 1) return inTurn;
  return sql`select distinct on (receiver) id from (${inTurn}) as ready order by receiver, turn, id`;
};

/** Receivers with chunks that are ready, in the order of their names: each takes one step, however many chunks it has. */
const receiversBehind = (name: string): RawBuilder<unknown> => {
  const nextOf = (before: RawBuilder<unknown>) => sql`(
    select receiver from batch_chunks where kind = 'probe' and turn is not null and receiver > ${before}
    order by receiver limit 1)`;
  return sql`(with recursive ready (receiver) as (
      select ${nextOf(sql`${name}::text`)}
      union all
      select ${nextOf(sql`ready.receiver`)} from ready where receiver is not null
    ) select receiver from ready where receiver is not null limit ${sql.lit(RECEIVERS)})`;
};

/** The first of the first chunks of some receivers. */
const firstOfReceivers = ({ receivers, accounts, most }: Busy): RawBuilder<unknown> => {
  // Another place each time, so that no receiver is always behind those that are looked at.
  const name = receivers[Math.floor(Math.random() * receivers.length)] ?? '';
  return sql`select chunk.id from (${receiversBehind(name)} union ${receiversBehind('')}) as ready, lateral (
      select id, turn, account_id from batch_chunks as one
      where kind = 'probe' and turn is not null and one.receiver = ready.receiver order by turn, id limit 1
    ) as one join batch_chunks as chunk on chunk.id = one.id
    where ready.receiver <> all (${receivers}::text[]) ${isFree(accounts, 'one')} and chunk.turn is not null
    order by one.turn, one.id limit ${sql.lit(most)} for update of chunk skip locked`;
};

/** The queries that find the next chunks, in the order in which they are tried. */
export const nextChunks = (kind: Kind, busy: Busy): RawBuilder<unknown>[] => {
  const inTurn = firstInTurn(kind, busy);
  return kind !== 'probe' || busy.receivers.length === 0 ? [inTurn] : [inTurn, firstOfReceivers(busy)];
};
