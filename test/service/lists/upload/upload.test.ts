import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, it } from 'vitest';
import type { Service } from '../../../../src/service/index.js';
import { problemOf } from '../../harness.js';
import { KEY } from '../../scripted.js';
import { onBothStores } from '../../stores.js';

const dataUri = (content: string | Buffer, { type = 'text/csv', name = 'list.csv' } = {}): string =>
  `data:${type};name=${name};base64,${Buffer.from(content).toString('base64')}`;

interface Accepted {
  data: { id: number; name: string; status: string; total: number; created_at: string; updated_at: string };
  message: string;
}

onBothStores('the upload of lists', ({ open, place }) => {
  let service: Service;

  beforeAll(async () => {
    service = await open(await place(), {
      worksOnLists: false,
      listLimits: { maxRows: 5000, maxBytes: 100_000, maxStreamBytes: 200_000 },
    });
    await service.accounts.addCredits(service.firstAccount, 10_000);
  });

  const send = (
    body: BodyInit,
    {
      type = 'application/json',
      query = '',
      headers = {},
    }: { type?: string; query?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> =>
    service.fetch(
      new Request(`http://service/api/batch/upload?${query}`, {
        method: 'POST',
        body,
        duplex: 'half',
        headers: { 'x-api-key': KEY, ...(type !== '' && { 'content-type': type }), ...headers },
      } as RequestInit),
    );
  const sendJson = (fields: object, headers: Record<string, string> = {}): Promise<Response> =>
    send(JSON.stringify(fields), { headers });
  const accepted = async (answer: Promise<Response>): Promise<Accepted> => {
    const response = await answer;
    assert.equal(response.status, 201, await response.clone().text());
    return (await response.json()) as Accepted;
  };

  it("answers the interface's example, byte for byte, with its envelope", async () => {
    // email, anna@firm.org, ben@firm.org, anna@firm.org
    const body =
      '{"file":"data:text/csv;name=customers.csv;base64,ZW1haWwKYW5uYUBmaXJtLm9yZwpiZW5AZmlybS5vcmcKYW5uYUBmaXJtLm9yZwo=","remove_duplicates":true,"first_row_is_header":true}';
    const answer = await service.fetch(
      new Request(`http://service/api/batch/upload?apikey=${KEY}`, {
        method: 'POST',
        body,
        headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      }),
    );
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    const envelope = await accepted(Promise.resolve(answer));
    assert.deepEqual(Object.keys(envelope), ['data', 'message']);
    const { data, message } = envelope;
    assert.deepEqual(Object.keys(data), ['id', 'name', 'status', 'total', 'created_at', 'updated_at']);
    assert.equal(data.name, 'customers.csv');
    assert.equal(data.status, 'pending');
    assert.equal(data.total, 3);
    assert(Number.isInteger(data.id));
    assert.match(data.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    assert.equal(
      message,
      'The list was accepted: 3 entries, of which 1 repeats an earlier one. The addresses are in column "email".',
    );
  });

  it('takes the key as ?apikey=, X-API-Key or Authorization, and only one for lists', async () => {
    const body = JSON.stringify({ file: dataUri('a@firm.org') });
    const post = (path: string, headers: Record<string, string>) =>
      service.fetch(
        new Request(`http://service${path}`, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json', ...headers },
        }),
      );
    assert.equal((await post(`/api/batch/upload?apikey=${KEY}`, {})).status, 201);
    assert.equal((await post('/api/batch/upload', { authorization: `Bearer ${KEY}` })).status, 201);
    assert.equal((await problemOf(await post('/api/batch/upload', {}))).code, 'missing_key');
    assert.equal((await problemOf(await post('/api/batch/upload', { 'x-api-key': 'live_x' }))).code, 'wrong_key');
    const { key } = await service.keys.add(service.firstAccount, { scopes: ['validate'] });
    assert.equal((await problemOf(await post('/api/batch/upload', { 'x-api-key': key }))).code, 'key_not_allowed');
  });

  it('takes a form, and the file itself, as they come', async () => {
    const form = new FormData();
    form.append('remove_duplicates', 'true');
    form.append('file', new File(['Name;E-Mail\nAnna;anna@firm.org\nAnn;anna@firm.org\n'], '../Kunden 1.csv'));
    const byForm = await accepted(send(form, { type: '' }));
    assert.equal(byForm.data.name, 'Kunden 1.csv');
    assert.equal(byForm.data.total, 2);

    async function* parts() {
      for (const part of ['a@fi', 'rm.org\r\nb@', 'firm.org']) {
        await sleep(5);
        yield new TextEncoder().encode(part);
      }
    }
    const itself = await accepted(
      send(Readable.toWeb(Readable.from(parts())) as ReadableStream, {
        type: 'text/plain; charset=utf-8',
        query: 'name=b.txt&first_row_is_header=false',
      }),
    );
    assert.equal(itself.data.name, 'b.txt');
    assert.equal(itself.data.total, 2);
  });

  it('sets a credit aside for each address, and none for duplicates and other lines', async () => {
    const before = await service.accounts.read(service.firstAccount);
    const file = dataUri('a@firm.org\nA@firm.org\na@FIRM.org\nnobody\n\nb@firm.org\n');
    const { data } = await accepted(sendJson({ file }));
    assert.equal(data.total, 5);
    const after = await service.accounts.read(service.firstAccount);
    assert.equal(after.credits.reserved - before.credits.reserved, 2);
  });

  it('takes the verdicts of a result file of another service, when asked', async () => {
    const csv =
      'email,result,reason,sendex\na@firm.org,deliverable,accepted_email,0.9\nb@firm.org,unknown,timeout,0.1\n';
    const plain = await accepted(sendJson({ file: dataUri(csv) }));
    assert.match(plain.message, /result file of Kickbox/);
    const before = await service.accounts.read(service.firstAccount);
    const { message } = await accepted(sendJson({ file: dataUri(csv), import_results: true }));
    assert.match(message, /1 verdicts of Kickbox were taken/);
    const after = await service.accounts.read(service.firstAccount);
    assert.equal(after.credits.reserved - before.credits.reserved, 1);
  });

  it('makes one list, and gives one answer, to repeats with an Idempotency-Key', async () => {
    const body = { file: dataUri('a@firm.org'), remove_duplicates: true };
    const headers = { 'idempotency-key': 'order-1' };
    const first = await accepted(sendJson(body, headers));
    const again = await accepted(sendJson(body, headers));
    assert.deepEqual(again.data, first.data);
    const other = await problemOf(await sendJson({ ...body, file: dataUri('b@firm.org') }, headers));
    assert.deepEqual([other.status, other.code], [422, 'idempotency_conflict']);
    const options = await problemOf(await sendJson({ ...body, remove_duplicates: false }, headers));
    assert.equal(options.code, 'idempotency_conflict');
    const racing = await Promise.all(
      Array.from({ length: 4 }, () => sendJson(body, { 'idempotency-key': 'order-2' }).then((answer) => answer.json())),
    );
    const ids = racing.flatMap((answer) => ('data' in (answer as object) ? [(answer as Accepted).data.id] : []));
    assert.equal(new Set(ids).size, 1);
    const codes = racing.flatMap((answer) => ('code' in (answer as object) ? [(answer as { code: string }).code] : []));
    assert(codes.every((code) => code === 'conflict'));
    assert.equal((await problemOf(await sendJson(body, { 'idempotency-key': 'ä ' }))).code, 'bad_request');
  });

  it.each([
    ['a spreadsheet', Buffer.from('504b030414000600', 'hex'), 422, 'wrong_file', /save it as CSV/],
    ['an empty file', '', 422, 'wrong_file', /empty/],
    ['a header alone', 'email\n', 422, 'wrong_file', /header|address/i],
    ['no addresses', 'a,b\n1,2\n3,4\n', 422, 'wrong_file', /looks like an e-mail address/],
    ['too many rows', 'a@firm.org\n'.repeat(5001), 413, 'too_large', /5000 rows/],
    ['too many bytes', `a@firm.org,${'x'.repeat(120_000)}`, 413, 'too_large', /bytes/],
    ['bytes that are no text', Buffer.from('61000102ff00610062', 'hex'), 422, 'wrong_file', /not text|no UTF/],
  ])('refuses %s, says what is wrong, and keeps nothing', async (_, content, status, code, detail) => {
    const problem = await problemOf(await sendJson({ file: dataUri(content) }));
    assert.deepEqual([problem.status, problem.code], [status, code]);
    assert.match(problem.detail, detail);
  });

  it.each([
    ['no file', { remove_duplicates: true }, /^file must be/],
    ['text that is no data URI', { file: 'a@firm.org' }, /data URI/],
    ['an unknown field', { file: dataUri('a@firm.org'), role: 'operator' }, /^Unknown field "role"; use /],
    [
      'a wrong flag',
      { file: dataUri('a@firm.org'), remove_duplicates: 'maybe' },
      /^remove_duplicates must be true or false/,
    ],
    ['a flag as text', { file: dataUri('a@firm.org'), split_cells: 'true' }, /^split_cells must be true or false/],
    [
      'a number as text',
      { file: dataUri('a@firm.org'), retention_days: '7' },
      /^retention_days must be a whole number/,
    ],
    ['an unknown column', { file: dataUri('name,email\nx,a@firm.org'), email_column: 'e-post' }, /no column "e-post"/],
    ['too long a time', { file: dataUri('a@firm.org'), retention_days: 31 }, /retention_days must be at most 30/],
  ])('refuses %s', async (_, fields, detail) => {
    const problem = await problemOf(await sendJson(fields));
    assert([400, 422].includes(problem.status));
    assert.match(problem.detail, detail);
  });

  it('refuses other types, forms without a file, and fields behind it', async () => {
    assert.equal((await send('a@firm.org', { type: 'application/x-www-form-urlencoded' })).status, 415);
    const empty = new FormData();
    empty.append('remove_duplicates', 'true');
    assert.match((await problemOf(await send(empty, { type: '' }))).detail, /has no file/);
    const late = new FormData();
    late.append('file', new File(['a@firm.org\n'.repeat(2000)], 'a.csv'));
    late.append('remove_duplicates', 'true');
    assert.match((await problemOf(await send(late, { type: '' }))).detail, /before the file/);
    const broken = 'multipart/form-data; boundary=x';
    const cut = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na@firm.org\n';
    assert.equal((await problemOf(await send(cut, { type: broken }))).code, 'bad_request');
    assert.equal((await problemOf(await send(cut, { type: 'multipart/form-data' }))).code, 'bad_request');
  });

  it('says that a file is too large before it is read whole', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 10_000;
        controller.enqueue(Buffer.from('a@firm.org,'.padEnd(9_999, 'x').concat('\n')));
      },
    });
    const problem = await problemOf(await send(endless, { type: 'text/csv' }));
    assert.equal(problem.status, 413);
    assert.ok(sent < 2_000_000);
    const declared = await send('a@firm.org', { type: 'text/csv', headers: { 'content-length': '999999999' } });
    assert([201, 413].includes(declared.status));
  });

  it('refuses a list that the credits do not cover, and keeps nothing of it', async () => {
    const list = Array.from({ length: 4900 }, (_, at) => `u${at}@a.org`).join('\n');
    while ((await service.accounts.read(service.firstAccount)).credits.bought >= 4900)
      await accepted(sendJson({ file: dataUri(list) }));
    const { credits } = await service.accounts.read(service.firstAccount);
    const problem = await problemOf(await sendJson({ file: dataUri(list) }));
    assert.equal(problem.code, 'out_of_credits');
    assert.match(problem.detail, new RegExp(`: ${credits.bought + credits.free}\\.`));
    assert.deepEqual((await service.accounts.read(service.firstAccount)).credits, credits);
  });
});
