import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { eventually } from '../../../support/eventually.js';
import { audit } from '../../credits/ledger-support.js';
import { codeOf } from '../../users/support.js';
import { KEY } from '../../scripted.js';
import { onBothStores } from '../../stores.js';
import { startReceiver } from '../callbacks/receiver.js';
import { putList } from '../support.js';
import { complete, openApp, putResults, type App } from './support.js';

onBothStores('a list that its owner ends', (harness) => {
  let app: App;
  beforeAll(async () => {
    // Callbacks are sent when something wakes their sender, and never else.
    app = await openApp(harness, await harness.place(), { pollMs: 3_600_000 });
  });
  afterAll(() => app.close());
  const cancel = (id: number): Promise<Response> => app.ask(`/api/batch/${id}/cancel`, { method: 'POST', body: '{}' });
  const remove = (id: number): Promise<Response> => app.ask(`/api/batch/${id}`, { method: 'DELETE' });
  const reserved = async (): Promise<number> =>
    ((await (await app.ask('/api/account')).json()) as { credits: { reserved: number } }).credits.reserved;
  const ROWS = Array.from({ length: 5 }, (_, n) => [`n${n}@example.org`]);
  const rowsOf = async (id: number): Promise<number> => {
    const tables = ['batch_rows', 'batch_results', 'batch_probes', 'batch_chunks'] as const;
    const counts = tables.map((table) =>
      app.store.db.selectFrom(table).select('batch_id').where('batch_id', '=', id).execute(),
    );
    return (await Promise.all(counts)).flat().length;
  };

  it('is cancelled with its results so far, and its credits are back', async () => {
    const id = await putList(app.store, ROWS);
    await putResults(app.store, id, { 1: 'valid' });
    assert.equal(await reserved(), 5);
    const { data } = (await (await cancel(id)).json()) as { data: { status: string; processed: number } };
    assert.deepEqual([data.status, data.processed], ['cancelled', 1]);
    assert.equal(await reserved(), 0);
    assert.equal(await codeOf(cancel(id)), '409 conflict');
    assert.match(await (await app.ask(`/api/batch/${id}/results`)).text(), /n0@example.org,valid/);
    const done = await putList(app.store, ROWS);
    await complete(app.store, done);
    assert.equal(await codeOf(cancel(done)), '409 conflict');
    await audit(app.store);
  });

  it('is cancelled without a body too, and not with one that says something', async () => {
    const id = await putList(app.store, ROWS);
    const path = `/api/batch/${id}/cancel`;
    const send = (body: string | null, type: Record<string, string>): Promise<Response> =>
      app.fetch(new Request(`http://service${path}`, { method: 'POST', body, headers: { 'x-api-key': KEY, ...type } }));
    assert.equal(
      await codeOf(send('x=1', { 'content-type': 'application/x-www-form-urlencoded' })),
      '415 unsupported_media_type',
    );
    assert.equal(await codeOf(send('{"force":true}', { 'content-type': 'application/json' })), '400 bad_request');
    assert.equal((await send(null, {})).status, 200);
    const other = await putList(app.store, ROWS);
    assert.equal((await app.ask(`/api/batch/${other}/cancel`, { method: 'POST', body: '' })).status, 200);
  });

  it('is cancelled once by requests at once', async () => {
    const id = await putList(app.store, ROWS);
    const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await cancel(id)).status));
    assert.deepEqual(statuses.sort(), [200, 409, 409, 409]);
  });

  it('is told to its receiver at once, however it ended', async () => {
    const receiver = await startReceiver();
    const put = (): Promise<number> => putList(app.store, ROWS, { callbackUrl: receiver.url });
    await cancel(await put());
    await eventually(() => receiver.messages.length === 1);
    await remove(await put());
    await eventually(() => receiver.messages.length === 2);
    const csv = 'email,result,reason,sendex\na@firm.org,deliverable,accepted_email,0.9\n';
    const query = new URLSearchParams({ callback_url: receiver.url, import_results: 'true' });
    const headers = { 'content-type': 'text/csv' };
    const uploaded = await app.ask(`/api/batch/upload?${query.toString()}`, { method: 'POST', body: csv, headers });
    assert.equal(uploaded.status, 201);
    await eventually(() => receiver.messages.length === 3);
    await receiver.close();
  });

  it('is gone once it is deleted, running or not, and its rows soon', async () => {
    const running = await putList(app.store, ROWS);
    await putResults(app.store, running, { 1: 'valid' });
    const ended = await putList(app.store, ROWS);
    await complete(app.store, ended);
    for (const id of [running, ended]) {
      const statuses = await Promise.all([1, 2, 3].map(async () => (await remove(id)).status));
      assert.deepEqual(statuses.sort(), [200, 410, 410]);
      for (const path of ['', '/events', '/results', '/results?format=json&page=1'])
        assert.equal(await codeOf(app.ask(`/api/batch/${id}${path}`)), '410 gone');
      assert.equal(await codeOf(remove(id)), '410 gone');
      assert.equal(await codeOf(cancel(id)), '410 gone');
      await eventually(async () => (await rowsOf(id)) === 0);
    }
    assert.equal(await reserved(), 0);
    await audit(app.store);
  });
});
