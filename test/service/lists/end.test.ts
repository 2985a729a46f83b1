import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { it } from 'vitest';
import { deleteOldLists, markDeleted } from '../../../src/service/lists/deletion.js';
import { endList } from '../../../src/service/lists/end.js';
import { commit } from '../../../src/service/lists/work/commit.js';
import { failedFinding, emptyOutcome } from '../../../src/service/lists/work/outcome.js';
import { renew } from '../../../src/service/lists/work/queue.js';
import type { Store } from '../../../src/service/schema.js';
import { onBothStores } from '../stores.js';
import { putList } from './support.js';
import { claimOne } from './work/queue-support.js';
import { makeRich, storedList, useStore } from './work/support.js';

const NO_ONE = { receivers: [], accounts: [] };
const LEASE_MS = 60_000;
/** More than one statement deletes. */
const QUESTIONS = 12_000;

/** Puts a list that waits for the answers to many questions. */
const putAsking = async (store: Store): Promise<number> => {
  const id = await putList(store, [['a@example.org']], { accountId: await makeRich(store, 1) });
  await sql`insert into batch_probes (batch_id, row_no, receiver, question, due_at)
    select ${id}::bigint, row_no, 'mx.example.org', '{}', now() from generate_series(1, ${QUESTIONS}::integer) as row_no`.execute(
    store.db,
  );
  return id;
};

const leftOf = async ({ db }: Store, id: number): Promise<number[]> => {
  const { rows } = await sql<{ questions: number; chunks: number }>`select
    (select count(*) from batch_probes where batch_id = ${id}) as questions,
    (select count(*) from batch_chunks where batch_id = ${id}) as chunks`.execute(db);
  return [rows[0]?.questions ?? -1, rows[0]?.chunks ?? -1];
};

onBothStores('the end of a list with a million questions', (harness) => {
  const open = useStore(harness);

  it('deletes few of them at once, and whoever looks for work deletes the rest', async () => {
    const store = await open();
    const id = await putAsking(store);
    await endList(store, id, { status: 'cancelled' });
    const [questions = 0, chunks] = await leftOf(store, id);
    assert(questions > 0 && questions < QUESTIONS, `${questions} are left`);
    assert.equal(chunks, 1);
    assert.equal(await claimOne(store, 'lookup', NO_ONE, LEASE_MS), null);
    assert.deepEqual(await leftOf(store, id), [0, 0]);
  });

  it('takes the claims of workers away: they store nothing more, and cannot renew', async () => {
    const store = await open();
    const id = await putAsking(store);
    const chunk = await claimOne(store, 'lookup', NO_ONE, LEASE_MS);
    assert.ok(chunk);
    assert.deepEqual(await renew(store, [chunk.lease], LEASE_MS), new Set([chunk.lease]));
    await endList(store, id, { status: 'cancelled' });
    assert.deepEqual(await renew(store, [chunk.lease], LEASE_MS), new Set());
    const outcome = { ...emptyOutcome(), findings: [failedFinding(1)], isDone: true };
    assert.deepEqual(await commit(store, id, () => [{ chunk, outcome }]), [false]);
    assert.equal((await storedList(store, id)).processed, 0);
  });

  it('leaves nothing of a deleted one, also if nobody looks for work', async () => {
    const store = await open();
    const id = await putAsking(store);
    await markDeleted(store, id);
    await deleteOldLists(store, new AbortController().signal, 0);
    assert.deepEqual(await leftOf(store, id), [0, 0]);
  });
});
