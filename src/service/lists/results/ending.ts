/** Cancelling and deleting lists. */
import { z } from 'zod';
import { Refusal } from '../../../protocol/refusal.js';
import { describe } from '../../http/endpoint.js';
import { DONE, done } from '../../users/session-endpoint.js';
import { listHandler, type Access } from '../access.js';
import { deletedList, findList } from '../list.js';
import type { Deliverer } from '../callbacks/deliverer.js';
import { markDeleted } from '../deletion.js';
import { endList } from '../end.js';
import { LIST_ID } from '../list-id.js';
import { SHOWN, answerList } from './show-lists.js';

/** The parts of the service that these endpoints use. */
interface Parts extends Access {
  deliverer: Deliverer;
  /** Starts to delete the rows of deleted lists, in the background. */
  deleteRows: () => void;
}

export const cancelList = describe(
  {
    summary: 'Cancels a list',
    details: 'Nothing more of it is checked, and the credits that it did not spend are back. The results so far stay.',
    access: 'account',
    path: z.object({ id: LIST_ID }),
    answer: SHOWN,
    problems: ['not_found', 'gone', 'conflict'],
  },
  listHandler('POST', { id: LIST_ID }, {}, async ({ store, deliverer }: Parts, { owner, path }) => {
    const { id, status } = await findList(store, owner.accountId, path.id);
    if (!(await endList(store, id, { status: 'cancelled' })))
      throw new Refusal('conflict', `This list has ended${status === 'processing' ? '' : `: it is ${status}`}.`);
    deliverer.wake();
    return answerList(store, owner.accountId, id);
  }),
);

export const deleteList = describe(
  {
    summary: 'Deletes a list with its results',
    details: 'One that has not ended is cancelled. From then on it is gone; its rows are deleted in the background.',
    access: 'account',
    path: z.object({ id: LIST_ID }),
    answer: DONE,
    problems: ['not_found', 'gone'],
  },
  listHandler('DELETE', { id: LIST_ID }, {}, async ({ store, deliverer, deleteRows }: Parts, { owner, path }) => {
    const { id } = await findList(store, owner.accountId, path.id);
    // Another request was first.
    if (!(await markDeleted(store, id))) throw deletedList(new Date());
    deliverer.wake();
    deleteRows();
    return done();
  }),
);
