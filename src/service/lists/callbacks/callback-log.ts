/** Callbacks as their account sees them, with their attempts. */
import { sql, type Selectable } from 'kysely';
import { z } from 'zod';
import { timestamp } from '../../../protocol/index.js';
import { EXAMPLE_TIME, TIME } from '../../http/time-schema.js';
import type { Store } from '../../schema.js';
import { CALLBACK_EVENTS, type CallbacksTable } from './tables.js';

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

/** A callback with one of its attempts, or with none. */
interface Row extends Pick<Selectable<CallbacksTable>, 'id' | 'n' | 'event' | 'url' | 'created_at'> {
  list: number;
  next_attempt_at: Date | null;
  delivered_at: Date | null;
  given_up_at: Date | null;
  at: Date | null;
  status: number | null;
  reason: string | null;
  ms: number | null;
}

/** Reads the newest callbacks of an account, newest first: of one list, or of all. */
export const readCallbacks = async (
  { db }: Store,
  accountId: number,
  listId?: number,
): Promise<z.output<typeof CALLBACK>[]> => {
  const ofList = listId === undefined ? sql`` : sql`and batch_id = ${listId}`;
  // One statement, so that a callback and its attempts are of one moment.
  const { rows } = await sql<Row>`
    select callback.*, attempt.* from (
      select id, batch_id as list, n, event, url, created_at, due_at as next_attempt_at, delivered_at, given_up_at
      from batch_callbacks where account_id = ${accountId} ${ofList}
      order by created_at desc, id limit ${sql.lit(MAX_READ)}
    ) as callback left join callback_attempts as attempt on callback_id = callback.id
    order by created_at desc, id, no`.execute(db);
  const callbacks = new Map<string, z.output<typeof CALLBACK>>();
  for (const { id, list, n, event, url, created_at, at, status, reason, ms, ...times } of rows) {
    const callback = callbacks.get(id) ?? {
      id,
      list,
      n,
      event,
      url,
      created_at: timestamp(created_at),
      next_attempt_at: times.next_attempt_at && timestamp(times.next_attempt_at),
      delivered_at: times.delivered_at && timestamp(times.delivered_at),
      given_up_at: times.given_up_at && timestamp(times.given_up_at),
      attempts: [],
    };
    if (at !== null) callback.attempts.push({ at: timestamp(at), status, reason, ms });
    callbacks.set(id, callback);
  }
  return [...callbacks.values()];
};
