/** Outcomes of forms: counted for an account as its edges tell them, kept for a time, and read by the dashboard. */
import { sql, type RawBuilder } from 'kysely';
import {
  LATE_DAYS,
  MAX_FORMS,
  OTHER_FORM,
  outcomesOfCounters,
  type FormCounters,
  type FormOutcomes,
  type OutcomeBatch,
  type OutcomeCounters,
} from '../../protocol/index.js';
import { Refusal } from '../../protocol/refusal.js';
import { dayOf } from '../credits/credits.js';
import type { Inside, Store } from '../schema.js';
import { deleteInSteps } from '../store/in-steps.js';
import { inTransaction } from '../store/transaction.js';

/** Forms of an account on a day, of all its origins. What is counted for further ones is counted for one. */
export const MOST_FORMS = 400;
/** In place of the origin of a form above that bound. */
const OTHER_ORIGIN = ':other';

type Place = Pick<FormCounters, 'day' | 'origin' | 'form'>;

const placeOf = ({ day, origin, form }: Place): string => JSON.stringify([day, origin, form]);

/** The forms of an account that have a row on these days. */
const formsOn = async ({ db }: Store, accountId: number, days: readonly string[]): Promise<Place[]> => {
  const { rows } = await sql<Place>`
    select distinct to_char(day, 'YYYY-MM-DD') as day, origin, form from form_outcomes
    where account_id = ${accountId} and day in (${sql.join(days.map((day) => sql`${day}::date`))})`.execute(db);
  return rows;
};

/** Finds the place where a form is counted: its own, or that of further forms once a bound is reached. */
const placesAfter = (known: readonly Place[]): ((row: Place) => Place) => {
  const places = new Map(known.map((place) => [placeOf(place), place]));
  const count = (isCounted: (place: Place) => boolean): number => [...places.values()].filter(isCounted).length;
  return (row) => {
    const isFull = count(({ day }) => day === row.day) >= MOST_FORMS;
    const isOriginFull = count(({ day, origin }) => day === row.day && origin === row.origin) >= MAX_FORMS;
    const { day, origin, form } = row;
    const place = places.has(placeOf(row))
      ? { day, origin, form }
      : { day, origin: isFull ? OTHER_ORIGIN : origin, form: isFull || isOriginFull ? OTHER_FORM : form };
    places.set(placeOf(place), place);
    return place;
  };
};

/** @throws Refusal `bad_request` for a day that is too long ago, or not yet. */
const checkDays = async ({ db, now }: Store, days: readonly string[]): Promise<void> => {
  const [first, last] = [sql.lit(LATE_DAYS), sql.lit(1)];
  const { rows } = await sql<{ first: string; last: string }>`
    select to_char(${dayOf(now)} - ${first}, 'YYYY-MM-DD') as first, to_char(${dayOf(now)} + ${last}, 'YYYY-MM-DD') as last`.execute(
    db,
  );
  const bounds = rows[0];
  if (bounds && days.every((day) => day >= bounds.first && day <= bounds.last)) return;
  throw new Refusal(
    'bad_request',
    `day must be one from ${bounds?.first} to ${bounds?.last}: is the edge's clock right?`,
  );
};

const addRows = async (inside: Inside, accountId: number, rows: readonly FormCounters[]): Promise<void> => {
  const placeAfter = placesAfter(await formsOn(inside, accountId, [...new Set(rows.map(({ day }) => day))]));
  const added = rows.flatMap(({ counters, held_out, ...row }) => {
    const place = placeAfter(row);
    const counted = Object.entries(counters).filter(([, count]) => count > 0);
    return counted.map(([counter, count]) => ({ ...place, held_out, counter, count }));
  });
  // In the order of their keys: two batches never wait for each other.
  await sql`
    insert into form_outcomes (account_id, day, origin, form, held_out, counter, count)
    select ${accountId}::bigint, day, origin, form, held_out, counter, sum(count)
    from json_to_recordset(${JSON.stringify(added)}::json)
      as told (day date, origin text, form text, held_out boolean, counter text, count bigint)
    group by day, origin, form, held_out, counter order by day, origin, form, held_out, counter
    on conflict (account_id, day, origin, form, held_out, counter)
      do update set count = form_outcomes.count + excluded.count`.execute(inside.db);
};

/**
 * Adds a batch to the counters of an account.
 * @returns false if the batch was counted before.
 * @throws Refusal `bad_request` for a day more than three days ago, or after tomorrow.
 */
export const countBatch = (store: Store, accountId: number, { id, rows }: OutcomeBatch): Promise<boolean> =>
  inTransaction(store, async (inside) => {
    await checkDays(
      inside,
      rows.map(({ day }) => day),
    );
    const { numAffectedRows = 0n } = await sql`
      insert into outcome_batches (account_id, id, taken_at) values (${accountId}, ${id}, ${inside.now})
      on conflict do nothing`.execute(inside.db);
    if (numAffectedRows === 0n) return false;
    await addRows(inside, accountId, rows);
    return true;
  });

/** Outcomes of a form on one or more days together, of one of the two groups. */
export type FormTotal = Omit<FormOutcomes, 'day'>;

/** Rows of one answer: the most used forms. */
const MOST_ROWS = 2000;

const readRows = async ({ db }: Store, accountId: number, isWanted: RawBuilder<unknown>): Promise<FormTotal[]> => {
  const { rows } = await sql<Pick<FormTotal, 'origin' | 'form' | 'held_out'> & { counters: OutcomeCounters }>`
    select origin, form, held_out, json_object_agg(counter, count) as counters from (
      select origin, form, held_out, counter, sum(count)::bigint as count from form_outcomes
      where account_id = ${accountId} and ${isWanted} group by origin, form, held_out, counter
    ) as summed group by origin, form, held_out
    order by sum(count) filter (where counter = 'used') desc nulls last, origin, form, held_out
    limit ${sql.lit(MOST_ROWS)}`.execute(db);
  return rows.map(({ counters, ...row }) => ({ ...row, ...outcomesOfCounters(counters) }));
};

const isOfLatest = ({ now }: Store, days: number) => sql`day > ${dayOf(now)} - ${days}::integer`;

/** Reads what was counted on the latest days together, today included: the most used form first. */
export const readTotals = (store: Store, accountId: number, days: number): Promise<FormTotal[]> =>
  readRows(store, accountId, isOfLatest(store, days));

/** Reads what was counted on each of the latest days, the newest first. */
export async function* readDays(
  store: Store,
  accountId: number,
  days: number,
): AsyncGenerator<FormOutcomes[], void, undefined> {
  const { rows } = await sql<{ day: string }>`
    select distinct to_char(day, 'YYYY-MM-DD') as day from form_outcomes
    where account_id = ${accountId} and ${isOfLatest(store, days)} order by day desc`.execute(store.db);
  for (const { day } of rows) {
    const ofDay = await readRows(store, accountId, sql`day = ${day}::date`);
    yield ofDay.map((row) => ({ ...row, day }));
  }
}

/**
 * Deletes the counts of days that are longer ago than `days`, and forgets batches that are too old to be repeated.
 * @returns the number of deleted counters.
 */
export const deleteOldFormOutcomes = async (store: Store, days: number, signal: AbortSignal): Promise<number> => {
  const { now } = store;
  await deleteInSteps(
    store,
    {
      table: 'outcome_batches',
      key: ['account_id', 'id'],
      where: sql`taken_at < ${now} - ${sql.lit(LATE_DAYS + 2)} * interval '1 day'`,
    },
    signal,
  );
  return deleteInSteps(
    store,
    {
      table: 'form_outcomes',
      key: ['account_id', 'day', 'origin', 'form', 'held_out', 'counter'],
      where: sql`day <= ${dayOf(now)} - ${days}::integer`,
    },
    signal,
  );
};
