import { sql } from 'kysely';
import type { Store } from '../schema.js';
import { ms } from './allowances.js';

/**
 * The time that a lease lasts without a renewal, in ms. Sessions without turns, as when the database is away, end well
 * before.
 */
export const LEASE_MS = 30_000;
/** A lease that ends later than it can, by this, dates from before the clock was set back. */
const IMPOSSIBLE_MS = 60_000;

/** The connections that a process wants to open to a receiver. */
export interface WantedConnections {
  receiver: string;
  count: number;
  /** Maximum number of connections of all processes together. */
  max: number;
}

const isLive = (now: Store['now']) =>
  sql`(live.expires_at > ${now} and live.expires_at < ${now} + ${ms(LEASE_MS + IMPOSSIBLE_MS)})`;

/**
 * Leases connections of several receivers, each named once, by one statement. Each connection has a slot, of which the
 * database has one row: of two processes that choose the same slot, one gets it.
 * @returns the holders of the new leases, by receiver.
 */
export const takeLeases = async (
  { db, now }: Store,
  wanted: readonly WantedConnections[],
): Promise<Map<string, string[]>> => {
  const sorted = [...wanted].sort((one, other) => (one.receiver < other.receiver ? -1 : 1));
  const { rows } = await sql<{ receiver: string; holder: string }>`
    insert into shaping_leases as live (receiver, slot, holder, expires_at)
    select asked.receiver, free.slot, gen_random_uuid(), ${now} + ${ms(LEASE_MS)}
    from unnest(
      ${sorted.map(({ receiver }) => receiver)}::text[],
      ${sorted.map(({ count }) => count)}::integer[],
      ${sorted.map(({ max }) => max)}::integer[]
    ) with ordinality as asked (receiver, wanted, most, n),
    lateral (
      select slot from generate_series(1, asked.most) as slots (slot)
      where not exists (
        select from shaping_leases as live where live.receiver = asked.receiver and live.slot = slots.slot and ${isLive(now)}
      )
      order by random()
      limit least(asked.wanted, greatest(0, asked.most -
        (select count(*) from shaping_leases as live where live.receiver = asked.receiver and ${isLive(now)})))
    ) as free
    order by n, slot
    on conflict (receiver, slot) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where not ${isLive(now)}
    returning receiver, holder`.execute(db);
  const holders = new Map<string, string[]>();
  for (const { receiver, holder } of rows) holders.set(receiver, [...(holders.get(receiver) ?? []), holder]);
  return holders;
};

/** Renews leases, in the order in which others lock them. */
export const renewLeases = async ({ db, now }: Store, holders: readonly string[]): Promise<void> => {
  await sql`
    update shaping_leases set expires_at = ${now} + ${ms(LEASE_MS)} where holder in (
      select holder from shaping_leases where holder = any(${holders}::uuid[]) order by receiver, slot for update
    )`.execute(db);
};

/** Ends leases. */
export const endLeases = async ({ db }: Store, holders: readonly string[]): Promise<void> => {
  await sql`
    delete from shaping_leases where holder in (
      select holder from shaping_leases where holder = any(${holders}::uuid[]) order by receiver, slot for update
    )`.execute(db);
};

/** Deletes leases of processes that were killed. */
export const forgetExpired = async ({ db, now }: Store): Promise<void> => {
  await sql`
    delete from shaping_leases where holder in (
      select holder from shaping_leases as live where not ${isLive(now)} for update skip locked
    )`.execute(db);
};
