/** Listing lists, and showing one. */
import { z } from 'zod';
import { answerOf, describe } from '../../endpoint.js';
import { field, optional } from '../../fields.js';
import type { Store } from '../../store/tables.js';
import { listHandler } from '../access.js';
import { findBatch, type Batch } from '../batch.js';
import { LIST_ID } from '../fields.js';
import { BATCH_STATUSES, type BatchStatus } from '../tables.js';
import { pageFields, pageOf } from './paging.js';
import { EXAMPLE_LIST, LIST, viewLists } from './view.js';

const MAX_LIMIT = 100;

const STATUS = field(`one of ${BATCH_STATUSES.join(', ')}`, z.enum(BATCH_STATUSES), 'completed');

/** The lists of an account that were not deleted. */
const listsOf = ({ db }: Store, accountId: number, status: BatchStatus | undefined) => {
  const own = db.selectFrom('batches').where('account_id', '=', accountId).where('deleted_at', 'is', null);
  return own.where('status', status === undefined ? '<>' : '=', status ?? 'uploading');
};

export const listLists = describe(
  {
    summary: 'Lists the lists of the account',
    details: 'The newest first.',
    access: 'account',
    answer: answerOf(
      'A page of lists.',
      z.object({
        data: z.array(LIST),
        page: z.int(),
        limit: z.int(),
        total: z.int().describe('the lists on all pages'),
      }),
      { data: [EXAMPLE_LIST], page: 1, limit: 20, total: 1 },
    ),
  },
  listHandler(
    'GET',
    {},
    { ...pageFields(MAX_LIMIT), status: optional(STATUS) },
    async ({ store }, { owner, input }) => {
      const { page, limit, offset } = pageOf(input);
      const lists = listsOf(store, owner.accountId, input.status);
      const { total } = await lists.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const found = await lists.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
      return Response.json({ data: await viewLists(store, found as Batch[]), page, limit, total });
    },
  ),
);

export const SHOWN = answerOf('The list.', z.object({ data: LIST }), { data: EXAMPLE_LIST });

/** The list that a path names, with its progress. */
export const showBatch = async (store: Store, accountId: number, id: number): Promise<Response> => {
  const [data] = await viewLists(store, [await findBatch(store, accountId, id)]);
  return Response.json({ data });
};

export const showList = describe(
  {
    summary: 'Shows a list and its progress',
    access: 'account',
    path: z.object({ id: LIST_ID }),
    answer: SHOWN,
    problems: ['not_found', 'gone'],
  },
  listHandler('GET', { id: LIST_ID }, {}, ({ store }, { owner, path }) => showBatch(store, owner.accountId, path.id)),
);
