import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, it } from 'vitest';
import { sql } from 'kysely';
import type { Status } from '../../../../src/protocol/index.js';
import { parseAddress } from '../../../../src/address/index.js';
import { mailboxHash } from '../../../../src/service/lists/file/duplicates.js';
import { codeOf } from '../../users/support.js';
import { onBothStores } from '../../stores.js';
import { whole } from '../../../support/whole.js';
import { putList } from '../support.js';
import { complete, FOUND_AT, openApp, putResults, type App } from './support.js';

const RESULT_COLUMNS =
  'email_verify_status,quality,score,sub_status,did_you_mean,mx_record,checked_at,mailbox_group,mailbox,duplicate_of,email_checked,more_addresses'.split(
    ',',
  );

interface Json {
  status: string;
  data: Record<string, unknown>[];
  page?: number;
  limit?: number;
  total?: number;
}

onBothStores('the results of a list', (harness) => {
  let app: App;
  beforeAll(async () => {
    app = await openApp(harness, await harness.place());
  });
  afterAll(() => app.close());

  const get = (id: number, query = '', headers: Record<string, string> = {}): Promise<Response> =>
    app.ask(`/api/batch/${id}/results${query}`, { headers });
  const csv = async (id: number, query = ''): Promise<string[][]> => {
    const answer = await get(id, query);
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
    return parse(await answer.text(), { relax_column_count: true });
  };
  const json = async (id: number, query = ''): Promise<Json> =>
    (await (await get(id, `?format=json${query}`)).json()) as Json;

  const CUSTOMERS = [
    ['=cmd|x', 'anna@example.org', '+49 30 123'],
    ['Berta; "B"', 'berta@example.org'],
    ['Carla', 'ANNA@example.org', '', 'more'],
    ['Dora', 'nobody'],
    ['Emil', 'emil@example.org', 'x'],
  ];
  /** Row 3 is a duplicate of row 1, row 4 no address; row 5 has no result yet. */
  const putCustomers = async (): Promise<number> => {
    const id = await putList(app.store, CUSTOMERS, { name: 'Kunden "neu".csv', columns: ['Name', 'Mail', 'Score'] });
    const { db } = app.store;
    await db.updateTable('batches').set({ email_column: 1, duplicates: 1, width: 3 }).where('id', '=', id).execute();
    const rows = db.updateTable('batch_rows').where('batch_id', '=', id);
    await rows
      .set({ mailbox_group: sql<number>`row_no` })
      .where('row_no', '<>', 4)
      .execute();
    await rows.set({ duplicate_of: 1, mailbox_group: 1 }).where('row_no', '=', 3).execute();
    await putResults(app.store, id, { 1: 'valid', 2: 'risky', 4: 'invalid' });
    return id;
  };

  it('are the rows of the file in their order, with ours behind; duplicates share theirs, open rows have none', async () => {
    const found = ['safe', '0.95', 'free_provider role_account', '', 'mx.example.org', FOUND_AT];
    const anna = mailboxHash(parseAddress('anna@example.org'));
    assert.deepEqual(await csv(await putCustomers()), [
      ['Name', 'Mail', 'Score', ...RESULT_COLUMNS.map((name) => (name === 'score' ? 'score_2' : name))],
      ["'=cmd|x", 'anna@example.org', '+49 30 123', 'valid', ...found, '1', anna, '', '', '0'],
      [
        'Berta; "B"',
        'berta@example.org',
        '',
        'risky',
        ...found,
        '2',
        mailboxHash(parseAddress('berta@example.org')),
        '',
        '',
        '0',
      ],
      ['Carla', 'ANNA@example.org', '', 'valid', ...found, '1', anna, '1', '', '0', 'more'],
      ['Dora', 'nobody', '', 'invalid', ...found, '', '', '', '', '0'],
      ['Emil', 'emil@example.org', 'x', ...RESULT_COLUMNS.map(() => '')],
    ]);
  });

  it('are JSON too, whole or in pages', async () => {
    const id = await putCustomers();
    const all = await json(id);
    assert.equal(all.status, 'processing');
    assert.deepEqual(
      all.data.map(({ row, email, status, duplicate_of, mailbox_group }) => [
        row,
        email,
        status,
        duplicate_of,
        mailbox_group,
      ]),
      [
        [1, 'anna@example.org', 'valid', null, 1],
        [2, 'berta@example.org', 'risky', null, 2],
        [3, 'ANNA@example.org', 'valid', 1, 1],
        [4, 'nobody', 'invalid', null, null],
        [5, 'emil@example.org', null, null, 5],
      ],
    );
    assert.deepEqual(all.data[0], {
      row: 1,
      email: 'anna@example.org',
      status: 'valid',
      quality: 'safe',
      score: 0.95,
      sub_status: ['free_provider', 'role_account'],
      did_you_mean: null,
      mx_record: 'mx.example.org',
      checked_at: FOUND_AT,
      duplicate_of: null,
      mailbox_group: 1,
      mailbox: mailboxHash(parseAddress('anna@example.org')),
      email_checked: null,
      more_addresses: 0,
      email_column: 'Mail',
    });
    const second = await json(id, '&page=2&limit=2');
    assert.deepEqual(second, { status: 'processing', data: all.data.slice(2, 4), page: 2, limit: 2, total: 5 });
    assert.deepEqual((await json(id, '&page=9')).data, []);
    assert.deepEqual((await json(await putList(app.store, []))).data, []);
  });

  it('are filtered by status, in both formats and in pages', async () => {
    const id = await putCustomers();
    assert.deepEqual(
      (await csv(id, '?status=valid,invalid')).slice(1).map(([name]) => name),
      ["'=cmd|x", 'Carla', 'Dora'],
    );
    const rows = ({ data }: Json): unknown[] => data.map(({ row }) => row);
    assert.deepEqual(rows(await json(id, '&status=risky')), [2]);
    const page = await json(id, '&status=valid,invalid&page=2&limit=2');
    assert.deepEqual([rows(page), page.total], [[4], 3]);
    for (const query of ['?status=open', '?status=valid,', '?format=xml', '?page=1', '?format=json&limit=1001'])
      assert.equal(await codeOf(get(id, query)), '400 bad_request', query);
  });

  it('of a file without a header get one', async () => {
    const id = await putList(app.store, [['anna@example.org']]);
    assert.deepEqual(await csv(id), [
      ['column_1', ...RESULT_COLUMNS],
      ['anna@example.org', ...RESULT_COLUMNS.map(() => '')],
    ]);
  });

  it('are a file with a safe name', async () => {
    const answer = await get(await putCustomers());
    assert.equal(
      answer.headers.get('content-disposition'),
      `attachment; filename="Kunden _neu_-verified.csv"; filename*=UTF-8''Kunden%20_neu_-verified.csv`,
    );
    assert.equal(answer.headers.get('etag'), null);
    await answer.body?.cancel();
    const filtered = await get(await putCustomers(), '?status=risky,valid');
    assert.match(filtered.headers.get('content-disposition') ?? '', /"Kunden _neu_-verified-valid-risky\.csv"/);
    await filtered.body?.cancel();
  });

  const ALL: Status[] = ['valid', 'invalid', 'risky', 'unknown'];
  /** A list of many rows, which has ended. */
  const putMany = async (count: number): Promise<number> => {
    const id = await putList(
      app.store,
      Array.from({ length: count }, (_, n) => [`n${n}@example.org`, 'ü'.repeat(n % 7)]),
    );
    for (let from = 1; from <= count; from += 1000)
      await putResults(
        app.store,
        id,
        Object.fromEntries(
          Array.from({ length: Math.min(1000, count - from + 1) }, (_, n) => [from + n, ALL[(from + n) % 4]!]),
        ),
      );
    await complete(app.store, id);
    return id;
  };

  it('of an ended list are resumed at any byte', async () => {
    const id = await putMany(2500);
    const answer = await get(id);
    const etag = answer.headers.get('etag') ?? '';
    assert.match(etag, /^"[\w.-]+"$/);
    assert.equal(answer.headers.get('accept-ranges'), 'bytes');
    const all = Buffer.from(await answer.arrayBuffer());
    assert.equal(parse(all).length, 2501);
    for (const start of [0, 1, 120, 70_001, all.length - 1]) {
      const rest = await get(id, '', { range: `bytes=${start}-`, 'if-range': etag });
      assert.equal(rest.status, 206);
      assert.equal(rest.headers.get('content-range'), `bytes ${start}-${all.length - 1}/${all.length}`);
      assert.equal(rest.headers.get('content-length'), String(all.length - start));
      assert(Buffer.from(await rest.arrayBuffer()).equals(all.subarray(start)), `from ${start}`);
    }
    const beyond = await get(id, '', { range: `bytes=${all.length}-` });
    assert.equal(beyond.headers.get('content-range'), `bytes */${all.length}`);
    assert.equal(await codeOf(beyond), '416 wrong_range');
    const ignored: Record<string, string>[] = [
      { range: 'bytes=5-', 'if-range': '"other"' },
      { range: 'bytes=5-9' },
      { range: 'bytes=-5' },
    ];
    for (const headers of ignored) {
      const whole = await get(id, '', headers);
      assert.equal(whole.status, 200);
      assert.equal((await whole.arrayBuffer()).byteLength, all.length);
    }
    const filtered = await get(id, '?status=valid');
    assert.notEqual(filtered.headers.get('etag'), etag);
    const valid = Buffer.from(await filtered.arrayBuffer());
    const rest = await get(id, '?status=valid', { range: 'bytes=9000-' });
    assert(Buffer.from(await rest.arrayBuffer()).equals(valid.subarray(9000)));
    const { data, total } = await json(id, '&status=valid&page=7&limit=100');
    assert.deepEqual([total, data.length, data[0]?.['row']], [625, 25, 2404]);
  });

  it('come in parts of bounded size, however long the rows are', async () => {
    const long = 'x'.repeat(300_000);
    const id = await putList(
      app.store,
      Array.from({ length: 12 }, (_, n) => [`n${n}@example.org`, long]),
    );
    const sizes: number[] = [];
    for await (const part of (await get(id)).body!) sizes.push((part as Uint8Array).length);
    assert(Math.max(...sizes) < 1_600_000, String(sizes));
    assert.equal(sizes.length, 1 + 3);
  });

  it('of a list that is deleted while they are read break off', async () => {
    const id = await putMany(1500);
    const reader = (await get(id)).body!.getReader();
    await reader.read();
    assert.equal((await app.ask(`/api/batch/${id}`, { method: 'DELETE' })).status, 200);
    await assert.rejects(async () => {
      while (!(await reader.read()).done);
    });
  });

  it.runIf(whole)('are read by twenty clients at once while others get their turn', { timeout: 120_000 }, async () => {
    const id = await putMany(whole ? 5000 : 2000);
    const first = await (await get(id)).arrayBuffer();
    const running = { done: false };
    const downloads = Promise.all(
      Array.from({ length: 20 }, async () => (await (await get(id)).arrayBuffer()).byteLength),
    ).finally(() => (running.done = true));
    let shown = 0;
    while (!running.done) {
      assert.equal((await app.ask(`/api/batch/${id}`)).status, 200);
      shown += 1;
    }
    assert.deepEqual(new Set(await downloads), new Set([first.byteLength]));
    assert(shown >= 3, String(shown));
  });

  it('are not held for a client that goes: its place is free', async () => {
    const id = await putMany(1200);
    const open: Response[] = [];
    for (;;) {
      const answer = await get(id);
      if (answer.status === 503) break;
      open.push(answer);
    }
    assert.equal(open.length, 50);
    for (const { body } of open) await body?.cancel();
    assert.equal((await csv(id)).length, 1201);
  });
});
