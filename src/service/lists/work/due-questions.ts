/** The questions of chunks that are due. Chunks that are begun at the same time share a query. */
import { sql } from 'kysely';
import { createBatcher } from '../../../util/batcher.js';
import type { ProbeQuestion } from '../../../verifier/types.js';
import type { Store } from '../../schema.js';
import type { Chunk } from './queue.js';

/** Chunks whose questions one query reads. */
const MOST = 8;

/** A question that is due. */
export interface DueQuestion {
  row: number;
  question: ProbeQuestion;
  attempts: number;
  /** Number of times that it was put off because the server failed. */
  repeats: number;
}

/** Reads the questions of a chunk that are due, the first `count` of them. */
export type ReadDue = (chunk: Chunk, count: number) => Promise<DueQuestion[]>;

/** Creates the reader of a worker. */
export const createDueReader = (store: Store): ReadDue => {
  const read = createBatcher<'due', { chunk: Chunk; count: number }, DueQuestion[]>(MOST, async (_, take) => {
    const batch = take();
    const chunks = batch.map(({ item }) => item.chunk);
    const { rows } = await sql<DueQuestion & { n: number }>`
      select n::integer, due.row_no as row, due.question, due.attempts, due.repeats
      from unnest(
        ${chunks.map(({ batch_id }) => batch_id)}::bigint[],
        ${chunks.map(({ receiver }) => receiver)}::text[],
        ${batch.map(({ item }) => item.count)}::integer[]
      ) with ordinality as asked (batch_id, receiver, most, n),
      lateral (
        select * from batch_probes as one
        where one.batch_id = asked.batch_id and one.receiver = asked.receiver and one.due_at <= ${store.now}
        order by one.due_at limit asked.most
      ) as due order by n, due.due_at`.execute(store.db);
    const found = batch.map((): DueQuestion[] => []);
    for (const { n, ...due } of rows) found[n - 1]?.push(due);
    for (const [index, { resolve }] of batch.entries()) resolve(found[index] ?? []);
  });
  return (chunk, count) => read('due', { chunk, count });
};
