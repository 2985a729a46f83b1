import { sql, type RawBuilder } from 'kysely';
import type { Rate } from '../../verifier/shaping/receivers.js';
import {
  RECOVERY_PER_MS,
  refillPerMs,
  SAME_SIGNAL_MS,
  SLOWEST_PER_MS,
  STOP_MS,
  type Turns,
} from '../../verifier/shaping/store.js';
import type { Store } from '../schema.js';

/** A stored time further ahead than it can be, by this, dates from before the clock was set back, and is ignored. */
const IMPOSSIBLE_MS = 60_000;
/** Allowances that one statement deletes. */
const FORGOTTEN = 10_000;

/** The turns that a process wants of a receiver. */
export interface Wanted {
  receiver: string;
  count: number;
  rate: Rate;
}

type Now = Store['now'];

export const ms = (value: number): RawBuilder<unknown> => sql`${sql.lit(value)} * interval '1 millisecond'`;

const slowest = sql`${sql.lit(SLOWEST_PER_MS)}::float8`;

const isStopped = (now: Now) =>
  sql`(a.stopped_until > ${now} and a.stopped_until < ${now} + ${ms(STOP_MS + IMPOSSIBLE_MS)})`;

/** The refill rate of an allowance `a`, at a share. */
const speedAt = (share: RawBuilder<unknown>, refill: RawBuilder<unknown>, now: Now) =>
  sql`case when ${isStopped(now)} then ${slowest} else greatest(${refill} * ${share}, ${slowest}) end`;

/**
 * A row `r` of the allowance `a`, refilled up to now: `filled`, `share`, `speed` and `counted_at`; as `refill` in the
 * memory store. A statement that waited for another one's lock may have an older time: it refills nothing.
 * @param rule has the rate: `a` or `excluded`.
 */
const refilled = (rule: 'a' | 'excluded', now: Now) => {
  const [refill, burst] = [sql.ref(`${rule}.refill_per_ms`), sql.ref(`${rule}.burst`)];
  return sql`(
    select elapsed, share, speed, filled,
      case when a.counted_at > ${now} + ${ms(IMPOSSIBLE_MS)} then ${now} else greatest(a.counted_at, ${now}) end as counted_at
    from (select greatest(0, extract(epoch from ${now} - a.counted_at) * 1000)::float8 as elapsed) as time,
    lateral (select case when ${isStopped(now)} then 0
      when a.stopped_until <= ${now} then least(elapsed, extract(epoch from ${now} - a.stopped_until) * 1000)
      else elapsed end::float8 as recovering) as unstopped,
    lateral (select least(1, a.share + recovering * ${sql.lit(RECOVERY_PER_MS)}::float8) as share) as recovered,
    lateral (select ${speedAt(sql`recovered.share`, refill, now)} as speed) as speeding,
    lateral (select least(greatest(1, ${burst} * case when recovered.share < 1 then recovered.share else 1 end),
      a.tokens + (elapsed - recovering) * ${slowest} + recovering * speed) as filled) as filling
  ) as r`;
};

/** A commit that does not wait for the disk: a crash of the database may forget what was taken in its last moments. */
const unsynced = sql`set_config('synchronous_commit', 'off', true)`;

/**
 * Takes turns of several receivers, each named once, by one statement. The receivers are locked in the order of their
 * names, so that two processes never wait for each other.
 */
export const takeTurns = async ({ db, now }: Store, wanted: readonly Wanted[]): Promise<Map<string, Turns>> => {
  const sorted = [...wanted].sort((one, other) => (one.receiver < other.receiver ? -1 : 1));
  const { rows } = await sql<{ receiver: string; granted: number; wait: number }>`
    insert into shaping_allowances as a (receiver, refill_per_ms, burst, wanted, granted, tokens, counted_at)
    select receiver, refill, burst, wanted, least(wanted, floor(burst)), burst - least(wanted, floor(burst)), ${now}
    from unnest(
      ${sorted.map(({ receiver }) => receiver)}::text[],
      ${sorted.map(({ rate }) => refillPerMs(rate))}::float8[],
      ${sorted.map(({ rate }) => rate.burst)}::float8[],
      ${sorted.map(({ count }) => count)}::float8[]
    ) with ordinality as asked (receiver, refill, burst, wanted, n) order by n
    on conflict (receiver) do update set (refill_per_ms, burst, wanted, granted, tokens, share, counted_at) = (
      select excluded.refill_per_ms, excluded.burst, excluded.wanted,
        least(excluded.wanted, floor(filled)), filled - least(excluded.wanted, floor(filled)), r.share, r.counted_at
      from ${refilled('excluded', now)}
    )
    returning receiver, granted, ${unsynced},
      greatest(0, ceil((1 - tokens) / (${speedAt(sql`a.share`, sql`a.refill_per_ms`, now)})))::float8 as wait`.execute(
    db,
  );
  return new Map(rows.map(({ receiver, granted, wait }) => [receiver, { granted, waitMs: wait }]));
};

/** Reads the number of turns of receivers that come back per second now; those that have not begun are missing. */
export const readSpeeds = async ({ db, now }: Store, receivers: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ receiver: string; speed: number }>`
    select receiver, speed from shaping_allowances as a, lateral ${refilled('a', now)}
    where receiver = any (${receivers}::text[])`.execute(db);
  return new Map(rows.map(({ receiver, speed }) => [receiver, speed * 1000]));
};

/** Records a throttling signal; see `ShapingStore.slowDown`. */
export const slowDown = async (
  { db, now }: Store,
  receiver: string,
  rate: Rate,
  severity: 'slow' | 'stop',
): Promise<void> => {
  const isStop = sql`${severity === 'stop'}::boolean`;
  const refill = refillPerMs(rate);
  const least = sql`${Math.min(1, SLOWEST_PER_MS / refill)}::float8`;
  const shareAfter = (share: RawBuilder<unknown>) =>
    sql`case when ${isStop} then ${least} else greatest(${share} / 2, ${least}) end`;
  const until = sql`case when ${isStop} then ${now} + ${ms(STOP_MS)} end`;
  const counts = sql`(${isStop} or a.throttled_at is null or abs(extract(epoch from ${now} - a.throttled_at)) * 1000 > ${sql.lit(SAME_SIGNAL_MS)})`;
  await sql`
    insert into shaping_allowances as a
      (receiver, refill_per_ms, burst, wanted, granted, tokens, share, counted_at, throttled_at, stopped_until)
    values (${receiver}, ${refill}, ${rate.burst}, 0, 0, 0, ${shareAfter(sql`1::float8`)}, ${now}, ${now}, ${until})
    on conflict (receiver) do update set (tokens, share, counted_at, throttled_at, stopped_until) = (
      select case when ${counts} then 0 else filled end,
        case when ${counts} then ${shareAfter(sql`r.share`)} else r.share end,
        r.counted_at,
        case when ${counts} then ${now} else a.throttled_at end,
        coalesce(excluded.stopped_until, a.stopped_until)
      from ${refilled('excluded', now)}
    )
    returning ${unsynced}`.execute(db);
};

/** Deletes allowances that are whole again: they are the same as none. */
export const forgetWhole = async ({ db, now }: Store): Promise<void> => {
  await sql`
    delete from shaping_allowances where receiver in (
      select receiver from shaping_allowances as a, lateral ${refilled('a', now)}
      where r.share >= 1 and filled >= a.burst and not coalesce(${isStopped(now)}, false)
      limit ${sql.lit(FORGOTTEN)} for update of a skip locked
    )`.execute(db);
};
