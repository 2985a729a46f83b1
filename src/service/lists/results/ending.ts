/** Cancelling and deleting lists. */
import { z } from 'zod';
import { Refusal } from '../../../protocol/refusal.js';
import { describe } from '../../endpoint.js';
import { DONE, done } from '../../users/endpoint.js';
import { listHandler } from '../access.js';
import { deletedList, findBatch } from '../batch.js';
import { markDeleted } from '../deletion.js';
import { endBatch } from '../end.js';
import { LIST_ID } from '../fields.js';
import { SHOWN, showBatch } from './jobs.js';

export const cancelList = describe(
  {
    summary: 'Cancels a list',
    details: 'Nothing more of it is checked, and the credits that it did not spend are back. The results so far stay.',
    access: 'account',
    path: z.object({ id: LIST_ID }),
    answer: SHOWN,
    problems: ['not_found', 'gone', 'conflict'],
  },
  listHandler('POST', { id: LIST_ID }, {}, async ({ store, deliverer }, { owner, path }) => {
    const { id, status } = await findBatch(store, owner.accountId, path.id);
    if (!(await endBatch(store, id, { status: 'cancelled' })))
      throw new Refusal('conflict', `This list has ended${status === 'processing' ? '' : `: it is ${status}`}.`);
    deliverer.wake();
    return showBatch(store, owner.accountId, id);
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
  listHandler('DELETE', { id: LIST_ID }, {}, async ({ store, deliverer, deleteRows }, { owner, path }) => {
    const { id } = await findBatch(store, owner.accountId, path.id);
    // Another request was first.
    if (!(await markDeleted(store, id))) throw deletedList(new Date());
    deliverer.wake();
    deleteRows();
    return done();
  }),
);
