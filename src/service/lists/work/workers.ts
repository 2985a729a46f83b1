/** The workers of all processes, as they say in the database that they are there. */
import { sql } from 'kysely';
import { ms } from '../../shaping/allowances.js';
import type { Store } from '../../schema.js';
import type { PausedReason } from '../paused-reason.js';

/** The interval at which a worker says that it is there, in ms. */
export const BEAT_MS = 15_000;
/** A worker that was not seen for so long is gone, in ms. */
const GONE_MS = 60_000;
/** Those that are gone are forgotten after so long, in ms. */
const FORGOTTEN_MS = 86_400_000;

/** True for the things that a worker waits for before it goes on. */
export interface WaitsFor {
  dns: boolean;
  smtp: boolean;
}

/** Says that a worker is there. While there is no work, nothing is written. */
export const beat = async ({ db, now }: Store, id: string, { dns, smtp }: WaitsFor): Promise<void> => {
  await sql`with forgotten as (delete from list_workers where seen_at < ${now} - ${ms(FORGOTTEN_MS)} and id <> ${id}::uuid)
    insert into list_workers (id, seen_at, waits_for_dns, waits_for_smtp)
    select ${id}::uuid, ${now}, ${dns}::boolean, ${smtp}::boolean where exists (select from batch_chunks)
    on conflict (id) do update set seen_at = excluded.seen_at,
      waits_for_dns = excluded.waits_for_dns, waits_for_smtp = excluded.waits_for_smtp`.execute(db);
};

/** Says that a worker has ended: others take its place soon, and it goes on with nothing. */
export const sayEnd = async ({ db }: Store, id: string): Promise<void> => {
  await sql`update list_workers set waits_for_dns = null, waits_for_smtp = null where id = ${id}::uuid`.execute(db);
};

/** The workers that are there, or were a minute ago. */
interface Workers {
  count: number;
  /** True if all of them wait for it, without those that have ended; null: all have. */
  dns: boolean | null;
  smtp: boolean | null;
}

/** Reads which workers are there. @param except one that does not count. */
export const readWorkers = async ({ db, now }: Pick<Store, 'db' | 'now'>, except?: string): Promise<Workers> => {
  const { rows } = await sql<Workers>`
    select count(*)::integer as count, bool_and(waits_for_dns) as dns, bool_and(waits_for_smtp) as smtp
    from list_workers where seen_at > ${now} - ${ms(GONE_MS)} and id is distinct from ${except ?? null}::uuid`.execute(
    db,
  );
  return rows[0] ?? { count: 0, dns: null, smtp: null };
};

/** The work that is left of a list. */
interface Left {
  id: number;
  /** True: there is work, and has been for as long as a worker may be silent. */
  isOld: boolean;
  hasLookUps: boolean;
  hasProbes: boolean;
}

/**
 * Finds out why no worker goes on with lists.
 * @returns the reason by list. The others go on, have ended, or have just begun.
 */
export const pausedLists = async (
  store: Pick<Store, 'db' | 'now'>,
  ids: readonly number[],
): Promise<Map<number, PausedReason>> => {
  const reasons = new Map<number, PausedReason>();
  if (ids.length === 0) return reasons;
  const { count, dns, smtp } = await readWorkers(store);
  if (count > 0 && dns !== true && smtp !== true) return reasons;
  const { db, now } = store;
  const { rows } = await sql<Left>`select id, created_at < ${now} - ${ms(GONE_MS)} as "isOld",
      exists (select from batch_chunks where batch_id = batches.id and (receiver is null or receiver = '')) as "hasLookUps",
      exists (select from batch_chunks where batch_id = batches.id and receiver > '') as "hasProbes"
    from batches where id = any (${ids}::bigint[])`.execute(db);
  for (const { id, isOld, hasLookUps, hasProbes } of rows) {
    if (count === 0 && isOld) reasons.set(id, 'no_worker');
    else if (dns === true && hasLookUps) reasons.set(id, 'dns_unavailable');
    else if (smtp === true && hasProbes) reasons.set(id, 'smtp_unreachable');
  }
  return reasons;
};

/** Finds out why no worker goes on with any list; null: one does, or there is nothing to do. */
export const pausedReason = async (store: Pick<Store, 'db' | 'now'>): Promise<PausedReason | null> => {
  const { count, dns, smtp } = await readWorkers(store);
  if (count > 0) return dns === true ? 'dns_unavailable' : smtp === true ? 'smtp_unreachable' : null;
  const { db, now } = store;
  const { rows } = await sql<{ isLeft: boolean }>`select exists (
      select from batch_chunks join batches on batches.id = batch_id where created_at < ${now} - ${ms(GONE_MS)}
    ) as "isLeft"`.execute(db);
  return rows[0]?.isLeft === true ? 'no_worker' : null;
};
