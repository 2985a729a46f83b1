/** Callbacks are put into a table together with what they tell: whatever ends afterwards, they are sent. */
import { randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { timestamp } from '../../../protocol/index.js';
import type { Inside } from '../../schema.js';
import { bouncePercent, bouncesOf } from '../../mail-outcomes/bounces.js';
import type { ListsTable, ENDED } from '../tables.js';

/** A new id of a message (Standard Webhooks 1.0). */
export const newMessageId = (): string => `msg_${randomBytes(18).toString('base64url')}`;

/** A list that has ended. */
export type EndedList = Selectable<ListsTable> & { status: (typeof ENDED)[number]; ended_at: Date };

/** The body of a callback: a handle and counts, without addresses. */
const payloadOf = (list: EndedList): string => {
  const { id, name, status, total, processed, duplicates, valid, invalid, risky, unknown, credits } = list;
  const ended = timestamp(list.ended_at);
  return JSON.stringify({
    type: `batch.${status}`,
    timestamp: ended,
    data: {
      id,
      name,
      status,
      total,
      processed,
      duplicates,
      counts: { valid, invalid, risky, unknown },
      bounce_percent: bouncePercent(bouncesOf(list)),
      credits,
      created_at: timestamp(list.created_at),
      ended_at: ended,
    },
  });
};

/** Puts the callback of a list that has ended into the table, if it has a URL. Call it in the transaction that ends it. */
export const putCallback = async ({ db, now }: Inside, list: EndedList): Promise<void> => {
  const { id, account_id, status, callback_url: url } = list;
  if (url === null) return;
  const { count } = await db
    .selectFrom('batch_callbacks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('batch_id', '=', id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('batch_callbacks')
    .values({
      id: newMessageId(),
      account_id,
      batch_id: id,
      n: count + 1,
      event: `batch.${status}`,
      url,
      host: new URL(url).hostname,
      payload: payloadOf(list),
      due_at: now,
      lease: null,
      created_at: now,
      delivered_at: null,
      given_up_at: null,
    })
    .execute();
};

/** Removes the name of a deleted list's file from its callbacks: those that are still sent have `""` in its place. */
export const forgetName = async ({ db }: Inside, listId: number): Promise<void> => {
  await db
    .updateTable('batch_callbacks')
    .set({ payload: sql<string>`jsonb_set(payload::jsonb, '{data,name}', '""')::text` })
    .where('batch_id', '=', listId)
    .execute();
};
