import assert from 'node:assert/strict';
import { beforeAll, it } from 'vitest';
import { sql } from 'kysely';
import type { Place } from '../harness.js';
import { audit } from '../credits/ledger-support.js';
import { onBothStores } from '../stores.js';
import { bodyOf, newBrowser, ORIGIN, PASSWORD, useUsers, type Browser } from '../users/support.js';

/** Lots with one entry each, and the checks that one more lot has paid for. */
const LOTS = 600;
const CHECKS = 1100;

interface Exported {
  credit_lots: { id: number }[];
  ledger: { lot: number; seq: number; balance: number }[];
  checks: { id: number; seq: number | null }[];
}

onBothStores('the export of a large account', (harness) => {
  let where: Place;
  const users = useUsers({
    ...harness,
    place: async () => (where = await harness.place()),
  });
  let anna: Browser;
  beforeAll(async () => {
    const { email } = await users.signUp();
    await users.service.close();
    const store = await harness.openStore(where);
    const { id } = await store.db.selectFrom('accounts').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    await store.db.transaction().execute(async (db) => {
      await sql`with lots as (
          insert into credit_lots (account_id, source, remaining, entries)
          select ${id}, 'grant', 7, 1 from generate_series(1, ${sql.lit(LOTS)}) returning id)
        insert into ledger (lot_id, seq, kind, amount, balance, at) select id, 1, 'grant', 7, 7, now() from lots`.execute(
        db,
      );
      await sql`with lot as (
          insert into credit_lots (account_id, source, remaining, entries)
          values (${id}, 'purchase', 0, ${sql.lit(CHECKS + 1)}) returning id)
        insert into ledger (lot_id, seq, kind, amount, balance, at)
        select id, 1 + n, case n when 0 then 'purchase' else 'check' end,
          case n when 0 then ${sql.lit(CHECKS)} else -1 end, ${sql.lit(CHECKS)} - n, now()
          from lot, generate_series(0, ${sql.lit(CHECKS)}) as n`.execute(db);
      await sql`insert into checks (account_id, subject, status, lot_id, seq, checked_at)
        select ${id}, 'x', 'valid', lot_id, seq, now() - seq % 10 * interval '1 second' from ledger where kind = 'check'`.execute(
        db,
      );
    });
    await audit(store);
    await store.close();
    const service = await harness.open(where, { publicUrl: ORIGIN });
    anna = newBrowser(service);
    await bodyOf(anna.post('sign-in', { email, password: PASSWORD }));
  });

  const ask = async (): Promise<ReadableStream<Uint8Array>> => {
    const { status, body } = await anna.get('/api/dashboard/export');
    assert.equal(status, 200);
    return body!;
  };

  it('has every row once, in parts of a bounded size', async () => {
    const parts: Uint8Array[] = [];
    for await (const part of await ask()) parts.push(part);
    const all = JSON.parse(Buffer.concat(parts).toString()) as Exported;
    assert.equal(all.credit_lots.length, LOTS + 1);
    const places = all.ledger.map(({ lot, seq }) => `${lot} ${seq}`);
    assert.deepEqual([places.length, new Set(places).size], [LOTS + CHECKS + 1, LOTS + CHECKS + 1]);
    assert.deepEqual(
      all.ledger.toSorted((a, b) => a.lot - b.lot || a.seq - b.seq),
      all.ledger,
    );
    assert.deepEqual([all.checks.length, new Set(all.checks.map(({ id }) => id)).size], [CHECKS, CHECKS]);
    const largest = Math.max(...parts.map(({ length }) => length));
    assert.ok(largest < 200_000, `${largest} bytes`);
    // Each part is a query or a bracket.
    assert.ok(parts.length < 50, `${parts.length} parts`);
  });

  it('is made as it is read, and ends when its reader goes', async () => {
    const reader = (await ask()).getReader();
    await reader.read();
    await reader.cancel();
    assert.equal((await reader.read()).done, true);
    // Nothing holds the connection to the database.
    for await (const part of await ask()) assert.ok(part.length > 0);
  });
});
