/** The results of a list as a spreadsheet, read by the reader of uploads, which knows nothing of the writer. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { readAll, stream } from '../file/support.js';
import { onBothStores } from '../../stores.js';
import { putList } from '../support.js';
import { openApp, putResults, type App } from './support.js';

onBothStores('the results of a list as a spreadsheet', (harness) => {
  let app: App;
  beforeAll(async () => {
    app = await openApp(harness, await harness.place());
  });
  afterAll(() => app.close());

  const download = async (id: number, query = '') => {
    const answer = await app.ask(`/api/batch/${id}/results?format=xlsx${query}`);
    assert.equal(answer.status, 200);
    return { answer, file: await readAll(stream(new Uint8Array(await answer.arrayBuffer()))) };
  };

  const PUT = { name: 'Kunden.xlsx', columns: ['mail', '=name', ''] };
  const CELLS = [
    ['anna@example.org', '=1+A1', '0049 30 123'],
    ['berta@example.org', '007', '1e5'],
    ['carla@example.org', ' two\nlines ', '\u0001\ud800😀\ufffe & <b>'],
    ['dora@example.org', 'x'.repeat(40_000), ''],
  ];

  it('are all cells as text: what looks like a formula or a number stays as it was', async () => {
    const id = await putList(app.store, CELLS, PUT);
    await putResults(app.store, id, { 1: 'valid', 2: 'invalid' });
    const { answer, file } = await download(id);
    assert.equal(
      answer.headers.get('content-type'),
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    assert.match(answer.headers.get('content-disposition') ?? '', /filename="Kunden-verified\.xlsx"/);
    assert.deepEqual(file.columns?.slice(0, 4), ['mail', '=name', '', 'email_verify_status']);
    const rows = file.rows.map(({ cells }) => cells);
    assert.deepEqual(rows[0]?.slice(0, 4), [...CELLS[0]!, 'valid']);
    assert.deepEqual(rows[1]?.slice(0, 4), ['berta@example.org', '007', '1e5', 'invalid']);
    // Characters that XML cannot hold are U+FFFD, and Excel takes 32,767 characters a cell.
    assert.deepEqual(rows[2]?.slice(0, 3), ['carla@example.org', ' two\nlines ', '\ufffd\ufffd😀\ufffd & <b>']);
    assert.equal(rows[3]?.[1], 'x'.repeat(32_767));
  });

  it('can be asked for by status', async () => {
    const id = await putList(app.store, CELLS, PUT);
    await putResults(app.store, id, { 1: 'valid', 2: 'invalid' });
    const { file } = await download(id, '&status=invalid');
    assert.deepEqual(
      file.rows.map(({ email }) => email),
      ['berta@example.org'],
    );
  });

  it('come whole: a page of a spreadsheet is refused', async () => {
    const id = await putList(app.store, CELLS, PUT);
    const answer = await app.ask(`/api/batch/${id}/results?format=xlsx&page=1`);
    assert.equal(answer.status, 400);
  });
});
