/** The callbacks of a list: their log, and their replay. */
import { z } from 'zod';
import { Refusal } from '../../../protocol/refusal.js';
import { answerOf, describe, type Endpoints } from '../../http/endpoint.js';
import { field } from '../../http/request-fields.js';
import { LIMITS, type Limiter } from '../../users/attempt-limits.js';
import { listHandler, type Access } from '../access.js';
import { findList } from '../list.js';
import { LIST_ID } from '../list-id.js';
import type { Deliverer } from './deliverer.js';
import { CALLBACK, EXAMPLE_CALLBACK, readCallbacks } from './callback-log.js';
import { replay } from './queue.js';

/** The parts of the service that these endpoints use. */
interface Parts extends Access {
  limiter: Limiter;
  deliverer: Deliverer;
}

const OF_LIST = { id: LIST_ID };
const OF_CALLBACK = {
  ...OF_LIST,
  n: field(
    'the number of a callback',
    z
      .string()
      .regex(/^[1-9]\d{0,4}$/)
      .transform(Number),
    '1',
  ),
};

export const CALLBACKS = answerOf('The callbacks.', z.object({ callbacks: z.array(CALLBACK) }), {
  callbacks: [EXAMPLE_CALLBACK],
});

const callbacks = describe(
  {
    summary: 'Lists the callbacks of a list',
    details:
      'Newest first, with their latest attempts. A callback is sent when the list ends, and again until it is answered with 2xx, for three days; 410 ends it.',
    access: 'account',
    path: z.object(OF_LIST),
    answer: CALLBACKS,
    problems: ['not_found', 'gone'],
  },
  listHandler('GET', OF_LIST, {}, async ({ store }: Access, { owner: { accountId }, path: { id } }) => {
    await findList(store, accountId, id);
    return Response.json({ callbacks: await readCallbacks(store, accountId, id) });
  }),
);

const again = describe(
  {
    summary: 'Sends a callback again',
    details: 'Soon, with the same message id, and by the schedule from its start if that fails.',
    access: 'account',
    path: z.object(OF_CALLBACK),
    answer: answerOf('It is sent soon.', z.object({ status: z.literal('due') }), { status: 'due' }, { status: 202 }),
    problems: ['not_found', 'gone', 'rate_limited'],
  },
  listHandler('POST', OF_CALLBACK, {}, async (parts: Parts, { owner: { accountId }, path: { id, n } }) => {
    const { store, limiter, deliverer } = parts;
    await findList(store, accountId, id);
    await limiter.take(LIMITS.callbackReplays, String(accountId));
    if (!(await replay(store, { accountId, listId: id, n })))
      throw new Refusal('not_found', `This list has no callback ${n}.`);
    deliverer.wake();
    return Response.json({ status: 'due' }, { status: 202 });
  }),
);

/** The endpoints for callbacks, by path. */
export const CALLBACK_ENDPOINTS: Endpoints<Parts> = [
  ['/api/batch/{id}/callbacks', callbacks],
  ['/api/batch/{id}/callbacks/{n}/replay', again],
];
