import assert from 'node:assert/strict';
import { it } from 'vitest';
import { sql } from 'kysely';
import { readAsJson } from '../../../src/service/store/read-as-json.js';
import { onBothStores } from '../stores.js';

onBothStores('rows read as one JSON text', ({ place, openStore }) => {
  it('come column by column in the order of their query, with the values that each row has alone', async () => {
    const { db } = await openStore(await place());
    const { rows, more } = await readAsJson<{
      rows: { n: number; text: string | null; score: number; codes: string[] };
      more: { m: number; own: unknown };
    }>(
      db,
      {
        rows: {
          columns: ['n', 'text', 'score', 'codes'],
          query: sql`select n, case when n % 3 = 0 then null else repeat('"\\ä\u{1F600}', n) || e'\n' || ${'\t\u2028'} end as text,
            (n / 10.0)::real as score, case when n = 1 then '{}'::text[] else array['a', n::text] end as codes
            from one order by n desc`,
        },
        more: {
          columns: ['m', 'own'],
          json: ['own'],
          query: sql`select n + ${1} as m, case when n > 1 then ${'["\\"ä\\n\\ud800,",{"a":[null]}]'} end as own from one where n < 3 order by n`,
        },
      },
      sql`with one as (select n from generate_series(1, 9) as n)`,
    );
    const numbers = Array.from({ length: 9 }, (_, index) => 9 - index);
    assert.deepEqual(rows, {
      n: numbers,
      text: numbers.map((n) => (n % 3 === 0 ? null : `${'"\\ä\u{1F600}'.repeat(n)}\n\t\u2028`)),
      score: numbers.map((n) => n / 10),
      codes: numbers.map((n) => (n === 1 ? [] : ['a', String(n)])),
    });
    assert.deepEqual(more, { m: [2, 3], own: [null, ['"ä\n\ud800,', { a: [null] }]] });
  });

  it('are none where there is none', async () => {
    const { db } = await openStore(await place());
    const none = {
      columns: ['one', 'own'],
      json: ['own'],
      query: sql`select 1 as one, '1' as own where false`,
    } as const;
    assert.deepEqual(await readAsJson<{ none: { one: number; own: number } }>(db, { none }), {
      none: { one: [], own: [] },
    });
  });

  it('reject as the query does', async () => {
    const { db } = await openStore(await place());
    const wrong = { columns: ['nothing' as const], query: sql`select nothing from accounts` };
    await assert.rejects(readAsJson<{ wrong: { nothing: number } }>(db, { wrong }), { code: '42703' });
  });
});
