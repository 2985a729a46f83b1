import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, it } from 'vitest';
import { WAIT_BOUNDS, type FormCounters } from '../../../src/protocol/index.js';
import type { Service } from '../../../src/service/index.js';
import { deleteOldFormOutcomes, readTotals } from '../../../src/service/form-outcomes/form-outcomes.js';
import { problemOf } from '../harness.js';
import { KEY } from '../scripted.js';
import { onBothStores } from '../stores.js';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-03-10T12:00:00Z');
const { signal } = new AbortController();

const ROW: FormCounters = {
  origin: 'https://shop.example',
  day: '2026-03-10',
  form: '/sign-up',
  held_out: false,
  counters: { used: 2, checked: 2, sent: 1, verdict_ms_600: 2 },
};

onBothStores('POST /api/outcomes/forms/add', ({ place, open, openStore }) => {
  let service: Service;
  let where: Awaited<ReturnType<typeof place>>;
  let now = START;

  const tell = (
    rows: unknown,
    { id = randomUUID(), key = KEY }: { id?: string; key?: string } = {},
  ): Promise<Response> =>
    service.fetch(
      new Request('http://service/api/outcomes/forms/add', {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ id, rows }),
      }),
    );
  const told = async (...args: Parameters<typeof tell>): Promise<unknown> => {
    const response = await tell(...args);
    assert.equal(response.status, 200);
    return response.json();
  };
  const read = async (days = 30): Promise<{ origin: string; form: string; held_out: boolean; counts: object }[]> => {
    const url = `http://service/api/outcomes/forms?days=${days}`;
    const response = await service.fetch(new Request(url, { headers: { 'x-api-key': KEY } }));
    assert.equal(response.status, 200);
    return ((await response.json()) as { forms: never[] }).forms;
  };
  const countsOf = async (form: string, days?: number): Promise<object | undefined> =>
    (await read(days)).find((row) => row.form === form)?.counts;

  beforeAll(async () => {
    where = await place();
    service = await open(where, { clock: () => new Date(now) });
    await service.accounts.setPlan(service.firstAccount, 'enterprise');
  });

  it('adds up counts by origin, form and group, over days', async () => {
    assert.deepEqual(await told([ROW, { ...ROW, held_out: true, counters: { used: 1 } }]), { counted: 2 });
    await told([
      { ...ROW, day: '2026-03-09', counters: { used: 1, blocked: 1 } },
      { ...ROW, form: 'newsletter' },
    ]);
    const rows = await read();
    assert.deepEqual(
      rows.map(({ origin, form, held_out, counts }) => [origin, form, held_out, counts]),
      [
        [ROW.origin, '/sign-up', false, { used: 3, checked: 2, blocked: 1, sent: 1 }],
        [ROW.origin, 'newsletter', false, { used: 2, checked: 2, sent: 1 }],
        [ROW.origin, '/sign-up', true, { used: 1 }],
      ],
    );
    const { waits } = rows[0] as unknown as { waits: { verdict_ms: number[] } };
    assert.equal(waits.verdict_ms[WAIT_BOUNDS.indexOf(600)], 2);
    assert.deepEqual(await countsOf('/sign-up', 1), { used: 2, checked: 2, sent: 1 });
  });

  it('counts a batch once, however often it comes, and at once', async () => {
    const id = randomUUID();
    const rows = [{ ...ROW, form: 'repeated', counters: { used: 1 } }];
    const answers = await Promise.all(Array.from({ length: 5 }, () => told(rows, { id })));
    assert.deepEqual(answers.map((answer) => JSON.stringify(answer)).sort(), [
      ...Array.from({ length: 4 }, () => '{"counted":0}'),
      '{"counted":1}',
    ]);
    assert.deepEqual(await countsOf('repeated'), { used: 1 });
  });

  it('loses nothing of batches that come at the same time', async () => {
    const forms = ['a', 'b', 'c'].map((form) => ({ ...ROW, form: `same-${form}`, counters: { used: 1, sent: 1 } }));
    await Promise.all(Array.from({ length: 20 }, (_, i) => told(i % 2 ? forms : [...forms].reverse())));
    for (const { form } of forms) assert.deepEqual(await countsOf(form), { used: 20, sent: 20 });
  });

  it('refuses an origin that no browser writes, also with characters that no store takes', async () => {
    for (const origin of [
      '',
      'https://shop.example\0',
      'https://\ud800',
      'https://shop.example\u202e',
      'a b',
      'x'.repeat(301),
    ]) {
      const { status, detail } = await problemOf(await tell([{ ...ROW, origin }]));
      assert.equal(status, 400, JSON.stringify(origin));
      assert.match(detail, /^rows\[0\]\.origin must be the origin of the page/);
    }
    const odd = await told([
      { ...ROW, day: '2026-03-08', form: 'a\0\ud800b' },
      { ...ROW, day: '2026-03-08', form: '__proto__' },
    ]);
    assert.deepEqual(odd, { counted: 2 });
    assert.deepEqual((await countsOf('a-b'))!, { used: 2, checked: 2, sent: 1 });
  });

  it('refuses a row with tens of thousands of counters', async () => {
    const counters = Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`k${n}`, 1]));
    const { status, detail } = await problemOf(await tell([{ ...ROW, counters }]));
    assert.equal(status, 400);
    assert.match(
      detail,
      /counters must be an object of whole numbers from 0 to 1000000, by outcome or wait, at most \d+\./,
    );
  });

  it('leaves out counters that it does not know, and masks what could be an address', async () => {
    await told([{ ...ROW, form: 'x/anna@example.com', counters: { used: 1, wondered: 3, verdict_ms_601: 1 } }]);
    assert.deepEqual(await countsOf('x/*'), { used: 1 });
  });

  it('counts forms above the bounds of an origin and an account as one', async () => {
    const day = '2026-03-08';
    const ofOrigin = (n: number): string => `https://${n}.example`;
    for (let i = 0; i < 12; i++)
      await told(
        Array.from({ length: 50 }, (_, j) => ({
          ...ROW,
          day,
          origin: ofOrigin(i),
          form: `f${j}`,
          counters: { used: 1 },
        })),
      );
    const rows = (await read(3)).filter(({ origin }) => /^https:..\d|^:/.test(origin));
    const others = rows.filter(({ form }) => form === ':other');
    assert.equal(rows.filter(({ origin }) => origin === ofOrigin(0)).length, 41);
    assert.deepEqual(others.find(({ origin }) => origin === ofOrigin(0))?.counts, { used: 10 });
    assert.ok(rows.length <= 402, `${rows.length} rows`);
    assert.ok(others.some(({ origin }) => origin === ':other'));
    const used = (rows as unknown as { counts: { used: number } }[]).reduce((all, { counts }) => all + counts.used, 0);
    assert.equal(used, 600);
  });

  it('names the row that is wrong, and counts none of them', async () => {
    const before = await read();
    for (const [wrong, detail] of [
      [[ROW, { ...ROW, day: 'today' }], /^rows\[1\]\.day must be a day in UTC/],
      [[ROW, { ...ROW, counters: { used: -1 } }], /^rows\[1\]\.counters must be an object of whole numbers/],
      [[ROW, { ...ROW, counters: { used: 1e9 } }], /^rows\[1\]\.counters/],
      [[ROW, { ...ROW, form: '' }], /^rows\[1\]\.form must be the name/],
      [[ROW, { ...ROW, email: 'anna@example.com' }], /^rows\[1\]: unknown field "email"; use origin, day/],
      [[], /^rows must be an array of 1 to 200 objects/],
      [Array.from({ length: 201 }, () => ROW), /^rows must be an array/],
      [[ROW, { ...ROW, day: '2026-03-06' }], /^day must be one from 2026-03-07 to 2026-03-11/],
      [[ROW, { ...ROW, day: '2026-03-12' }], /^day must be one from/],
    ] as const) {
      const response = await tell(wrong);
      assert.equal(response.status, 400);
      assert.match((await problemOf(response)).detail, detail);
    }
    assert.equal((await tell([ROW], { id: 'x' })).status, 400);
    assert.equal((await tell([ROW], { key: 'evk_wrong' })).status, 401);
    assert.deepEqual(await read(), before);
  });

  it('stores nothing for a test key, and shows an account its own alone', async () => {
    const before = await read();
    const { key } = await service.keys.add(service.firstAccount, { mode: 'test' });
    assert.deepEqual(await told([ROW], { key }), { counted: 0 });
    assert.deepEqual(await read(), before);
  });

  it('deletes days that are too long ago, and batches that are too old to be repeated', async () => {
    const { firstAccount } = service;
    await service.close();
    const store = await openStore(where, { clock: () => new Date(now) });
    assert.equal(await deleteOldFormOutcomes(store, 90, signal), 0);
    now = START + 88 * DAY_MS;
    assert.ok((await deleteOldFormOutcomes(store, 90, signal)) > 400);
    assert.deepEqual(await store.db.selectFrom('outcome_batches').select('id').execute(), []);
    assert.equal(
      (await readTotals(store, firstAccount, 90)).some(({ form }) => form === '/sign-up'),
      true,
    );
    now = START + 90 * DAY_MS;
    await deleteOldFormOutcomes(store, 90, signal);
    assert.deepEqual(await store.db.selectFrom('form_outcomes').select('form').execute(), []);
    await store.close();
  });
});
