/** A list with its progress, as its owner sees it. */
import { sql } from 'kysely';
import { z } from 'zod';
import { timestamp } from '../../../protocol/index.js';
import { EXAMPLE_TIME, TIME } from '../../answers.js';
import type { Store } from '../../store/tables.js';
import { EXAMPLE_JOB, JOB, jobOf, type Batch } from '../batch.js';

const COUNT = z.int().min(0);

export const LIST = JOB.extend({
  processed: COUNT.describe('the entries that are done; duplicates count from the start'),
  duplicates: COUNT.describe('the entries that are the same address as an earlier one: they cost nothing'),
  counts: z
    .object({ valid: COUNT, invalid: COUNT, risky: COUNT, unknown: COUNT })
    .describe('the results, without those of duplicates'),
  credits: z.object({
    reserved: COUNT.describe('still set aside for this list'),
    spent: COUNT,
  }),
  error: z.string().nullable().describe('why the list failed; null: it did not'),
  email_column: z
    .union([z.string(), z.int()])
    .describe('the column with the addresses: its name, or its number from 1 if it has none'),
  columns: z.array(z.string()).nullable().describe('the names of the columns; null: the file has no header'),
  expires_at: TIME.describe('when the list is deleted'),
  started_at: TIME.nullable(),
  ended_at: TIME.nullable(),
  callback: z.object({ url: z.string() }).nullable().describe('where the end is told; null: nowhere'),
});
export type ListView = z.output<typeof LIST>;

export const EXAMPLE_LIST: ListView = {
  ...EXAMPLE_JOB,
  status: 'processing',
  processed: 410,
  duplicates: 10,
  counts: { valid: 350, invalid: 30, risky: 15, unknown: 5 },
  credits: { reserved: 590, spent: 400 },
  error: null,
  email_column: 'E-Mail',
  columns: ['Name', 'E-Mail'],
  expires_at: EXAMPLE_TIME,
  started_at: EXAMPLE_TIME,
  ended_at: null,
  callback: { url: 'https://example.com/lists' },
};

const viewOf = (batch: Batch, reserved: number): ListView => {
  const { processed, duplicates, valid, invalid, risky, unknown, credits, error, columns, callback_url } = batch;
  const { email_column, expires_at, started_at, ended_at } = batch;
  const name = columns?.[email_column] ?? '';
  return {
    ...jobOf(batch),
    processed: processed + duplicates,
    duplicates,
    counts: { valid, invalid, risky, unknown },
    credits: { reserved, spent: credits },
    error,
    email_column: name === '' ? email_column + 1 : name,
    columns,
    expires_at: timestamp(expires_at),
    started_at: started_at && timestamp(started_at),
    ended_at: ended_at && timestamp(ended_at),
    callback: callback_url === null ? null : { url: callback_url },
  };
};

/** Shows lists, in their order, with the credits that are still set aside for them. */
export const viewLists = async ({ db }: Pick<Store, 'db'>, batches: readonly Batch[]): Promise<ListView[]> => {
  const ids = batches.flatMap(({ reservation_id }) => reservation_id ?? []);
  const lots =
    ids.length === 0
      ? []
      : await db
          .selectFrom('credit_lots')
          .select(['reservation_id', sql<number>`sum(remaining)::bigint`.as('reserved')])
          .where('reservation_id', 'in', ids)
          .groupBy('reservation_id')
          .execute();
  const reserved = new Map(lots.map((lot) => [lot.reservation_id, lot.reserved]));
  return batches.map((batch) => viewOf(batch, reserved.get(batch.reservation_id) ?? 0));
};
