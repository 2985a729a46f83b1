/** Claims that are lost, workers that die at any moment, and lists that are cancelled, in any order. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import fc from 'fast-check';
import { it } from 'vitest';
import { readCredits } from '../../../../src/service/credits/credits.js';
import { endList } from '../../../../src/service/lists/end.js';
import { commit as commitAll, countPaid } from '../../../../src/service/lists/work/commit.js';
import { createCommits } from '../../../../src/service/lists/work/commit-batches.js';
import {
  emptyOutcome,
  failedFinding,
  findingOf,
  type Finding,
  type Outcome,
} from '../../../../src/service/lists/work/outcome.js';
import { createRightOfWay } from '../../../../src/util/right-of-way.js';
import { sweep, type Chunk } from '../../../../src/service/lists/work/queue.js';
import { CHUNK_ROWS } from '../../../../src/service/lists/work/turns.js';
import type { Store } from '../../../../src/service/schema.js';
import { whole } from '../../../support/whole.js';
import { audit } from '../../credits/ledger-support.js';
import { onBothStores } from '../../stores.js';
import { putList } from '../support.js';
import { claimOne } from './queue-support.js';
import { auditList, makeRich, storedList, statusesOf, useStore } from './support.js';

/** Nobody is busy. */
const NO_ONE = { receivers: [], accounts: [] };
const LEASE_MS = 60_000;

/** The finding of a row: each third costs nothing. */
const findingAt = (row: number): Finding =>
  findingOf(row, {
    email: '',
    account: '',
    domain: '',
    status: row % 3 === 0 ? 'invalid' : 'valid',
    quality: 'safe',
    score: 0.95,
    sub_status: row % 3 === 0 ? ['syntax_error'] : ['role_account', 'subaddress'],
    did_you_mean: row % 5 === 0 ? 'anna@example.org' : null,
    mx_record: 'mx.example.org',
    checked_at: '2026-01-31T12:00:00+00:00',
  });

const costOf = (rows: number): number => rows - Math.floor(rows / 3);

const rowsOf = ({ first_row, last_row }: Chunk): number[] =>
  Array.from({ length: (last_row ?? 0) - (first_row ?? 0) + 1 }, (_, n) => (first_row ?? 0) + n);

const outcomeOf = (rows: readonly number[], isDone: boolean): Outcome => ({
  ...emptyOutcome(),
  findings: rows.map(findingAt),
  isDone,
});

/** Stores the outcome of one claim. */
const commit = async (store: Store, chunk: Chunk, outcome: Outcome): Promise<boolean | undefined> =>
  (await commitAll(store, chunk.batch_id, () => [{ chunk, outcome }]))[0];

const expireAll = async (store: Store): Promise<void> => {
  await sql`update batch_chunks set due_at = now() - interval '1 second' where due_at is not null`.execute(store.db);
  await sweep(store);
};

onBothStores('the transaction that stores results', (harness) => {
  const open = useStore(harness);

  it('stores each row once, pays once and ends the list, whatever is interleaved', async () => {
    const store = await open();
    const accountId = await makeRich(store);
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('claim' as const) }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('commit' as const), index: fc.nat(9) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('part' as const), index: fc.nat(9), share: fc.nat(100) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('group' as const), first: fc.nat(9), count: fc.nat(4) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail' as const), index: fc.nat(9) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire' as const) }) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1700 }),
        fc.array(step, { maxLength: 25 }),
        fc.boolean(),
        async (count, steps, cancels) => {
          const rows = Array.from({ length: count }, (_, n) => [`${n}@example.org`]);
          const id = await putList(store, rows, { accountId });
          const claimed: Chunk[] = [];
          for (const one of steps) {
            // Claims that were lost, or settled, are used again on purpose.
            const chunk = 'index' in one ? claimed[one.index % Math.max(1, claimed.length)] : undefined;
            if (one.kind === 'claim') {
              const found = await claimOne(store, 'lookup', NO_ONE, LEASE_MS);
              if (found !== null) claimed.push(found);
            } else if (one.kind === 'expire') await expireAll(store);
            else if (one.kind === 'group') {
              // Each third stores a part only.
              const group = claimed.slice(one.first, one.first + one.count);
              const works = group.map((each) => {
                const own = rowsOf(each);
                const isDone = each.id % 3 !== 0;
                return { chunk: each, outcome: outcomeOf(isDone ? own : own.slice(0, 100), isDone) };
              });
              await commitAll(store, id, () => works);
            } else if (chunk === undefined) continue;
            else if (one.kind === 'commit') await commit(store, chunk, outcomeOf(rowsOf(chunk), true));
            else if (one.kind === 'fail') await commit(store, chunk, { ...emptyOutcome(), error: new Error('poison') });
            else {
              const all = rowsOf(chunk);
              await commit(store, chunk, outcomeOf(all.slice(0, Math.floor((all.length * one.share) / 100)), false));
            }
          }
          if (cancels) await endList(store, id, { status: 'cancelled' });
          await expireAll(store);
          for (;;) {
            const chunk = await claimOne(store, 'lookup', NO_ONE, LEASE_MS);
            if (chunk === null) break;
            assert.equal(await commit(store, chunk, outcomeOf(rowsOf(chunk), true)), true);
          }
          const { status, credits, processed } = await storedList(store, id);
          if (status === 'completed') {
            assert.deepEqual(
              await statusesOf(store, id),
              rows.map((_, n) => findingAt(n + 1).verdict.status),
            );
            await auditList(store, id, costOf(count));
          } else {
            assert.equal(cancels, true);
            assert.ok(processed < count && credits <= processed);
          }
          assert.equal((await readCredits(store, accountId)).reserved, 0);
        },
      ),
      { numRuns: whole ? 60 : 8 },
    );
    await audit(store);
  });

  it('drops what comes too late: the claim was lost, or the list was cancelled', async () => {
    const store = await open();
    const accountId = await makeRich(store);
    const id = await putList(
      store,
      Array.from({ length: 600 }, () => ['anna@example.org']),
      { accountId },
    );
    const first = await claimOne(store, 'lookup', NO_ONE, LEASE_MS);
    assert.ok(first);
    await expireAll(store);
    assert.equal(await commit(store, first, outcomeOf(rowsOf(first), true)), false);
    const again = await claimOne(store, 'lookup', NO_ONE, LEASE_MS);
    assert.ok(again);
    assert.equal(await commit(store, again, outcomeOf([1, 2], false)), true);
    const last = await claimOne(store, 'lookup', NO_ONE, LEASE_MS);
    assert.ok(last);
    await endList(store, id, { status: 'cancelled' });
    assert.equal(await commit(store, last, outcomeOf(rowsOf(last), true)), false);
    const { processed, credits } = await storedList(store, id);
    assert.deepEqual([processed, credits], [2, 2]);
  });

  it('stores the outcomes of a list that come at once by one transaction, and tells which of them were lost', async () => {
    const store = await open();
    const accountId = await makeRich(store);
    const rows = Array.from({ length: 3 * CHUNK_ROWS }, (_, n) => [`${n}@example.org`]);
    const id = await putList(store, rows, { accountId });
    const lost = await claimOne(store, 'lookup', NO_ONE, LEASE_MS);
    assert.ok(lost);
    await expireAll(store);
    const claimed = [lost];
    for (let n = 0; n < 3; n += 1) claimed.push((await claimOne(store, 'lookup', NO_ONE, LEASE_MS))!);
    const works = claimed.map((chunk) => ({ chunk, outcome: outcomeOf(rowsOf(chunk), true) }));
    assert.deepEqual(await commitAll(store, id, () => works), [false, true, true, true]);
    await auditList(store, id, costOf(3 * CHUNK_ROWS));
    const { rows: entries } = await sql<{ more: number }>`select count(*) - count(distinct lot_id) as more from ledger
      join credit_lots on credit_lots.id = lot_id join batches using (reservation_id)
      where batches.id = ${id} and kind = 'check'`.execute(store.db);
    assert.deepEqual(entries, [{ more: 0 }], 'one entry of each lot');
  });

  it('stores all outcomes that come at once by one transaction, up to 4,000 rows', async () => {
    const store = await open();
    const accountId = await makeRich(store);
    const rows = Array.from({ length: 12 * CHUNK_ROWS }, (_, n) => [`${n}@example.org`]);
    const id = await putList(store, rows, { accountId });
    const add = createCommits(store, createRightOfWay());
    const claimSome = async (count: number): Promise<Chunk[]> => {
      const chunks: Chunk[] = [];
      for (let n = 0; n < count; n += 1) chunks.push((await claimOne(store, 'lookup', NO_ONE, LEASE_MS))!);
      return chunks;
    };
    // Small ones first, as those of mail servers are.
    const small = (await claimSome(12)).map((chunk) => ({
      chunk,
      outcome: outcomeOf(rowsOf(chunk).slice(0, 4), false),
    }));
    await Promise.all(small.map(add));
    const large = (await claimSome(5)).map((chunk) => ({ chunk, outcome: outcomeOf(rowsOf(chunk), true) }));
    await Promise.all(large.map(add));
    const { rows: sizes } = await sql<{ count: number }>`
      select count(*)::integer from batch_results where batch_id = ${id} group by xmin order by 1`.execute(store.db);
    assert.deepEqual(
      sizes.map(({ count }) => count),
      [48, 996, 3984],
    );
    await endList(store, id, { status: 'cancelled' });
  });

  it('holds up no outcome by another one that cannot be stored', async () => {
    const store = await open();
    const accountId = await makeRich(store);
    const rows = Array.from({ length: 3 * CHUNK_ROWS }, (_, n) => [`${n}@example.org`]);
    const id = await putList(store, rows, { accountId });
    const add = createCommits(store, createRightOfWay());
    const claimed: Chunk[] = [];
    for (let n = 0; n < 3; n += 1) claimed.push((await claimOne(store, 'lookup', NO_ONE, LEASE_MS))!);
    const works = claimed.map((chunk) => ({ chunk, outcome: outcomeOf(rowsOf(chunk), true) }));
    // PostgreSQL takes no NUL.
    const [poison] = works[1]!.outcome.findings;
    poison!.verdict.did_you_mean = 'a\0';
    const settled = await Promise.allSettled(works.map(add));
    assert.deepEqual(
      settled.map((one) => (one.status === 'fulfilled' ? one.value : 'rejected')),
      [true, 'rejected', true],
    );
    poison!.verdict.did_you_mean = null;
    assert.equal(await add(works[1]!), true);
    await auditList(store, id, costOf(3 * CHUNK_ROWS));
  });

  it('stores an outcome in short parts while single checks come, and keeps its claim until the last', async () => {
    const store = await open();
    const accountId = await makeRich(store);
    const rows = Array.from({ length: 2 * CHUNK_ROWS }, (_, n) => [`${n}@example.org`]);
    const id = await putList(store, rows, { accountId });
    const way = createRightOfWay({ busyMs: LEASE_MS });
    const add = createCommits(store, way);
    await way.first(() => Promise.resolve());
    const [one, other] = [
      await claimOne(store, 'lookup', NO_ONE, LEASE_MS),
      await claimOne(store, 'lookup', NO_ONE, LEASE_MS),
    ];
    assert.ok(one && other);
    // The results of a part stay, whoever goes on.
    const [part] = [outcomeOf(rowsOf(other).slice(0, 100), false)];
    assert.deepEqual(await commitAll(store, id, () => [{ chunk: other, outcome: part, isPart: true }]), [true]);
    assert.equal((await storedList(store, id)).processed, 100);
    const works = [one, other].map((chunk) => ({ chunk, outcome: outcomeOf(rowsOf(chunk), true) }));
    assert.deepEqual(await Promise.all(works.map(add)), [true, true]);
    await auditList(store, id, costOf(2 * CHUNK_ROWS));
    const { rows: sizes } = await sql<{ most: number }>`select max(count)::integer as most from (
      select count(*) from batch_results where batch_id = ${id} group by xmin) as each`.execute(store.db);
    assert.deepEqual(sizes, [{ most: 125 }]);
  });

  it('stores a row once and pays once when a commit is repeated whose answer was lost, with any text', async () => {
    const store = await open();
    const accountId = await makeRich(store);
    const id = await putList(store, [['a@example.org'], ['b@example.org'], ['c@example.org'], ['d@example.org']], {
      accountId,
    });
    const chunk = await claimOne(store, 'lookup', NO_ONE, LEASE_MS);
    assert.ok(chunk);
    const odd = ['"a\\\\N\tb"@example.org', '\\N', 'ünï🙂@example.org', ''];
    const all = [1, 2, 3, 4].map((row): Finding => {
      const finding = findingAt(row);
      return { ...finding, verdict: { ...finding.verdict, did_you_mean: odd[row - 1] ?? null } };
    });
    const part = (rows: readonly number[]): Outcome => ({
      ...emptyOutcome(),
      findings: rows.flatMap((row) => all[row - 1] ?? []),
    });
    const [first, again] = [part([2, 4]), part([1, 2, 4, 4])];
    for (const outcome of [first, again]) await commitAll(store, id, () => [{ chunk, outcome, isPart: true }]);
    assert.equal((await storedList(store, id)).processed, 3);
    await commit(store, chunk, { ...part([3, 1]), isDone: true });
    const { rows } = await sql<{ did_you_mean: string }>`
      select did_you_mean from batch_results where batch_id = ${id} order by row_no`.execute(store.db);
    assert.deepEqual(
      rows.map(({ did_you_mean }) => did_you_mean),
      odd,
    );
    await auditList(store, id, costOf(4));
  });

  it('stores nothing at all if the credits that were set aside are too few', async () => {
    const store = await open();
    const accountId = await makeRich(store);
    const id = await putList(store, [['a@example.org'], ['b@example.org']], { accountId });
    await sql`update batches set reservation_id = null where id = ${id}`.execute(store.db);
    const chunk = await claimOne(store, 'lookup', NO_ONE, LEASE_MS);
    assert.ok(chunk);
    await assert.rejects(commit(store, chunk, outcomeOf([1, 2], true)), /too few credits/);
    const { processed, status } = await storedList(store, id);
    assert.deepEqual([processed, status, await statusesOf(store, id)], [0, 'processing', []]);
    await endList(store, id, { status: 'cancelled' });
  });
});

it('tells what paid for each result: in the order of the credits, and nothing for what is free', () => {
  const spent = [
    { source: 'free' as const, amount: 2 },
    { source: 'purchase' as const, amount: 1 },
  ];
  const unpaid = failedFinding(5);
  assert.deepEqual(countPaid([...[1, 2, 3, 4].map(findingAt), unpaid], spent), [
    { paid_from: 'free', status: 'valid', checks: 2 },
    { paid_from: 'none', status: 'invalid', checks: 1 },
    { paid_from: 'purchase', status: 'valid', checks: 1 },
    { paid_from: 'none', status: 'unknown', checks: 1 },
  ]);
  assert.deepEqual(countPaid([unpaid], []), [{ paid_from: 'none', status: 'unknown', checks: 1 }]);
});
