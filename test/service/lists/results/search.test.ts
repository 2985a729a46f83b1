import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, beforeAll, it } from 'vitest';
import { codeOf } from '../../users/support.js';
import { onBothStores } from '../../stores.js';
import { putList } from '../support.js';
import { openApp, putResults, type App } from './support.js';

interface Found {
  status: string;
  data: { row: number; email: string; status: string | null }[];
  next: number | null;
  total: number;
}

onBothStores('the search in the results of a list', (harness) => {
  let app: App;
  beforeAll(async () => {
    app = await openApp(harness, await harness.place());
  });
  afterAll(() => app.close());

  // A + in a query is a plus, as in addresses.
  const ask = (id: number, query: Record<string, string>) =>
    app.ask(
      `/api/batch/${id}/results/search?${Object.entries(query)
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join('&')}`,
    );
  const find = async (id: number, query: Record<string, string>): Promise<Found> =>
    (await (await ask(id, query)).json()) as Found;
  /** The rows of all pages. */
  const findAll = async (id: number, query: Record<string, string>): Promise<number[]> => {
    const rows: number[] = [];
    for (let after: number | null = 0; after !== null;) {
      const found: Found = await find(id, { ...query, after: String(after) });
      rows.push(...found.data.map(({ row }) => row));
      after = found.next;
    }
    return rows;
  };

  it('finds an address, its beginning or a part of it, whatever the case of its letters', async () => {
    const id = await putList(app.store, [
      ['Anna.Berg@firm.org', 'ben@firm.org'],
      ['"quoted\\ one"@firm.org', 'x'],
      ['jürgen@müller.de', 'x'],
      ['a%b_c@firm.org', 'x'],
      ['anna.berg@shop.org', 'x'],
      ['cut\ud800@FIRM.net\0x', 'ben@firm.org'],
      [],
    ]);
    const rowsOf = (q: string): Promise<number[]> => findAll(id, { q });
    assert.deepEqual(await rowsOf('anna.berg@FIRM.org'), [1]);
    assert.deepEqual(await rowsOf(' anna. '), [1, 5]);
    assert.deepEqual(await rowsOf('@shop'), [5]);
    // Another cell of the row is no address of the list.
    assert.deepEqual(await rowsOf('ben@firm.org'), []);
    assert.deepEqual(await rowsOf('@firm.net'), [6]);
    assert.deepEqual(await rowsOf('net\0'), [6]);
    assert.deepEqual(await rowsOf('"quoted\\'), [2]);
    assert.deepEqual(await rowsOf('müller'), [3]);
    // Nothing stands for other characters.
    assert.deepEqual(await rowsOf('%'), [4]);
    assert.deepEqual(await rowsOf('b_c'), [4]);
  });

  it('shows the rows with their results, of some statuses only, page by page', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => [`person${n + 1}@firm.org`]);
    const id = await putList(app.store, rows);
    await putResults(app.store, id, { 11: 'invalid', 12: 'valid' });
    const { data, next, total, status } = await find(id, { q: 'person1', limit: '3' });
    assert.deepEqual(
      data.map(({ row, status: verdict }) => [row, verdict]),
      [
        [1, null],
        [10, null],
        [11, 'invalid'],
      ],
    );
    assert.deepEqual([next, total, status], [11, 50, 'processing']);
    assert.deepEqual(await findAll(id, { q: 'person1', limit: '3' }), [1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    assert.deepEqual(await findAll(id, { q: 'person1', status: 'valid,invalid' }), [11, 12]);
    await app.store.db
      .updateTable('batch_rows')
      .set({ duplicate_of: 11 })
      .where('batch_id', '=', id)
      .where('row_no', '=', 13)
      .execute();
    assert.deepEqual(await findAll(id, { q: 'person1', status: 'invalid' }), [11, 13]);
  });

  it('answers before it has looked through a long list, and goes on where it was', async () => {
    const id = await putList(app.store, [['first@firm.org']]);
    const ROWS = 120_000;
    await sql`insert into batch_rows (batch_id, row_no, cells)
      select ${id}::bigint, n, '["person' || n || '@firm.org"]' from generate_series(2, ${ROWS}::integer) as n`.execute(
      app.store.db,
    );
    assert.deepEqual(await findAll(id, { q: `person${ROWS}@firm.org` }), [ROWS]);
    const many = await find(id, { q: '@firm.org', limit: '100', after: '1000' });
    assert.deepEqual([many.data[0]?.row, many.data.length, many.next], [1001, 100, 1100]);
    await putResults(app.store, id, { [ROWS]: 'invalid' });
    assert.deepEqual(await findAll(id, { q: '@firm.org', status: 'invalid' }), [ROWS]);
  });

  it('refuses what is no search, and lists of others', async () => {
    const id = await putList(app.store, [['a@firm.org']]);
    for (const query of [{}, { q: ' ' }, { q: 'x'.repeat(321) }, { q: 'a', limit: '101' }, { q: 'a', after: '-1' }])
      assert.equal(await codeOf(ask(id, query)), '400 bad_request', JSON.stringify(query));
    assert.equal(await codeOf(ask(999_999, { q: 'a' })), '404 not_found');
  });
});
