/** An upload as it would be, before anything of it is stored or paid. */
import assert from 'node:assert/strict';
import { beforeAll, it } from 'vitest';
import type { Problem } from '../../../../src/protocol/index.js';
import type { Service } from '../../../../src/service/index.js';
import type { DryRun } from '../../../../src/service/lists/upload/dry-run.js';
import { whole } from '../../../support/whole.js';
import { problemOf } from '../../harness.js';
import { KEY } from '../../scripted.js';
import { onBothStores } from '../../stores.js';

onBothStores('a trial of an upload', ({ open, place }) => {
  let service: Service;
  beforeAll(async () => {
    service = await open(await place(), { worksOnLists: false });
    await service.accounts.addCredits(service.firstAccount, 50);
  });

  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    service.fetch(
      new Request(`http://service${path}`, {
        ...init,
        headers: { 'x-api-key': KEY, ...(init.headers as Record<string, string>) },
      }),
    );
  const send = (body: BodyInit, query = '', type = 'text/csv'): Promise<Response> =>
    ask(`/api/batch/upload?name=l.csv&dry_run=true&${query}`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
  const trial = async (answer: Promise<Response>): Promise<DryRun> => {
    const response = await answer;
    assert.equal(response.status, 200, await response.clone().text());
    return ((await response.json()) as { data: DryRun }).data;
  };

  const TEXT =
    'Name;Mail;Privat\nÄnna;Anna <anna@firm.org>;a@home.org\nBen;ben@firm.org, b2@firm.org;b@home.org\n' +
    'Anna;ANNA@firm.org;\nCara;c.a@gmail.com;\nCara;ca+x@gmail.com;\nDora;nobody;\n';

  it('tells how the file is read, what it holds, and what it costs', async () => {
    const found = await trial(send(TEXT));
    assert.deepEqual(found, {
      name: 'l.csv',
      kind: 'csv',
      encoding: 'utf-8',
      delimiter: ';',
      sheet: null,
      header: true,
      columns: ['Name', 'Mail', 'Privat'],
      width: 3,
      email_column: 'Mail',
      email_columns: ['Mail'],
      email_column_numbers: [2],
      other_email_columns: [{ column: 'Privat', addresses: 2 }],
      sample: TEXT.trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(';')),
      rows: 6,
      addresses: 5,
      not_addresses: 1,
      duplicates: 1,
      same_mailbox: 1,
      several_addresses: 1,
      credits: { needed: 4, left: 150 },
      results: null,
      warnings: found.warnings,
    });
    assert.deepEqual(
      found.warnings.map(({ code }) => code),
      ['other_email_columns', 'several_addresses'],
    );
  });

  it('changes with its options', async () => {
    const both = await trial(send(TEXT, 'email_column=Mail,Privat&split_cells=true'));
    assert.deepEqual([both.rows, both.addresses, both.credits.needed], [7, 8, 7]);
    assert.deepEqual([both.email_columns, both.warnings], [['Mail', 'Privat'], []]);
    const people = await trial(send(TEXT, 'remove_same_mailbox=true'));
    assert.deepEqual([people.duplicates, people.credits.needed], [2, 3]);
    const bare = await trial(send(TEXT, 'first_row_is_header=false&email_column=2'));
    assert.deepEqual([bare.header, bare.columns, bare.rows, bare.email_column], [false, null, 7, 2]);
    const latin = Buffer.from('Name,Mail\nJörg,j@firm.org\n', 'latin1');
    assert.equal((await trial(send(latin))).encoding, 'windows-1252');
    assert.deepEqual((await trial(send(latin, 'encoding=koi8-r'))).sample, [['JЖrg', 'j@firm.org']]);
  });

  it('answers the same to each form of an upload', async () => {
    const form = new FormData();
    form.append('dry_run', 'true');
    form.append('file', new File([TEXT], 'l.csv', { type: 'text/csv' }));
    const byForm = await trial(ask('/api/batch/upload', { method: 'POST', body: form }));
    const file = `data:text/csv;name=l.csv;base64,${Buffer.from(TEXT).toString('base64')}`;
    const byJson = await trial(
      ask('/api/batch/upload', {
        method: 'POST',
        body: JSON.stringify({ file, dry_run: true }),
        headers: { 'content-type': 'application/json' },
      }),
    );
    assert.deepEqual(byForm, await trial(send(TEXT)));
    assert.deepEqual(byJson, byForm);
  });

  it('tells whose results a file has, and how many of them would be taken', async () => {
    const text =
      'Email,ZB Status,ZB Sub Status\na@firm.org,valid,\nb@firm.org,unknown,\nA@firm.org,invalid,\nc@firm.org,invalid,\n';
    const found = await trial(send(text));
    assert.deepEqual(found.results, { vendor: 'ZeroBounce', taken: 2, asked: 1 });
    assert.equal(found.credits.needed, 3);
    assert.equal((await trial(send(text, 'import_results=true'))).credits.needed, 1);
    const problem: Problem & { reason?: string } = await problemOf(await send(TEXT, 'import_results=true'));
    assert.deepEqual([problem.status, problem.reason], [422, 'unknown_results']);
  });

  it('says what is wrong with a file, and shows the rows of one whose column is not found', async () => {
    const problem: Problem & { reason?: string; sample?: string[][] } = await problemOf(await send('a;b\nc;d\n'));
    assert.deepEqual([problem.status, problem.code, problem.reason], [422, 'wrong_file', 'no_address_column']);
    assert.deepEqual(problem.sample, [
      ['a', 'b'],
      ['c', 'd'],
    ]);
    assert.equal((await problemOf(await send(''))).code, 'wrong_file');
  });

  it('stores nothing, costs nothing, and needs no credits', async () => {
    const before = await service.accounts.read(service.firstAccount);
    const many = Array.from({ length: 2000 }, (_, at) => `u${at}@firm.org\n`).join('');
    const { credits, sample } = await trial(send(many));
    assert.deepEqual(credits, { needed: 2000, left: 150 });
    assert.equal(sample.length, 10);
    assert.deepEqual((await service.accounts.read(service.firstAccount)).credits, before.credits);
    assert.equal(((await (await ask('/api/batch')).json()) as { total: number }).total, 0);
  });

  it.runIf(whole)('shows little of a long row, and counts against the rate of uploads', async () => {
    const wide = `${'x'.repeat(5000)},a@firm.org${',y'.repeat(500)}\n`;
    const { sample } = await trial(send(wide));
    assert.deepEqual([sample[0]?.length, sample[0]?.[0]?.length], [100, 200]);
    let status = 200;
    for (let n = 0; n < 120 && status === 200; n += 1) ({ status } = await send('a@firm.org'));
    assert.equal(status, 429);
  });
});
