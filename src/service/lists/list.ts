/** A list as its owner sees it. */
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { timestamp } from '../../protocol/index.js';
import { Refusal } from '../../protocol/refusal.js';
import { EXAMPLE_TIME, TIME } from '../http/time-schema.js';
import type { Store } from '../schema.js';
import { WARNING_CODES } from './file/warnings.js';
import { LIST_STATUSES, type ListsTable, type ListStatus } from './tables.js';

/** A row of the table that is no upload in progress. */
export type List = Omit<Selectable<ListsTable>, 'status'> & { status: ListStatus };

/** The six fields of a list, as the answer to its upload has them. */
export const LIST_SUMMARY = z.object({
  id: z.int(),
  name: z.string().describe('the name of the file'),
  status: z.enum(LIST_STATUSES),
  total: z.int().describe('the entries counted in the file'),
  created_at: TIME,
  updated_at: TIME,
});

export const EXAMPLE_SUMMARY: z.output<typeof LIST_SUMMARY> = {
  id: 7,
  name: 'customers.csv',
  status: 'pending',
  total: 1000,
  created_at: EXAMPLE_TIME,
  updated_at: EXAMPLE_TIME,
};

/** A warning about the file of a list. */
export const WARNING = z.object({
  code: z.enum(WARNING_CODES),
  detail: z.string().describe('what was found, and what could be done'),
});

/** The six fields of a list. */
export const summaryOf = ({
  id,
  name,
  status,
  total,
  created_at,
  updated_at,
}: List): z.output<typeof LIST_SUMMARY> => ({
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
 * Reads a list of an account.
 * @throws Refusal `not_found`; `gone` if its rows were deleted.
 */
export const findList = async ({ db }: Pick<Store, 'db'>, accountId: number, id: number): Promise<List> => {
  const found = await db
    .selectFrom('batches')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('status', '<>', 'uploading')
    .executeTakeFirst();
  if (found === undefined) throw noSuchList();
  if (found.deleted_at !== null) throw deletedList(found.deleted_at);
  return found as List;
};
