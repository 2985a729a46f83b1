/** A batch job as its owner sees it. */
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { timestamp } from '../../protocol/index.js';
import { Refusal } from '../../protocol/refusal.js';
import { EXAMPLE_TIME, TIME } from '../answers.js';
import type { Store } from '../store/tables.js';
import { BATCH_STATUSES, type BatchesTable, type BatchStatus } from './tables.js';

/** A row of the table that is no upload in progress. */
export type Batch = Omit<Selectable<BatchesTable>, 'status'> & { status: BatchStatus };

/** The six fields of a job, as the answer to its upload has them. */
export const JOB = z.object({
  id: z.int(),
  name: z.string().describe('the name of the file'),
  status: z.enum(BATCH_STATUSES),
  total: z.int().describe('the entries counted in the file'),
  created_at: TIME,
  updated_at: TIME,
});

export const EXAMPLE_JOB: z.output<typeof JOB> = {
  id: 7,
  name: 'customers.csv',
  status: 'pending',
  total: 1000,
  created_at: EXAMPLE_TIME,
  updated_at: EXAMPLE_TIME,
};

/** The six fields of a job. */
export const jobOf = ({ id, name, status, total, created_at, updated_at }: Batch): z.output<typeof JOB> => ({
  id,
  name,
  status,
  total,
  created_at: timestamp(created_at),
  updated_at: timestamp(updated_at),
});

/** The list that a path names is another account's, or none. */
export const noSuchList = (): Refusal => new Refusal('not_found', 'You have no list with this id.');

export const deletedList = (at: Date): Refusal =>
  new Refusal('gone', `This list was deleted at ${timestamp(at)}, by its owner or at its time.`);

/**
 * Reads a job of an account.
 * @throws Refusal `not_found`; `gone` if its rows were deleted.
 */
export const findBatch = async ({ db }: Pick<Store, 'db'>, accountId: number, id: number): Promise<Batch> => {
  const found = await db
    .selectFrom('batches')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('status', '<>', 'uploading')
    .executeTakeFirst();
  if (found === undefined) throw noSuchList();
  if (found.deleted_at !== null) throw deletedList(found.deleted_at);
  return found as Batch;
};
