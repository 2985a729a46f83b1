/** Callbacks as their account sees them, with their attempts. */
import { z } from 'zod';
import { timestamp } from '../../../protocol/index.js';
import { EXAMPLE_TIME, TIME } from '../../answers.js';
import type { Store } from '../../store/tables.js';
import { CALLBACK_EVENTS } from './tables.js';

/** The callbacks that are read at once, newest first. */
const MAX_READ = 50;

const ATTEMPT = z.object({
  at: TIME,
  status: z.int().nullable().describe('the HTTP status; null: there was no answer'),
  reason: z.string().nullable().describe('why it failed; null with a null status: it runs, or was broken off'),
  ms: z.int().nullable(),
});

export const CALLBACK = z.object({
  id: z.string().describe('webhook-id, the same in each attempt'),
  list: z.int().describe('the id of the list'),
  n: z.int().describe('the number within the list, from 1'),
  event: z.enum(CALLBACK_EVENTS),
  url: z.string(),
  created_at: TIME,
  next_attempt_at: TIME.nullable().describe('null: no attempt follows'),
  delivered_at: TIME.nullable(),
  given_up_at: TIME.nullable(),
  attempts: z.array(ATTEMPT).describe('the latest 50, oldest first'),
});

export const EXAMPLE_CALLBACK: z.output<typeof CALLBACK> = {
  id: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
  list: 7,
  n: 1,
  event: 'batch.completed',
  url: 'https://shop.example/callbacks',
  created_at: EXAMPLE_TIME,
  next_attempt_at: null,
  delivered_at: EXAMPLE_TIME,
  given_up_at: null,
  attempts: [{ at: EXAMPLE_TIME, status: 204, reason: null, ms: 85 }],
};

/** Reads the newest callbacks of an account, newest first: of one list, or of all. */
export const readCallbacks = async (
  { db }: Store,
  accountId: number,
  batchId?: number,
): Promise<z.output<typeof CALLBACK>[]> => {
  const ofAccount = db.selectFrom('batch_callbacks').where('account_id', '=', accountId);
  const found = await (batchId === undefined ? ofAccount : ofAccount.where('batch_id', '=', batchId))
    .select(['id', 'batch_id', 'n', 'event', 'url', 'created_at', 'due_at', 'delivered_at', 'given_up_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MAX_READ)
    .execute();
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const attempts = await db
    .selectFrom('callback_attempts')
    .selectAll()
    .where('callback_id', 'in', ids)
    .orderBy('callback_id')
    .orderBy('no')
    .execute();
  return found.map(({ batch_id, created_at, due_at, delivered_at, given_up_at, ...callback }) => ({
    id: callback.id,
    list: batch_id,
    n: callback.n,
    event: callback.event,
    url: callback.url,
    created_at: timestamp(created_at),
    next_attempt_at: due_at && timestamp(due_at),
    delivered_at: delivered_at && timestamp(delivered_at),
    given_up_at: given_up_at && timestamp(given_up_at),
    attempts: attempts
      .filter(({ callback_id }) => callback_id === callback.id)
      .map(({ at, status, reason, ms }) => ({ at: timestamp(at), status, reason, ms })),
  }));
};
