/** Uploads that would hurt others. */
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, describe, it } from 'vitest';
import { incoming } from '../../../../src/service/lists/upload/incoming.js';
import { parseUpload } from '../../../../src/service/lists/upload/json-upload.js';
import { createUploadPlaces } from '../../../../src/service/lists/upload/upload-places.js';
import type { Service } from '../../../../src/service/index.js';
import type { Store } from '../../../../src/service/schema.js';
import { Refusal } from '../../../../src/protocol/refusal.js';
import { eventually } from '../../../support/eventually.js';
import { problemOf, useHarness } from '../../harness.js';
import { KEY } from '../../scripted.js';
import { usePostgres } from '../../stores.js';
import { whole } from '../../../support/whole.js';

const isRefusal = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('hostile uploads', () => {
  const { open, openStore } = useHarness();
  const place = usePostgres();
  let service: Service;
  let store: Store;

  beforeAll(async () => {
    const where = await place();
    service = await open(where, {
      worksOnLists: false,
      listLimits: { maxRows: 50_000, maxBytes: 1_000_000, maxStreamBytes: 100_000 },
    });
    store = await openStore(where);
  });

  const send = (body: BodyInit, type: string, headers: Record<string, string> = {}): Promise<Response> =>
    service.fetch(
      new Request('http://service/api/batch/upload', {
        method: 'POST',
        body,
        duplex: 'half',
        headers: { 'x-api-key': KEY, 'content-type': type, ...headers },
      } as RequestInit),
    );
  /** The values of a JSON body, with the whole file. */
  const partsOf = (body: string): unknown => {
    const { values, file } = parseUpload(Buffer.from(body));
    return file === undefined ? values : { ...(values as object), file: [...file].join('') };
  };
  const csv = (content: string): string =>
    JSON.stringify({
      file: `data:text/csv;base64,${Buffer.from(content).toString('base64')}`,
      remove_duplicates: true,
    });

  /** The longest time for which nobody else had the thread while a promise was pending, as a part of the whole. */
  const longestPart = async (promise: Promise<unknown>): Promise<number> => {
    const started = performance.now();
    let [isOver, longest, since] = [false, 0, started];
    void promise.finally(() => (isOver = true));
    while (!isOver) {
      await setImmediate();
      const now = performance.now();
      [longest, since] = [Math.max(longest, now - since), now];
    }
    return longest / (performance.now() - started);
  };

  it.runIf(whole)('lets others run while it reads rows of which none is stored, and lines that are empty', async () => {
    for (const content of ['a@firm.org\n'.repeat(49_000), `a@firm.org\n${'\n'.repeat(740_000)}`]) {
      const parts: number[] = [];
      // Other load of the machine falls on one of three.
      for (let turn = 0; turn < 3; turn += 1) {
        const answer = send(csv(content), 'application/json');
        parts.push(await longestPart(answer));
        assert.equal((await answer).status, 201);
      }
      assert(Math.min(...parts) < 0.5, `others waited for ${parts.join()} of the whole time`);
    }
  });

  it('reads the file of a JSON body as JSON, wherever it is cut', async () => {
    const escaped = (text: string): string =>
      Array.from(text, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    const start = 'data:text/csv;name=d\u00e9.csv;base64,';
    for (const more of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const content = `${'x'.repeat(more)}\n${'a@firm.org??\n'.repeat(20_000)}`;
      const base64 = Buffer.from(content).toString('base64');
      const name = 'n'.repeat(more);
      for (const file of [
        `"${start}${base64}"`,
        `"${start}${base64}"`.replaceAll('/', '\\/'),
        `"${escaped(`${start}${base64}`)}"`,
      ]) {
        const { file: parts } = partsOf(`\ufeff{"name":"${name}","file":${file}}`) as { file: string };
        assert.equal(parts, `${start}${base64}`);
      }
    }
    for (const wrong of ['\n', '\\x', '\\u12g4', '\ud800'])
      for (const at of [70_000, 65_535, 131_000]) {
        const body = Buffer.from(`{"file":"${start}${'A'.repeat(at)}${wrong}${'A'.repeat(70_000)}"}`);
        assert.equal(
          (await problemOf(await send(body, 'application/json'))).code,
          wrong === '\ud800' ? 'wrong_file' : 'bad_request',
        );
      }
    const broken = Buffer.from(`{"file":"${start}${'A'.repeat(100_000)}"}`);
    broken[80_000] = 0xff;
    assert.equal((await problemOf(await send(broken, 'application/json'))).code, 'bad_request');
  });

  it('parses no JSON that has more than a long file', async () => {
    const long = 'x'.repeat(70_000);
    for (const body of [
      `{"file":[${'{},'.repeat(30_000)}{}]}`,
      '['.repeat(70_000),
      `{"file":"${long}","other":"${long}"}`,
      `{"other":"${long}"}`,
      `{"file":"${'\\"'.repeat(40_000)}"}`,
      `{"file":"${long}`,
    ]) {
      assert.throws(() => partsOf(body), isRefusal('bad_request'));
      assert.equal((await problemOf(await send(body, 'application/json'))).code, 'bad_request');
    }
    const values = { email_column: 'a "b" \\', file: `data:text/csv;name=a\\"b;base64,${long}/`, import_results: true };
    const slashed = JSON.stringify(values).replaceAll('/', '\\/');
    assert.deepEqual(partsOf(slashed), values);
  });

  it('ends a body that comes too slowly, or does not end', async () => {
    const silent = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(bytesOf('a@firm.org\n'));
      },
    });
    const drain = async (bytes: AsyncIterable<Uint8Array>): Promise<void> => {
      for await (const part of bytes) assert(part.length > 0);
    };
    const large = (): Refusal => new Refusal('too_large', 'too large');
    await assert.rejects(drain(incoming(silent, 1000, large, { slowMs: 50 })), isRefusal('bad_request'));

    const endless = (): ReadableStream<Uint8Array> =>
      new ReadableStream({
        pull: (controller) => {
          controller.enqueue(bytesOf('x'.repeat(10_000)));
        },
      });
    await assert.rejects(drain(incoming(endless(), 100_000, large)), isRefusal('too_large'));
    // A form whose first part never begins.
    const form = await send(endless(), 'multipart/form-data; boundary=b');
    assert.equal((await problemOf(form)).code, 'too_large');
    // The repeat of an upload.
    const headers = { 'idempotency-key': 'endless' };
    assert.equal((await send('a@firm.org', 'text/csv', headers)).status, 201);
    assert.equal((await problemOf(await send(endless(), 'text/csv', headers))).code, 'too_large');
  });

  it('holds few whole files in memory', () => {
    const places = createUploadPlaces();
    const leave = places.enter(1, true);
    for (let more = 0; more < 3; more += 1) places.enter(1, true);
    assert.throws(() => places.enter(1, true), isRefusal('rate_limited'));
    for (let more = 0; more < 4; more += 1) places.enter(2, true);
    assert.throws(() => places.enter(3, true), isRefusal('unavailable'));
    places.enter(3, false);
    leave();
    places.enter(3, true);
  });

  it('takes a hundred uploads of an account at once, and one more every three seconds', async () => {
    const other = await open(await place(), { worksOnLists: false });
    const headers = { 'x-api-key': KEY, 'content-type': 'application/json' };
    const upload = (): Promise<Response> =>
      other.fetch(new Request('http://service/api/batch/upload', { method: 'POST', body: '{}', headers }));
    let taken = 0;
    let answer = await upload();
    for (; answer.status === 400; answer = await upload()) taken += 1;
    assert(taken >= 100, `${taken}`);
    assert.match(answer.headers.get('retry-after') ?? '', /^[123]$/);
    const { status, code } = await problemOf(answer);
    assert.deepEqual([status, code], [429, 'rate_limited']);
    // It is the account's own limit.
    assert.equal((await send('{}', 'application/json')).status, 400);
  });

  it('keeps as many bytes of an account as of four of the largest files, whatever they cost', async () => {
    const { keys } = service;
    const { key } = await keys.add(service.firstAccount, {});
    const file = `a@firm.org\n${`${'no address '.repeat(900)}\n`.repeat(9)}`;
    const statuses: number[] = [];
    for (let sent = 0; sent < 8; sent += 1) statuses.push((await send(file, 'text/csv', { 'x-api-key': key })).status);
    assert.deepEqual(statuses.slice(-2), [409, 409], statuses.join());
    // The rows of deleted lists count until they are gone.
    await store.db.updateTable('batches').set({ deleted_at: store.now }).execute();
    assert.equal((await send(file, 'text/csv', { 'x-api-key': key })).status, 409);
    await store.db.updateTable('batches').set({ has_rows: false }).execute();
    assert.equal((await send(file, 'text/csv', { 'x-api-key': key })).status, 201);
  });

  it('leaves no rows of an upload whose list was deleted under way', async () => {
    let controller!: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({ start: (made) => void (controller = made) });
    const answer = send(body, 'text/csv');
    controller.enqueue(bytesOf('a@firm.org\n'.repeat(10)));
    const uploading = store.db.selectFrom('batches').select('id').where('status', '=', 'uploading');
    let id: number | undefined;
    while (id === undefined) id = (await uploading.executeTakeFirst())?.id;
    // As the deletion of an account, and of broken uploads, does it.
    await store.db.deleteFrom('batches').where('id', '=', id).execute();
    await store.db
      .insertInto('batch_rows')
      .values({ batch_id: id, row_no: 7, cells: '[]', duplicate_of: null, mailbox_group: null })
      .execute();
    controller.enqueue(bytesOf('nobody\n'.repeat(10)));
    controller.close();
    assert.equal((await problemOf(await answer)).code, 'conflict');
    const { rows } = await sql`select from batch_rows where batch_id = ${id}`.execute(store.db);
    assert.equal(rows.length, 0);
  });

  it('takes no header that would make each look at the list expensive, and keeps none of a deleted list', async () => {
    const header = (name: string): string => `email,${name}\na@firm.org,1\n`;
    const long = await problemOf(await send(header('x'.repeat(17_000)), 'text/csv'));
    assert.equal(long.code, 'wrong_file');
    const answer = await send(header('Name of somebody'), 'text/csv');
    const { id } = ((await answer.json()) as { data: { id: number } }).data;
    const end = new Request(`http://service/api/batch/${id}`, { method: 'DELETE', headers: { 'x-api-key': KEY } });
    assert.equal((await service.fetch(end)).status, 200);
    const columns = store.db.selectFrom('batches').select(['columns', 'has_rows']).where('id', '=', id);
    await eventually(async () => !(await columns.executeTakeFirstOrThrow()).has_rows);
    assert.equal((await columns.executeTakeFirstOrThrow()).columns, null);
  });

  it('writes few cells at once, however wide the list is', async () => {
    const wide = `a@firm.org${',x'.repeat(990)}\n${'b\n'.repeat(1500)}`;
    const answer = await send(wide, 'text/csv');
    const { id } = ((await answer.json()) as { data: { id: number } }).data;
    const file = await service.fetch(
      new Request(`http://service/api/batch/${id}/results`, { headers: { 'x-api-key': KEY } }),
    );
    assert(file.body);
    let [parts, rows] = [0, 0];
    for await (const part of file.body as unknown as AsyncIterable<Uint8Array>) {
      assert(part.length < 200_000, `${part.length} bytes at once`);
      parts += 1;
      rows += Buffer.from(part).toString().split('\n').length - 1;
    }
    assert.equal(rows, 1502);
    assert(parts > 10);
  });
});
