import assert from 'node:assert/strict';
import { once } from 'node:events';
import { sql } from 'kysely';
import { it } from 'vitest';
import { endList } from '../../../../src/service/lists/end.js';
import type { ListVerifier } from '../../../../src/service/lists/work/list-verifier.js';
import { CHUNK_ROWS } from '../../../../src/service/lists/work/turns.js';
import { readCredits } from '../../../../src/service/credits/credits.js';
import { createRightOfWay } from '../../../../src/util/right-of-way.js';
import { eventually } from '../../../support/eventually.js';
import { audit } from '../../credits/ledger-support.js';
import { notePlans } from '../../plans.js';
import { onBothStores } from '../../stores.js';
import { putList } from '../support.js';
import {
  auditList,
  ended,
  makeRich,
  mixedCost,
  mixedRows,
  mixedStatuses,
  storedList,
  statusesOf,
  useBench,
  useStore,
  ZONE,
} from './support.js';

/** Looks up the first chunk of a long list, and begins no other one of it until it is released, or the worker ends. */
const holdLong = (real: ListVerifier) => {
  const hold = new AbortController();
  let chunks = 0;
  const verifier: ListVerifier = {
    askMany: (...args) => real.askMany(...args),
    receiverRate: (receiver) => real.receiverRate(receiver),
    async *lookUpMany(emails, options) {
      const isLong = (emails as string[]).some((email) => email.startsWith('long'));
      if (isLong && (chunks += 1) > 1) {
        const either = AbortSignal.any(options?.signal ? [hold.signal, options.signal] : [hold.signal]);
        if (!either.aborted) await once(either, 'abort');
      }
      yield* real.lookUpMany(emails, options);
    },
  };
  const release = (): void => {
    hold.abort();
  };
  return { verifier, release };
};

onBothStores('a worker', (harness) => {
  const open = useStore(harness);
  const { work, verifier } = useBench({
    ...ZONE,
    ...Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`silent${n}.org`, { behaviour: 'silent' as const }])),
  });

  it('waits for single checks, and goes on beside one that does not end', async () => {
    const store = await open();
    const id = await putList(store, mixedRows(600), { accountId: await makeRich(store) });
    const way = createRightOfWay({ heldMs: 60_000, maxWaitMs: 60_000 });
    const checks = new Array(2).fill(0).map(() => {
      let end = (): void => undefined;
      const done = way.first(() => new Promise<void>((resolve) => (end = resolve)));
      return { end: () => (end(), done) };
    });
    work(store, { beatMs: 20 }, { way });
    // The worker is there, and claims nothing.
    const beats = new Set<string>();
    await eventually(async () => {
      const { rows } = await sql<{ at: string }>`select max(seen_at)::text as at from list_workers`.execute(store.db);
      return beats.add(rows[0]?.at ?? '').size > 3;
    });
    assert.equal((await storedList(store, id)).status, 'pending');
    await checks[0]?.end();
    assert.equal((await storedList(store, id)).status, 'pending');
    await checks[1]?.end();
    await ended(store, id);
    await auditList(store, id, mixedCost(600));
    const next = await putList(store, mixedRows(600), { accountId: await makeRich(store) });
    const patient = createRightOfWay({ maxWaitMs: 10 });
    void patient.first(() => new Promise(() => undefined));
    work(store, {}, { way: patient });
    await ended(store, next);
    assert.deepEqual(await statusesOf(store, next), mixedStatuses(600));
  });

  it('gives each row of half a megabyte its result', async () => {
    const store = await open();
    const rows = mixedRows(9).map(([email = '']) => [email, 'x'.repeat(500_000)]);
    const id = await putList(store, rows, { accountId: await makeRich(store) });
    work(store);
    await ended(store, id);
    assert.deepEqual(await statusesOf(store, id), mixedStatuses(9));
  });

  it('gives each row its result in the order of the file, and pays for those that are addresses', async () => {
    const store = await open();
    const accountId = await makeRich(store, 5000);
    const rows = mixedRows(1203);
    const id = await putList(store, rows, { accountId });
    let ends = 0;
    const worker = work(store, {}, { onEnd: () => (ends += 1) });
    await ended(store, id);
    await auditList(store, id, mixedCost(rows.length));
    await worker.close();
    assert.equal(ends, 1);
    assert.deepEqual(await statusesOf(store, id), mixedStatuses(rows.length));
    await audit(store);
    const { free, bought, reserved } = await readCredits(store, accountId);
    assert.deepEqual([free + bought, reserved], [5100 - mixedCost(rows.length), 0]);
    const { rows: days } = await sql`select paid_from, status, count::integer from check_days
      where account_id = ${accountId} order by 1, 2`.execute(store.db);
    const [unpaid, dead] = [rows.length - mixedCost(rows.length), Math.floor(rows.length / 4)];
    assert.equal(days.length >= 3, true);
    const counted = (source: string | null, status: string): number =>
      (days as { paid_from: string; status: string; count: number }[])
        .filter((day) => day.status === status && (source === null || day.paid_from === source))
        .reduce((sum, { count }) => sum + count, 0);
    assert.deepEqual([counted('none', 'invalid'), counted(null, 'invalid')], [unpaid, unpaid + dead]);
    assert.equal(counted(null, 'valid'), rows.length - unpaid - dead);
    assert.equal(counted('free', 'valid') + counted('free', 'invalid'), 100);
  });

  it('looks for no questions after each part of a list that has none', async () => {
    const store = await open();
    const { noted, texts } = notePlans(store);
    const id = await putList(store, mixedRows(8 * CHUNK_ROWS), { accountId: await makeRich(store) });
    const started = performance.now();
    // Unless it is woken, it looks for work every 2.5 to 7.5 s.
    const worker = work(noted, { pollMs: 60_000, slots: { lookup: 1 } });
    await ended(store, id);
    const polls = 1 + Math.floor((performance.now() - started) / 2500);
    await worker.close();
    const claims = (kind: string): number => texts().filter((text) => text.includes(`where kind = '${kind}'`)).length;
    assert.ok(claims('lookup') >= 8);
    for (const kind of ['probe', 'repeat']) assert.ok(claims(kind) <= polls, `${claims(kind)}, at most ${polls}`);
  });

  it('checks the address in a cell, without spaces and quotes around it', async () => {
    const store = await open();
    const accountId = await makeRich(store);
    const id = await putList(store, [[' a@firm1.org '], ['"b@firm1.org"'], ['\u00a0c@dead.org']], { accountId });
    work(store);
    await ended(store, id);
    assert.deepEqual(await statusesOf(store, id), ['valid', 'valid', 'invalid']);
    await auditList(store, id, 3);
  });

  it('leaves out duplicates, and rows whose results were imported', async () => {
    const store = await open();
    const accountId = await makeRich(store);
    const id = await putList(store, mixedRows(8), { accountId });
    await sql`update batch_rows set duplicate_of = 1 where batch_id = ${id} and row_no = 2`.execute(store.db);
    await sql`insert into batch_results values
      (${id}, 5, 'risky', 'caution', 0.6, '{catch_all}', null, 'mx.elsewhere.org', now())`.execute(store.db);
    await sql`update batches set duplicates = 1, processed = 1, risky = 1 where id = ${id}`.execute(store.db);
    work(store);
    await ended(store, id);
    const { processed, risky, credits } = await storedList(store, id);
    assert.deepEqual([processed, risky, credits], [7, 1, 4]);
  });

  it('stops at once when a list is cancelled, and charges for no more', async () => {
    const store = await open();
    const accountId = await makeRich(store);
    const id = await putList(store, mixedRows(5000, 'long'), { accountId });
    const { verifier: held, release } = holdLong(verifier());
    const worker = work(store, { slots: { lookup: 2, probe: 1 } }, { verifier: held });
    await eventually(async () => (await storedList(store, id)).processed > 0);
    assert.equal(await endList(store, id, { status: 'cancelled' }), true);
    const { processed, credits, status } = await storedList(store, id);
    release();
    await worker.close();
    assert.deepEqual(await storedList(store, id).then((list) => [list.processed, list.credits, list.status]), [
      processed,
      credits,
      status,
    ]);
    const { reserved } = await readCredits(store, accountId);
    assert.equal(reserved, 0);
    await audit(store);
  });

  it('gives its claims back when it is closed, and another goes on', async () => {
    const store = await open();
    const accountId = await makeRich(store);
    const id = await putList(store, mixedRows(2000), { accountId });
    const first = work(store, { leaseMs: 600_000 });
    await eventually(async () => (await storedList(store, id)).status === 'processing');
    await first.close();
    work(store, { leaseMs: 600_000 });
    await ended(store, id);
    await auditList(store, id, mixedCost(2000));
  });

  it('gives rows up that fail again and again, free of charge, and ends the list', async () => {
    const store = await open();
    const accountId = await makeRich(store);
    const id = await putList(store, mixedRows(CHUNK_ROWS + 200), { accountId });
    const real = verifier();
    const poison = `person${CHUNK_ROWS + 100}@firm0.org`;
    work(
      store,
      {},
      {
        verifier: {
          askMany: (...args) => real.askMany(...args),
          receiverRate: (receiver) => real.receiverRate(receiver),
          async *lookUpMany(emails, options) {
            for (const email of emails as string[]) if (email === poison) throw new Error('poison');
            yield* real.lookUpMany(emails, options);
          },
        },
      },
    );
    await ended(store, id);
    const statuses = await statusesOf(store, id);
    assert.deepEqual(statuses.slice(0, CHUNK_ROWS), mixedStatuses(CHUNK_ROWS));
    assert.deepEqual([...new Set(statuses.slice(CHUNK_ROWS))], ['unknown']);
    await auditList(store, id, mixedCost(CHUNK_ROWS));
    const { reserved } = await readCredits(store, accountId);
    assert.equal(reserved, 0);
  });

  it('works on a short list at once while a long one of another account is under way', async () => {
    const store = await open();
    const long = await putList(store, mixedRows(5000, 'long'), { accountId: await makeRich(store) });
    const { verifier: held } = holdLong(verifier());
    const worker = work(store, { slots: { lookup: 2, probe: 2 } }, { verifier: held });
    await eventually(async () => (await storedList(store, long)).processed > 0);
    const short = await putList(store, mixedRows(100), { accountId: await makeRich(store) });
    worker.wake();
    await ended(store, short);
    const { processed, total } = await storedList(store, long);
    assert.ok(processed < total, `${processed} of ${total}`);
    await worker.close();
    await endList(store, long, { status: 'cancelled' });
  });

  it('leaves slots to others while all domains of one account are silent', async () => {
    const store = await open();
    const [slow, other] = [await makeRich(store), await makeRich(store)];
    const lists: number[] = [];
    for (let n = 0; n < 8; n += 1) lists.push(await putList(store, [[`a@silent${n}.org`]], { accountId: slow }));
    const worker = work(store, { slots: { lookup: 4, probe: 4 } });
    const processing = () =>
      store.db.selectFrom('batches').select('id').where('id', 'in', lists).where('status', '=', 'processing').execute();
    await eventually(async () => (await processing()).length === 2);
    const id = await putList(store, mixedRows(4), { accountId: other });
    await ended(store, id);
    const held = (await processing()).length;
    assert(held > 0 && held <= 2, `${held} of 4 slots`);
    await worker.close();
  });
});
