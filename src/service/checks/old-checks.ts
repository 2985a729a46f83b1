import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Store } from '../schema.js';
import { inTransaction } from '../store/transaction.js';

/** Rows that one step looks at, and the pause after it, in ms: others use the store between two steps. */
const STEP = 1000;
const PAUSE_MS = 100;
/** The advisory lock of a step. The number is arbitrary. */
const LOCK = 6_520_743_012;

interface Step {
  /** The id of the last row that was looked at. */
  last: number;
  deleted: number;
  /** True if rows of the time that is kept begin here. One of the future dates from a wrong clock, and does not count. */
  done: boolean;
}

/** Deletes the old ones of the rows after an id. @returns null if there are no rows, or another process is at it. */
const step = (store: Store, days: number, after: number): Promise<Step | null> =>
  inTransaction(store, async ({ db, now }) => {
    const locked = await sql<{ ok: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(LOCK)}) as ok`.execute(db);
    if (locked.rows[0]?.ok !== true) return null;
    const oldest = sql`(${now} - ${days}::integer * interval '1 day')`;
    const { rows } = await sql<Step>`
      with seen as (select id, checked_at from checks where id > ${after} order by id limit ${sql.lit(STEP)}),
      deleted as (delete from checks using seen where checks.id = seen.id and seen.checked_at < ${oldest} returning checks.id)
      select max(id) as last, (select count(*) from deleted) as deleted,
        bool_or(checked_at between ${oldest} and ${now}) as done
      from seen having count(*) > 0`.execute(db);
    return rows[0] ?? null;
  });

/**
 * Deletes the checks older than `days`, the oldest ids first, in small steps; of several processes, one at a time.
 * Credits and the counts by day stay: nothing refers to a check.
 * @param signal ends it after a step.
 * @returns the number of deleted rows.
 */
export const deleteOldChecks = async (
  store: Store,
  days: number,
  signal: AbortSignal,
  pauseMs = PAUSE_MS,
): Promise<number> => {
  let deleted = 0;
  let after = 0;
  while (!signal.aborted) {
    const taken = await step(store, days, after);
    if (taken === null) break;
    deleted += taken.deleted;
    after = taken.last;
    if (taken.done) break;
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
  return deleted;
};
