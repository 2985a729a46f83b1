import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, it } from 'vitest';
import type { Service } from '../../../src/service/index.js';
import { check, problemOf } from '../harness.js';
import { KEY } from '../scripted.js';
import { onBothStores } from '../stores.js';

const MAIL = readFileSync(join(import.meta.dirname, '../../fixtures/bounces/postfix.eml'), 'utf8');

interface Counted {
  data: {
    kind: string;
    entries: number;
    outcomes: Record<string, number>;
    left_out: Record<string, number>;
    mailboxes: number;
    repeats: number;
    too_old: number;
    unread_times: number;
  };
  message: string;
}

onBothStores('POST /api/outcomes/file', ({ place, open }) => {
  let service: Service;

  const send = (body: BodyInit, query = '', { type = 'text/csv', key = KEY } = {}): Promise<Response> =>
    service.fetch(
      new Request(`http://service/api/outcomes/file${query}`, {
        method: 'POST',
        headers: { 'x-api-key': key, ...(typeof body === 'string' && { 'content-type': type }) },
        body,
      }),
    );
  const count = async (...sent: Parameters<typeof send>): Promise<Counted> => {
    const response = await send(...sent);
    assert.equal(response.status, 200, await response.clone().text());
    return (await response.json()) as Counted;
  };
  const formOf = (content: string, fields: Record<string, string> = {}): FormData => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new File([content], 'file.txt'));
    return form;
  };
  const codesOf = async (email: string): Promise<string[]> =>
    ((await (await check(service, email)).json()) as { sub_status: string[] }).sub_status;

  beforeAll(async () => {
    service = await open(await place(), { clock: () => new Date('2026-03-01T12:00:00Z') });
    await service.accounts.setPlan(service.firstAccount, 'enterprise');
  });

  it('counts a list, in a form or as the body, and says in words what it counted', async () => {
    const list =
      'email,event,at\na@firm.org,delivered,2026-02-01T10:00:00Z\nb@firm.org,bounced,2026-02-01T10:00:00Z\n' +
      'c@firm.org,soft bounce,\nd@firm.org,spam,01/02/2026\nE@firm.org,bounced,2024-02-01\nf@firm.org,lost,\nnobody,bounced,\n';
    const { data, message } = await count(formOf(list));
    assert.deepEqual(data, {
      ...{ kind: 'list', entries: 7, outcomes: { delivered: 1, hard_bounce: 2, soft_bounce: 1, complaint: 1 } },
      left_out: { no_address: 1, no_outcome: 1, no_notification: 0, nothing_final: 0 },
      ...{ unread_times: 1, mailboxes: 3, repeats: 0, too_old: 1 },
    });
    assert.equal(
      message,
      '1 delivered, 2 hard bounces, 1 soft bounce, 1 complaint. Stored of 3 mailboxes. 1 outcome is older than a year, and not stored. ' +
        '1 time was not understood, and counted as now: write them as 2026-01-31T12:00:00Z. ' +
        'Left out: 1 row has no address; 1 row names no outcome that is known here.',
    );
    assert.deepEqual(await codesOf('b@firm.org'), ['bounced']);
    const again = await count(list);
    // The clock stands still: the complaint, which counts as now, is no newer.
    assert.deepEqual([again.data.mailboxes, again.data.repeats], [3, 3]);
    assert.match(again.message, /Stored of 3 mailboxes; 3 outcomes were known before\./);
  });

  it('counts a repeat in a file without times', async () => {
    const { data } = await count('g@firm.org\nG@firm.org\nh@firm.org\n', '?outcome=hard_bounce');
    assert.deepEqual([data.mailboxes, data.repeats], [2, 1]);
    const rows = Array.from({ length: 1500 }, () => 'many@firm.org,bounced').join('\n');
    assert.equal((await count(`email,event\n${rows}`)).data.repeats, 1499);
  });

  it('calls each outcome new once, of files that are sent at once', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => `once${n}@firm.org,bounced,2026-02-01T10:00:00Z`).join('\n');
    const counted = await Promise.all([1, 2, 3, 4].map(() => count(`email,event,at\n${rows}`)));
    assert.equal(
      counted.reduce((sum, { data }) => sum + data.repeats, 0),
      900,
    );
  });

  it('counts a mail that came back, and many', async () => {
    const one = await count(MAIL, '', { type: 'message/rfc822' });
    assert.deepEqual([one.data.kind, one.data.entries, one.data.outcomes['hard_bounce']], ['mails', 1, 1]);
    const mbox = `From a b\n${MAIL}\nFrom a b\nSubject: Hello\n\nHello\n`;
    const { data, message } = await count(formOf(mbox, { outcome: 'delivered' }));
    assert.deepEqual([data.entries, data.outcomes['hard_bounce'], data.repeats], [2, 1, 1]);
    assert.match(message, /Left out: 1 mail is no delivery status notification\.$/);
  });

  it('refuses a file that it cannot count, and says what would be right', async () => {
    const refused = async (status: number, detail: RegExp, ...sent: Parameters<typeof send>): Promise<void> => {
      const response = await send(...sent);
      assert.equal(response.status, status);
      assert.match((await problemOf(response)).detail, detail);
    };
    await refused(422, /^No column tells an outcome.* Name the outcome of all addresses\.$/, formOf('a@firm.org\n'));
    await refused(422, /^The file is empty/, formOf(''));
    await refused(422, /^This is a PDF/, formOf('%PDF-1.7'));
    await refused(400, /^outcome must be one of delivered/, 'a@firm.org', '?outcome=lost');
    await refused(400, /^Unknown field "other"; use outcome\./, 'a@firm.org', '?other=1');
    await refused(401, /./, 'a@firm.org', '?outcome=delivered', { key: 'wrong' });
  });

  it('keeps what it has counted of a file that is broken further down, and says so', async () => {
    const rows = Array.from({ length: 1000 }, (_, n) => `kept${n}@firm.org,bounced`).join('\n');
    const response = await send(`email,event\n${rows}\n"not closed@firm.org,bounced\n`);
    assert.equal(response.status, 422);
    assert.match((await problemOf(response)).detail, /The first 1000 outcomes of the file are stored/);
    assert.deepEqual(await codesOf('kept999@firm.org'), ['bounced']);
  });

  it('stores nothing for a test key', async () => {
    const { key } = await service.keys.add(service.firstAccount, { mode: 'test' });
    const { data } = await count('t@firm.org', '?outcome=hard_bounce', { key });
    assert.deepEqual([data.outcomes['hard_bounce'], data.mailboxes], [1, 0]);
    assert.deepEqual(await codesOf('t@firm.org'), []);
  });

  it('counts a file with a mail or a row whose time is in no calendar: anybody can send one', async () => {
    const dated = (date: string): string => MAIL.replace(/^Date: .*$/m, `Date: ${date}`);
    for (const date of ['1 Jan 99999 00:00:00 GMT', '+200000-01-01T00:00:00Z', '-000001-01-01T00:00:00Z'])
      assert.equal((await count(dated(date), '', { type: 'message/rfc822' })).data.entries, 1, date);
    const list = 'email,event,time\na@firm.org,bounced,0000-01-01\nb@firm.org,bounced,9999-12-31T23:59:59-23:59\n';
    const { data } = await count(list);
    assert.deepEqual([data.mailboxes, data.too_old, data.unread_times], [1, 1, 0]);
  });
});
