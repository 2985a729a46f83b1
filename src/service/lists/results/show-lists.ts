/** Listing lists, and showing one. */
import { z } from 'zod';
import { answerOf, describe } from '../../http/endpoint.js';
import { field, optional } from '../../http/request-fields.js';
import type { Store } from '../../schema.js';
import { listHandler, type Access, type Owner } from '../access.js';
import { findList, type List } from '../list.js';
import { LIST_ID } from '../list-id.js';
import { LIST_STATUSES, type ListStatus } from '../tables.js';
import { pageFields, pageOf } from './numbered-pages.js';
import { EXAMPLE_LIST, LIST, viewLists } from './list-view.js';

const MAX_LIMIT = 100;

const STATUS = field(`one of ${LIST_STATUSES.join(', ')}`, z.enum(LIST_STATUSES), 'completed');

/** The lists of an account that were not deleted. */
const listsOf = ({ db }: Store, { accountId, isTest }: Owner, status: ListStatus | undefined) => {
  const all = db.selectFrom('batches').where('account_id', '=', accountId).where('deleted_at', 'is', null);
  const own = isTest ? all.where('is_test', '=', true) : all;
  return own.where('status', status === undefined ? '<>' : '=', status ?? 'uploading');
};

export const LISTED = answerOf(
  'A page of lists.',
  z.object({
    data: z.array(LIST),
    page: z.int(),
    limit: z.int(),
    total: z.int().describe('the lists on all pages'),
  }),
  { data: [EXAMPLE_LIST], page: 1, limit: 20, total: 1 },
);

export const listLists = describe(
  {
    summary: 'Lists the lists of the account',
    details: 'The newest first.',
    access: 'account',
    answer: LISTED,
  },
  listHandler(
    'GET',
    {},
    { ...pageFields(MAX_LIMIT), status: optional(STATUS) },
    async ({ store }: Access, { owner, input }) => {
      const { page, limit, offset } = pageOf(input);
      const lists = listsOf(store, owner, input.status);
      const { total } = await lists.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const found = await lists.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
      return Response.json({ data: await viewLists(store, found as List[]), page, limit, total });
    },
  ),
);

export const SHOWN = answerOf('The list.', z.object({ data: LIST }), { data: EXAMPLE_LIST });

/** The list that a path names, with its progress. */
export const answerList = async (store: Store, accountId: number, id: number): Promise<Response> => {
  const [data] = await viewLists(store, [await findList(store, accountId, id)]);
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
  listHandler('GET', { id: LIST_ID }, {}, ({ store }: Access, { owner, path }) =>
    answerList(store, owner.accountId, path.id),
  ),
);
