/** Rows that wait, whatever is found out about them in any order: their counters and the credits are exact. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import fc from 'fast-check';
import { it } from 'vitest';
import { assess } from '../../../../src/verifier/score.js';
import type { ProbeQuestion } from '../../../../src/verifier/index.js';
import type { SubStatus } from '../../../../src/protocol/index.js';
import { commit } from '../../../../src/service/lists/work/commit.js';
import { emptyOutcome, findingOf, type Outcome } from '../../../../src/service/lists/work/outcome.js';
import { sweep, type Chunk } from '../../../../src/service/lists/work/queue.js';
import type { Store } from '../../../../src/service/schema.js';
import { whole } from '../../../support/whole.js';
import { audit } from '../../credits/ledger-support.js';
import { onBothStores } from '../../stores.js';
import { putList } from '../support.js';
import { claimOne } from './queue-support.js';
import { auditList, makeRich, storedList, useStore } from './support.js';

const KINDS = ['lookup', 'probe', 'repeat'] as const;
/** The fates of a row: a code, a question to one of two receivers, or a wait. */
const FATES = ['valid', 'dns_timeout', 'smtp_unavailable', 'greylisted', 'mx1', 'mx2', 'wait', 'none'] as const;
type Fate = (typeof FATES)[number];

const resultOf = (code: SubStatus | null) => ({
  email: '',
  account: '',
  domain: '',
  ...assess(code === null ? [] : [code]),
  did_you_mean: null,
  mx_record: '',
  checked_at: '2026-01-31T12:00:00+00:00',
});

const questionTo = (receiver: string): ProbeQuestion => ({
  email: 'anna@firm.org',
  codes: [],
  suggestion: null,
  route: { host: receiver, addresses: [], next: [] },
  receiver,
  tries: 0,
});

/** The rows that a claim may work on. */
const rowsOf = async ({ db }: Store, { batch_id, kind, first_row, last_row, receiver }: Chunk): Promise<number[]> => {
  const { rows } = await (
    kind === 'lookup'
      ? sql<{ row: number }>`select row_no as row from batch_rows where batch_id = ${batch_id}
          and row_no between ${first_row} and ${last_row}
          and not exists (select from batch_results as r where r.batch_id = ${batch_id} and r.row_no = batch_rows.row_no)
          and not exists (select from batch_probes as p where p.batch_id = ${batch_id} and p.row_no = batch_rows.row_no)`
      : sql<{
          row: number;
        }>`select row_no as row from batch_probes where batch_id = ${batch_id} and receiver = ${receiver}`
  ).execute(db);
  return rows.map(({ row }) => row);
};

/** Adds the fate of a row to the outcome of a claim. */
const decide = (outcome: Outcome, { kind, receiver }: Chunk, row: number, fate: Fate): void => {
  const wait = { row, waitMs: 60_000, repeats: 1 };
  const isProbe = kind === 'probe';
  if (fate === 'none') {
    if (isProbe) outcome.notAsked.push(row);
  } else if (fate === 'wait')
    outcome.questions.push(
      isProbe
        ? { ...wait, question: questionTo(receiver ?? ''), waitsFor: row % 2 === 0 ? 'smtp' : 'greylisted' }
        : { ...wait, question: { email: 'anna@firm.org' }, waitsFor: 'dns' },
    );
  else if (fate !== 'mx1' && fate !== 'mx2')
    outcome.findings.push(findingOf(row, resultOf(fate === 'valid' ? null : fate)));
  else if (!isProbe)
    outcome.questions.push({ ...wait, question: questionTo(fate), waitsFor: null, waitMs: 0, repeats: 0 });
};

/** Lets all waits and claims be over. */
const passTime = async (store: Store): Promise<void> => {
  await sql`update batch_chunks set due_at = now() where due_at is not null`.execute(store.db);
  await sweep(store);
};

const checkWaiting = async (store: Store, id: number): Promise<void> => {
  const { waiting_dns, waiting_smtp, waiting_greylisted, ended_at } = await storedList(store, id);
  if (ended_at !== null) return;
  const { rows } = await sql`select count(*) filter (where waits_for = 'dns')::integer as waiting_dns,
      count(*) filter (where waits_for = 'smtp')::integer as waiting_smtp,
      count(*) filter (where waits_for = 'greylisted')::integer as waiting_greylisted
    from batch_probes where batch_id = ${id}`.execute(store.db);
  assert.deepEqual(rows, [{ waiting_dns, waiting_smtp, waiting_greylisted }]);
};

onBothStores('the questions of a list', (harness) => {
  const open = useStore(harness);

  it('are counted while they wait, and each row ends with one result that is paid for if something was found out', async () => {
    const store = await open();
    const accountId = await makeRich(store);
    const step = fc.record({
      kind: fc.constantFrom(...KINDS),
      fates: fc.array(fc.constantFrom(...FATES), { minLength: 1, maxLength: 7 }),
      isDone: fc.boolean(),
      passes: fc.boolean(),
      isLate: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.array(step, { maxLength: 20 }), async (count, steps) => {
        const rows = Array.from({ length: count }, (_, n) => [`${n}@firm.org`]);
        const id = await putList(store, rows, { accountId });
        const work = async (kind: Chunk['kind'], fateOf: (row: number) => Fate, isLate = false) => {
          const chunk = await claimOne(store, kind, { receivers: [], accounts: [] }, 60_000);
          if (chunk === null) return false;
          const outcome = emptyOutcome();
          for (const row of await rowsOf(store, chunk)) decide(outcome, chunk, row, fateOf(row));
          const decided = outcome.findings.length + outcome.questions.length;
          outcome.isDone = decided === (await rowsOf(store, chunk)).length;
          if (isLate) await passTime(store);
          const [isStored] = await commit(store, id, () => [{ chunk, outcome }]);
          assert.equal(isStored, !isLate);
          await checkWaiting(store, id);
          return true;
        };
        for (const { kind, fates, passes, isLate } of steps) {
          if (passes) await passTime(store);
          await work(kind, (row) => fates[row % fates.length] ?? 'none', isLate);
        }
        await passTime(store);
        const rest: Fate[] = ['valid', 'smtp_unavailable', 'greylisted'];
        for (const kind of KINDS)
          for (let n = 0; await work(kind, (row) => rest[row % rest.length] ?? 'valid'); n += 1) {
            assert.ok(n < 100, `a ${kind} never ends`);
            await passTime(store);
          }
        const { rows: paid } = await sql<{ count: number }>`select count(*)::integer from batch_results
          where batch_id = ${id} and not sub_status && '{dns_timeout,smtp_unavailable}'`.execute(store.db);
        await auditList(store, id, paid[0]?.count ?? NaN);
      }),
      { numRuns: whole ? 60 : 8 },
    );
    await audit(store);
  });
});
