/** From the file to its results, over HTTP: which address of a cell is checked, and what is told of the others. */
import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { beforeAll, expect, it } from 'vitest';
import { parseAddress } from '../../../src/address/index.js';
import type { Problem } from '../../../src/protocol/index.js';
import type { Service } from '../../../src/service/index.js';
import type { Verifier } from '../../../src/verifier/types.js';
import { problemOf } from '../harness.js';
import { KEY, scriptedVerifier } from '../scripted.js';
import { onBothStores } from '../stores.js';

/** Says `valid` of each address, and nothing good of another text. */
const verifier = (): Verifier => {
  const scripted = scriptedVerifier();
  return {
    ...scripted,
    async verify(email, options) {
      const result = await scripted.verify(email, options);
      if (parseAddress(email).ok) return result;
      return { ...result, status: 'invalid', quality: 'unsafe', score: 0, sub_status: ['syntax_error'], mx_record: '' };
    },
  };
};

interface Uploaded {
  data: { id: number; total: number };
  message: string;
  warnings?: { code: string; detail: string }[];
  other_email_columns?: unknown[];
  several_addresses?: number;
}

interface Shown {
  status: string;
  total: number;
  processed: number;
  duplicates: number;
  counts: Record<string, number>;
  rows: Record<string, number>;
  credits: { spent: number };
  email_column: unknown;
  email_columns: unknown[];
  other_email_columns: unknown[];
  several_addresses: number;
  warnings: { code: string }[];
}

type Row = Record<string, string>;

onBothStores('the cells of a list', ({ open, place }) => {
  let service: Service;
  beforeAll(async () => {
    service = await open(await place(), { worksOnLists: true, verifier: verifier() });
    await service.accounts.addCredits(service.firstAccount, 10_000);
  });

  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    service.fetch(
      new Request(`http://service${path}`, {
        ...init,
        headers: { 'x-api-key': KEY, ...(init.headers as Record<string, string>) },
      }),
    );
  const send = (text: string, query = ''): Promise<Response> =>
    ask(`/api/batch/upload?${query}`, { method: 'POST', body: text, headers: { 'content-type': 'text/csv' } });
  const show = async (id: number): Promise<Shown> =>
    ((await (await ask(`/api/batch/${id}`)).json()) as { data: Shown }).data;

  /** Uploads a list, and waits for its end. */
  const check = async (text: string, query = '') => {
    const answer = await send(text, query);
    assert.equal(answer.status, 201, await answer.clone().text());
    const uploaded = (await answer.json()) as Uploaded;
    const { id } = uploaded.data;
    await expect.poll(async () => (await show(id)).status, { timeout: 20_000 }).toBe('completed');
    const results = async (more = '') => (await ask(`/api/batch/${id}/results?${more}`)).text();
    const rowsOf = (csv: string): Row[] =>
      parse(csv, { columns: true, delimiter: csv.includes(';email_verify_status') ? ';' : ',' });
    return {
      uploaded,
      list: await show(id),
      csv: await results(),
      rows: rowsOf(await results()),
      filtered: async (status: string) => rowsOf(await results(`status=${status}`)),
      entries: async (more = '') =>
        JSON.parse(await results(`format=json${more}`)) as { data: Record<string, unknown>[]; total?: number },
    };
  };
  const pick = (rows: readonly Row[], ...names: string[]): string[][] =>
    rows.map((row) => names.map((name) => row[name] ?? `no ${name}`));

  it('are read without what is around the address; the cell stays, and a typo does', async () => {
    const cells = [
      'anna@firm.org',
      'Anna <a1@firm.org>',
      '"Last, First" <a2@firm.org>',
      '<a3@firm.org>',
      'mailto:a4@firm.org?subject=x',
      "'a5@firm.org'",
      'a6@firm.org.',
      'a7@firm.org;',
      '(a8@firm.org)',
      '\u00a0a9@firm.org\u3000',
      '\u200ba10@firm.org\ufeff',
      'Email: a11@firm.org',
      'anna@firm,com',
      'nobody',
    ];
    const text = `Name,Mail\n${cells.map((cell) => `x,"${cell.replaceAll('"', '""')}"\n`).join('')}`;
    const { rows, list, entries } = await check(text);
    assert.deepEqual(
      rows.map(({ Mail }) => Mail),
      cells,
    );
    const checked = cells.map((_, at) => (at === 0 || at > 11 ? '' : `a${at}@firm.org`));
    assert.deepEqual(
      pick(rows, 'email_checked', 'more_addresses'),
      checked.map((email) => [email, '0']),
    );
    assert.deepEqual(
      rows.map((row) => row['email_verify_status']),
      cells.map((_, at) => (at > 11 ? 'invalid' : 'valid')),
    );
    assert.equal(list.credits.spent, 12);
    const { data } = await entries();
    assert.deepEqual(
      data.map(({ email, email_checked }) => [email, email_checked]),
      cells.map((cell, at) => [cell, checked[at] === '' ? null : checked[at]]),
    );
  });

  it('with several addresses: in a table the first is checked, and all are told of', async () => {
    const text = 'Name;Mail\nA;a@firm.org, b@firm.org\nB;"c@firm.org\nd@firm.org e@firm.org"\nC;f@firm.org\n';
    const { uploaded, list, rows, csv } = await check(text);
    assert.deepEqual(pick(rows, 'email_checked', 'more_addresses'), [
      ['a@firm.org', '1'],
      ['c@firm.org', '2'],
      ['', '0'],
    ]);
    assert.equal(uploaded.several_addresses, 2);
    assert.deepEqual(
      uploaded.warnings?.map(({ code }) => code),
      ['several_addresses'],
    );
    assert.match(uploaded.message, /2 cells hold several addresses.*split_cells=true/);
    assert.deepEqual([list.several_addresses, list.total, list.credits.spent], [2, 3, 3]);
    assert(csv.includes('"a@firm.org, b@firm.org"'));
  });

  it('become rows with split_cells, and the other columns are repeated', async () => {
    const text = 'Name,Mail,x\nA,"Anna <a@firm.org>; b@firm.org",1\nB,c@firm.org,2\nC,,3\n';
    const { uploaded, rows } = await check(text, 'split_cells=true');
    assert.equal(uploaded.data.total, 4);
    assert.equal(uploaded.warnings, undefined);
    assert.deepEqual(pick(rows, 'Name', 'Mail', 'x', 'email_verify_status', 'email_checked'), [
      ['A', 'Anna <a@firm.org>', '1', 'valid', 'a@firm.org'],
      ['A', 'b@firm.org', '1', 'valid', ''],
      ['B', 'c@firm.org', '2', 'valid', ''],
      ['C', '', '3', 'invalid', ''],
    ]);
  });

  it('become rows in a text without columns, with whatever is between them', async () => {
    const { uploaded, rows } = await check(
      'anna@gmail.com; ben@firm.org; cara@web.de\ndora@firm.org\n(emil@firm.org), fritz@firm.org\n',
    );
    assert.equal(uploaded.data.total, 6);
    assert.deepEqual(
      rows.map((row) => row['column_1']),
      ['anna@gmail.com', 'ben@firm.org', 'cara@web.de', 'dora@firm.org', '(emil@firm.org)', 'fritz@firm.org'],
    );
    assert(rows.every((row) => row['email_verify_status'] === 'valid'));
    const named = await check('Emil <emil@firm.org>, Fritz <fritz@firm.org>; g@firm.org\nHanna <hanna@firm.org>\n');
    assert.equal(named.uploaded.data.total, 4);
    assert(named.rows.every((row) => row['email_verify_status'] === 'valid'));
  });

  it('of other columns with addresses are told of, and checked on request, each with results of its own', async () => {
    const text =
      'Name,Mail,"Mail, privat"\nA,a@firm.org,b@firm.org\nB,,c@firm.org\nC,d@firm.org,\nD,D@firm.org,nobody\n';
    const one = await check(text);
    assert.deepEqual(one.uploaded.other_email_columns, [{ column: 3, addresses: 2 }]);
    assert.match(one.uploaded.message, /with email_column=Mail,3 each/);
    assert.deepEqual(one.list.other_email_columns, [{ column: 3, addresses: 2 }]);
    assert.deepEqual(
      one.list.warnings.map(({ code }) => code),
      ['other_email_columns'],
    );

    const whole = await check(text, `email_column=${encodeURIComponent('Mail, privat')}`);
    assert.equal(whole.list.email_column, 'Mail, privat');

    const both = await check(text, 'email_column=Mail,3');
    assert.deepEqual(both.list.email_columns, ['Mail', 'Mail, privat']);
    assert.deepEqual(both.list.other_email_columns, []);
    assert.equal(both.uploaded.data.total, 6);
    assert.match(both.uploaded.message, /the columns "Mail", "Mail, privat"/);
    const ours = ['email_verify_status_Mail', 'email_verify_status_Mail, privat', 'duplicate_of_Mail'];
    assert.deepEqual(pick(both.rows, 'Name', ...ours), [
      ['A', 'valid', 'valid', ''],
      ['B', '', 'valid', ''],
      ['C', 'valid', '', ''],
      ['D', 'valid', 'invalid', '3'],
    ]);
    assert.deepEqual(pick(await both.filtered('invalid'), 'Name'), [['D']]);
    const { data, total } = await both.entries('&page=1&limit=4');
    assert.equal(total, 6);
    assert.deepEqual(
      data.map(({ row, email, email_column }) => [row, email, email_column]),
      [
        [1, 'a@firm.org', 'Mail'],
        [1, 'b@firm.org', 'Mail, privat'],
        [2, 'c@firm.org', 'Mail, privat'],
        [3, 'd@firm.org', 'Mail'],
      ],
    );
    assert.deepEqual([both.list.credits.spent, both.list.rows['valid']], [4, 5]);
  });

  it('of a list with many columns are in whole rows, wherever a download begins', async () => {
    const lines = Array.from({ length: 1500 }, (_, at) => `n${at},a${at}@firm.org,${at % 3 ? `b${at}@firm.org` : ''}`);
    const { uploaded, rows, csv } = await check(`Name,A,B\n${lines.join('\n')}\n`, 'email_column=2,3');
    assert.equal(rows.length, 1500);
    assert.equal(uploaded.data.total, 2500);
    for (const [at, row] of rows.entries()) {
      assert.equal(row['Name'], `n${at}`);
      assert.equal(row['email_verify_status_B'], at % 3 ? 'valid' : '');
    }
    const { id } = uploaded.data;
    for (const start of [1, 50_000, csv.length - 10]) {
      const rest = await ask(`/api/batch/${id}/results`, { headers: { range: `bytes=${start}-` } });
      assert.equal(await rest.text(), csv.slice(start));
    }
  });

  it('refuses more e-mail columns than it has, and ones that are not there', async () => {
    const text = `${Array.from({ length: 12 }, (_, at) => `m${at}`).join()}\n${'a@firm.org,'.repeat(12)}\n`;
    for (const [choice = '', reason] of [
      ['m0,m99', 'unknown_column'],
      ['1,99', 'unknown_column'],
      [Array.from({ length: 11 }, (_, at) => at + 1).join(), 'too_many_email_columns'],
    ]) {
      const problem: Problem & { reason?: string } = await problemOf(await send(text, `email_column=${choice}`));
      assert.deepEqual([problem.status, problem.reason], [422, reason]);
    }
  });

  it('that are the same but for letter case are duplicates, and rows of one person are seen', async () => {
    const text = 'Mail\nAnna@firm.org\nanna@firm.org\na.b@gmail.com\nab+x@gmail.com\nnobody\nnobody\n\n""\n';
    const { list, rows, filtered } = await check(text);
    assert.deepEqual(
      rows.map((row) => row['duplicate_of']),
      ['', '1', '', '', '', '5'],
    );
    const mailboxes = rows.map((row) => row['mailbox']);
    assert.equal(mailboxes[0], mailboxes[1]);
    assert.equal(mailboxes[2], mailboxes[3]);
    assert.equal(new Set(mailboxes).size, 3);
    assert.deepEqual(list.counts, { valid: 3, invalid: 1, risky: 0, unknown: 0 });
    assert.deepEqual(list.rows, { valid: 4, invalid: 2, risky: 0, unknown: 0 });
    for (const status of ['valid', 'invalid'] as const)
      assert.equal((await filtered(status)).length, list.rows[status]);
    const removed = await check(text, 'remove_duplicates=true');
    assert.deepEqual(
      removed.rows.map(({ Mail }) => Mail),
      ['Anna@firm.org', 'a.b@gmail.com', 'ab+x@gmail.com', 'nobody'],
    );
    assert.deepEqual(removed.list.rows, removed.list.counts);
  });

  it('of a list of a test key have the verdicts that they name, cost nothing, and are seen with it', async () => {
    const { key } = await service.keys.add(service.firstAccount, { mode: 'test' });
    const live = await check('Mail\na@firm.org\n');
    const before = await service.accounts.read(service.firstAccount);
    const as = (path: string, init: RequestInit = {}) =>
      ask(path, { ...init, headers: { ...(init.headers as Record<string, string>), 'x-api-key': key } });
    const text = 'Mail\nvalid@firm.org\ninvalid@firm.org\nunknown@firm.org\ncatch_all@firm.org\nnobody\n';
    const answer = await as('/api/batch/upload', {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'text/csv' },
    });
    assert.equal(answer.status, 201, await answer.clone().text());
    const { data, message } = (await answer.json()) as Uploaded;
    assert.match(message, /test key/);
    await expect.poll(async () => (await show(data.id)).status, { timeout: 20_000 }).toBe('completed');
    const rows = parse<Row>(await (await as(`/api/batch/${data.id}/results`)).text(), { columns: true });
    assert.deepEqual(
      rows.map((row) => row['email_verify_status']),
      ['valid', 'invalid', 'unknown', 'risky', 'invalid'],
    );
    assert.deepEqual((await show(data.id)).credits, { reserved: 0, spent: 0 });
    assert.deepEqual((await service.accounts.read(service.firstAccount)).credits, before.credits);
    const { id } = live.uploaded.data;
    for (const path of [`/api/batch/${id}`, `/api/batch/${id}/results`, `/api/batch/${id}/events`])
      assert.equal((await as(path)).status, 404, path);
    const seen = (await (await as('/api/batch')).json()) as { data: { id: number; mode: string }[]; total: number };
    assert.deepEqual(
      seen.data.map(({ id: one, mode }) => [one, mode]),
      [[data.id, 'test']],
    );
  });

  it('of results from elsewhere are taken with their times; a file that nobody knows is refused', async () => {
    const unknown: Problem & { reason?: string } = await problemOf(
      await send('email,note\na@firm.org,x\n', 'import_results=true'),
    );
    assert.deepEqual([unknown.status, unknown.code, unknown.reason], [422, 'wrong_file', 'unknown_results']);
    for (const name of ['ZeroBounce', 'Kickbox', 'MillionVerifier', 'Hunter', 'NeverBounce', 'email_verify_status'])
      assert(unknown.detail.includes(name), name);

    const first = await check('Name,Mail\nA,a@firm.org\nB,nobody\n');
    const again = await check(first.csv, 'import_results=true');
    assert.equal(again.list.credits.spent, 0);
    assert.match(again.uploaded.message, /2 verdicts of email-verify were taken/);
    const names = ['email_verify_status', 'quality', 'score', 'sub_status', 'mx_record', 'checked_at'];
    assert.deepEqual(pick(again.rows, ...names.map((name) => `${name}_2`)), pick(first.rows, ...names));
    const twice = await check(again.csv, 'import_results=true');
    assert.equal(twice.list.credits.spent, 0);

    const text =
      'Email,ZB Status,ZB Sub Status,ZB Processed At\na@firm.org,valid,,2026-01-31 12:00:00\nA@firm.org,valid,,\n';
    const zeroBounce = await check(text, 'import_results=true');
    assert.deepEqual(pick(zeroBounce.rows, 'checked_at'), [
      ['2026-01-31T12:00:00+00:00'],
      ['2026-01-31T12:00:00+00:00'],
    ]);
    assert.deepEqual([zeroBounce.list.counts['valid'], zeroBounce.list.rows['valid']], [1, 2]);
  });
});
