import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, it } from 'vitest';
import { createOutcomeFeed } from '../../../src/edge/index.js';
import type { FormCounters } from '../../../src/protocol/index.js';
import { eventually } from '../../support/eventually.js';
import type { Place } from '../harness.js';
import { onBothStores } from '../stores.js';
import { bodyOf, codeOf, PASSWORD, useUsers, type Browser } from '../users/support.js';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const ROW: FormCounters = {
  origin: 'https://shop.example',
  day: '2026-03-10',
  form: '/sign-up',
  held_out: false,
  counters: { used: 3, sent: 2, verdict_ms_600: 1 },
};

interface Answer {
  days: number;
  forms: { origin: string; form: string; held_out: boolean; counts: Record<string, number> }[];
}

onBothStores('GET /api/dashboard/forms', (harness) => {
  let where: Place;
  const users = useUsers(
    { ...harness, place: async () => (where = await harness.place()) },
    { clock: () => new Date(NOW) },
  );
  let anna: Browser & { email: string };
  let key = '';

  const tell = (rows: FormCounters[]): Promise<Response> =>
    users.service.fetch(
      new Request('http://service/api/outcomes/forms/add', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id: randomUUID(), rows }),
      }),
    );
  const read = (query = ''): Promise<Answer> => bodyOf(anna.get(`/api/dashboard/forms${query}`));

  beforeAll(async () => {
    anna = await users.signUp();
    const accountId = await users.service.accounts.find(anna.email);
    await users.service.accounts.setPlan(accountId, 'enterprise');
    ({ key } = await users.service.keys.add(accountId));
  });

  it('shows a person what edges with a key of the account have counted, and nobody else', async () => {
    await bodyOf(tell([ROW, { ...ROW, day: '2026-03-07', held_out: true, counters: { used: 1 } }]));
    assert.deepEqual(
      (await read()).forms.map(({ form, held_out, counts }) => [form, held_out, counts]),
      [
        ['/sign-up', false, { used: 3, sent: 2 }],
        ['/sign-up', true, { used: 1 }],
      ],
    );
    assert.equal((await read('?days=3')).forms.length, 1);
    const other = await users.signUp();
    assert.deepEqual(await bodyOf(other.get('/api/dashboard/forms')), { days: 30, forms: [] });
    assert.equal(await codeOf(users.browser().get('/api/dashboard/forms')), '401 not_signed_in');
    assert.equal(await codeOf(anna.get('/api/dashboard/forms?days=0')), '400 bad_request');
    assert.equal(await codeOf(anna.get('/api/dashboard/forms?days=367')), '400 bad_request');
  });

  it('writes a row for each day, form and group as CSV, in which nothing is a formula', async () => {
    await bodyOf(tell([{ ...ROW, form: '=HYPERLINK("https://evil.example")', counters: { used: 1 } }]));
    const answer = await anna.get('/api/dashboard/forms?format=csv');
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="[\w.-]+\.csv"$/);
    const lines = (await answer.text()).trimEnd().split('\r\n');
    const [header = [], ...rows] = lines.map((line) => line.split(','));
    assert.deepEqual(header.slice(0, 6), ['day', 'origin', 'form', 'group', 'used', 'checked']);
    const at = (name: string): number => header.indexOf(name);
    assert.equal(lines.length, 4);
    const [first = [], second = [], third = []] = rows;
    assert.deepEqual(first.slice(0, 6), ['2026-03-10', 'https://shop.example', '/sign-up', 'helped', '3', '0']);
    assert.deepEqual([first[at('sent')], first[at('verdict_ms_600')], first.length], ['2', '1', header.length]);
    assert.match(lines[2]!, /^2026-03-10,https:\/\/shop\.example,"'=HYPERLINK\(""https:/);
    assert.deepEqual(
      [second.length, third.slice(0, 5)],
      [header.length, ['2026-03-07', 'https://shop.example', '/sign-up', 'held_out', '1']],
    );
  });

  it('is fed by an edge over HTTP, with a key of the account', async () => {
    const feed = createOutcomeFeed({
      baseUrl: 'http://service',
      apiKey: key,
      intervalMs: 1,
      now: () => NOW,
      fetch: (url, init) => users.service.fetch(new Request(url, init)),
    });
    const report = { form: 'fed', held_out: false, counts: { used: 1, sent: 1 }, waits: { held_ms: 120 } };
    for (let i = 0; i < 50; i++) void feed.add('https://shop.example', report);
    await eventually(async () => {
      const counted = (await read()).forms.find(({ form }) => form === 'fed')?.counts;
      return counted?.['used'] === 50 && counted['sent'] === 50;
    });
    await feed.close();
  });

  it('is in the export of the account, and gone with the account', async () => {
    const { form_outcomes: rows } = await bodyOf<{ form_outcomes: { form: string }[] }>(
      anna.get('/api/dashboard/export'),
    );
    assert.ok(rows.length > 5);
    assert.deepEqual(rows[0], {
      ...{ day: '2026-03-07', origin: 'https://shop.example', form: '/sign-up', held_out: true },
      ...{ counter: 'used', count: 1 },
    });
    await bodyOf(anna.post('delete', { password: PASSWORD }));
    await users.service.close();
    const store = await harness.openStore(where);
    for (const table of ['form_outcomes', 'outcome_batches'] as const)
      assert.deepEqual(await store.db.selectFrom(table).select('account_id').execute(), []);
    await store.close();
  });
});
