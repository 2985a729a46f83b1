import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { codeOf } from '../../users/support.js';
import { makeCaller } from '../../credits/ledger-support.js';
import { onBothStores } from '../../stores.js';
import { putList } from '../support.js';
import { openApp, putResults, type App } from './support.js';

interface Listing {
  data: { id: number; status: string }[];
  page: number;
  limit: number;
  total: number;
}

onBothStores('the lists of an account', (harness) => {
  let app: App;
  const ids: number[] = [];
  const page = async (query: string): Promise<Listing> =>
    (await (await app.ask(`/api/batch${query}`)).json()) as Listing;

  beforeAll(async () => {
    app = await openApp(harness, await harness.place());
    for (const name of ['a.csv', 'b.csv', 'c.csv'])
      ids.push(await putList(app.store, [['anna@example.org'], ['berta@example.org']], { name }));
  });
  afterAll(() => app.close());

  it('are shown with their progress, their credits and their callback', async () => {
    const rows = [
      ['Anna', 'anna@example.org'],
      ['Berta', 'berta@example.org'],
      ['Anna', 'anna@example.org'],
    ];
    const id = await putList(app.store, rows, {
      name: 'kunden.csv',
      columns: ['Name', ''],
      callbackUrl: 'https://example.com/done',
    });
    await app.store.db.updateTable('batches').set({ duplicates: 1, email_column: 1 }).where('id', '=', id).execute();
    await putResults(app.store, id, { 1: 'valid' });
    const { data } = (await (await app.ask(`/api/batch/${id}`)).json()) as { data: Record<string, unknown> };
    const { created_at, updated_at, expires_at, started_at, ...rest } = data;
    for (const time of [created_at, updated_at, expires_at, started_at])
      assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    assert.deepEqual(rest, {
      id,
      name: 'kunden.csv',
      status: 'processing',
      total: 3,
      processed: 2,
      duplicates: 1,
      mode: 'live',
      counts: { valid: 1, invalid: 0, risky: 0, unknown: 0 },
      rows: { valid: 1, invalid: 0, risky: 0, unknown: 0 },
      bounce_percent: { low: 0, high: 1, own: 0 },
      waiting: { dns: 0, smtp: 0, greylisted: 0, next_at: null },
      paused_reason: null,
      credits: { reserved: 3, spent: 0 },
      error: null,
      email_column: 2,
      email_columns: [2],
      other_email_columns: [],
      several_addresses: 0,
      columns: ['Name', ''],
      ended_at: null,
      callback: { url: 'https://example.com/done' },
    });
    assert.equal((await app.ask(`/api/batch/${id}`, { method: 'DELETE' })).status, 200);
  });

  it('come in pages, the newest first, by status', async () => {
    const all = await page('');
    assert.deepEqual([all.data.map(({ id }) => id), all.total, all.limit], [[...ids].reverse(), 3, 20]);
    const second = await page('?page=2&limit=2');
    assert.deepEqual([second.data.map(({ id }) => id), second.total], [[ids[0]], 3]);
    assert.equal((await app.ask(`/api/batch/${ids[1]}/cancel`, { method: 'POST', body: '{}' })).status, 200);
    assert.deepEqual(
      (await page('?status=cancelled')).data.map(({ id }) => id),
      [ids[1]],
    );
    for (const query of ['?limit=101', '?limit=0', '?page=0', '?page=x', '?status=uploading'])
      assert.equal(await codeOf(app.ask(`/api/batch${query}`)), '400 bad_request', query);
  });

  it('of another account are as if they were not there', async () => {
    const other = await makeCaller(app.store);
    const key = `key ${other.accountId}`;
    const own = (await (await app.ask('/api/batch', { key })).json()) as Listing;
    assert.deepEqual([own.data, own.total], [[], 0]);
    const uploading = await putList(app.store, [['a@example.org']]);
    await app.store.db.updateTable('batches').set({ status: 'uploading' }).where('id', '=', uploading).execute();
    const path = `/api/batch/${ids[0]}`;
    const post = { method: 'POST', body: '{}' };
    for (const [asked, init] of [
      [path, { key }],
      [path, { key, method: 'DELETE' }],
      [`${path}/events`, { key }],
      [`${path}/results`, { key }],
      [`${path}/results?format=json&page=1`, { key }],
      [`${path}/cancel`, { key, ...post }],
      [`/api/batch/${uploading}`, {}],
      [`/api/batch/${uploading}/cancel`, post],
      ['/api/batch/999999', {}],
      ['/api/batch/x', {}],
      ['/api/batch/1e3', {}],
    ] as const)
      assert.equal(await codeOf(app.ask(asked, init)), '404 not_found', asked);
    assert.equal((await app.ask(path)).status, 200);
  });

  it('need a live key that is for lists', async () => {
    const { accountId, keyId } = await makeCaller(app.store);
    const set = (fields: { scopes?: ['validate']; mode?: 'test' }) =>
      app.store.db.updateTable('api_keys').set(fields).where('id', '=', keyId).execute();
    await set({ scopes: ['validate'] });
    assert.equal(await codeOf(app.ask('/api/batch', { key: `key ${accountId}` })), '403 key_not_allowed');
    assert.equal(await codeOf(app.fetch(new Request('http://service/api/batch'))), '401 missing_key');
  });
});
