/** The callbacks of a list: their log, and their replay. */
import { z } from 'zod';
import { Refusal } from '../../../protocol/refusal.js';
import { answerOf, describe, type Endpoints } from '../../endpoint.js';
import { field } from '../../fields.js';
import { LIMITS } from '../../users/limits.js';
import { listHandler } from '../access.js';
import { findBatch } from '../batch.js';
import { LIST_ID } from '../fields.js';
import type { ListParts } from '../parts.js';
import { DASHBOARD_CALLBACK_ENDPOINTS } from './dashboard.js';
import { CALLBACK, EXAMPLE_CALLBACK, readCallbacks } from './log.js';
import { replay } from './queue.js';

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

const callbacks = describe(
  {
    summary: 'Lists the callbacks of a list',
    details:
      'Newest first, with their latest attempts. A callback is sent when the list ends, and again until it is answered with 2xx, for three days; 410 ends it.',
    access: 'account',
    path: z.object(OF_LIST),
    answer: answerOf('The callbacks.', z.object({ callbacks: z.array(CALLBACK) }), { callbacks: [EXAMPLE_CALLBACK] }),
    problems: ['not_found', 'gone'],
  },
  listHandler('GET', OF_LIST, {}, async ({ store }, { owner: { accountId }, path: { id } }) => {
    await findBatch(store, accountId, id);
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
  listHandler('POST', OF_CALLBACK, {}, async (parts, { owner: { accountId }, path: { id, n } }) => {
    const { store, users, deliverer } = parts;
    await findBatch(store, accountId, id);
    await users.limiter.take(LIMITS.callbackReplays, String(accountId));
    if (!(await replay(store, { accountId, batchId: id, n })))
      throw new Refusal('not_found', `This list has no callback ${n}.`);
    deliverer.wake();
    return Response.json({ status: 'due' }, { status: 202 });
  }),
);

/** The endpoints for callbacks, by path. */
export const CALLBACK_ENDPOINTS: Endpoints<ListParts> = [
  ['/api/batch/{id}/callbacks', callbacks],
  ['/api/batch/{id}/callbacks/{n}/replay', again],
  ...DASHBOARD_CALLBACK_ENDPOINTS,
];
