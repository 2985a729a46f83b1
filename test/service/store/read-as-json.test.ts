import assert from 'node:assert/strict';
import { it } from 'vitest';
import { sql } from 'kysely';
import { readAsJson } from '../../../src/service/store/read-as-json.js';
import { onBothStores } from '../stores.js';

onBothStores('rows read as one JSON text', ({ place, openStore }) => {
  it('come in the order of the query, with the values that each row has alone', async () => {
    const { db } = await openStore(await place());
    const rows = await readAsJson<{ n: number; text: string | null; score: number; codes: string[] }>(
      db,
      ['n', 'text', 'score', 'codes'],
      sql`select n, case when n % 3 = 0 then null else repeat('"\\ä\u{1F600}', n) || e'\n' || ${'\t\u2028'} end as text,
        (n / 10.0)::real as score, case when n = 1 then '{}'::text[] else array['a', n::text] end as codes
        from generate_series(1, 9) as n order by n desc`,
    );
    assert.deepEqual(
      rows,
      Array.from({ length: 9 }, (_, index) => 9 - index).map((n) => ({
        n,
        text: n % 3 === 0 ? null : `${'"\\ä\u{1F600}'.repeat(n)}\n\t\u2028`,
        score: n / 10,
        codes: n === 1 ? [] : ['a', String(n)],
      })),
    );
  });

  it('are none where there is none', async () => {
    const { db } = await openStore(await place());
    assert.deepEqual(await readAsJson<{ one: number }>(db, ['one'], sql`select 1 as one where false`), []);
  });

  it('reject as the query does', async () => {
    const { db } = await openStore(await place());
    await assert.rejects(readAsJson<{ nothing: number }>(db, ['nothing'], sql`select nothing from accounts`), {
      code: '42703',
    });
  });
});
