import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { createEdgeMetrics } from '../../src/edge/runtime/metrics.js';
import { memoryStore, readOutcomes, type EdgeStore } from '../../src/edge/index.js';
import { WAIT_BOUNDS, type OutcomeCounts } from '../../src/protocol/index.js';
import { assertProblem, CLIENT, fetchToken, ORIGIN, post, setUp, startUpstream, type Caller } from './support.js';

const upstream = await startUpstream();
const DAY_MS = 86_400_000;

const open = (over: Parameters<typeof setUp>[1] = {}) => {
  const store = memoryStore();
  const made = setUp(upstream.baseUrl, { store, ...over });
  const report = async (counts: OutcomeCounts, more: object = {}, caller?: Caller): Promise<Response> => {
    const token = await fetchToken(made.edge, caller);
    return post(made.edge, '/outcomes', JSON.stringify({ token, form: '/sign-up', counts, ...more }), caller);
  };
  const read = async (days = 30) => (await readOutcomes(store, [ORIGIN], { days, now: () => made.clock.now })) ?? [];
  return { ...made, store, report, read };
};

test('counts reports by origin, day, form and group', async () => {
  const { report, read, clock } = open();
  clock.now = Date.parse('2026-01-31T23:59:00Z');
  assert.equal((await report({ used: 1, checked: 1, sent: 1 }, { waits: { verdict_ms: 620 } })).status, 200);
  await report({ used: 1, blocked: 1 });
  await report({ used: 1, sent: 1 }, { form: 'newsletter' });
  await report({ used: 1, sent: 1 }, { held_out: true });
  clock.now += 120_000;
  await report({ healed: 1, saved: 1, sent: 1 }, { waits: { held_ms: 900 } });
  const rows = await read();
  assert.deepEqual(
    rows.map(({ day, form, held_out: heldOut, counts }) => [day, form, heldOut, counts]),
    [
      ['2026-02-01', '/sign-up', false, { healed: 1, saved: 1, sent: 1 }],
      ['2026-01-31', '/sign-up', false, { used: 2, checked: 1, blocked: 1, sent: 1 }],
      ['2026-01-31', 'newsletter', false, { used: 1, sent: 1 }],
      ['2026-01-31', '/sign-up', true, { used: 1, sent: 1 }],
    ],
  );
  assert.ok(rows.every(({ origin }) => origin === ORIGIN));
  assert.equal(rows[1]?.waits.verdict_ms[WAIT_BOUNDS.indexOf(800)], 1);
  assert.equal(rows[0]?.waits.held_ms[WAIT_BOUNDS.indexOf(1000)], 1);
  assert.equal((await read(1)).length, 1);
});

test('takes no report of another page, another network, or without a token of its own', async () => {
  const { edge, report, read } = open();
  const body = { form: '/', counts: { used: 1 } };
  const token = await fetchToken(edge);
  const send = (value: unknown, caller?: Caller): Promise<Response> =>
    post(edge, '/outcomes', JSON.stringify(value), caller);
  await assertProblem(
    await send({ ...body, token }, { origin: 'https://evil.example' }),
    403,
    'origin_not_allowed',
    null,
  );
  await assertProblem(await send({ ...body, token }, { client: '198.51.100.1' }), 401, 'bad_token');
  await assertProblem(await send({ ...body, token: 'x' }), 401, 'bad_token');
  await assertProblem(await send(body), 400, 'bad_request');
  await assertProblem(await report({ used: 1, saved: 1 }), 400, 'bad_request');
  await assertProblem(await post(edge, '/outcomes', 'x'.repeat(3000)), 413, 'too_large');
  assert.deepEqual(await read(), []);
});

test('takes twenty reports of a token, and as many of a network as it may have tokens', async () => {
  const { edge, read } = open({ quotas: { tokensPerClientPerMinute: 30 } });
  const token = await fetchToken(edge);
  const send = (of: string): Promise<Response> =>
    post(edge, '/outcomes', JSON.stringify({ token: of, form: '/', counts: { used: 1 } }));
  for (let i = 0; i < 20; i++) assert.equal((await send(token)).status, 200);
  await assertProblem(await send(token), 429, 'token_spent');
  const second = await fetchToken(edge);
  for (let i = 0; i < 10; i++) assert.equal((await send(second)).status, 200);
  await assertProblem(await send(second), 429, 'rate_limited');
  assert.equal((await read())[0]?.counts.used, 30);
});

test('counts forms above the bound as one, and no day after its time', async () => {
  const { report, read, clock } = open({ quotas: { tokensPerClientPerMinute: 1000 } });
  for (let i = 0; i < 60; i++) await report({ used: 1 }, { form: `/form/${i}` }, { client: `192.0.2.${i}` });
  const rows = await read();
  assert.equal(rows.length, 41);
  assert.equal(rows.find(({ form }) => form === ':other')?.counts.used, 20);
  clock.now += 89 * DAY_MS;
  assert.equal((await read(1000)).length, 41);
  clock.now += DAY_MS;
  assert.equal((await read(1000)).length, 0);
});

describe('the names of invented forms', () => {
  const invent = async (clients: readonly string[]): Promise<ReturnType<typeof open>> => {
    const made = open({ quotas: { tokensPerClientPerMinute: 1000 } });
    for (const client of clients)
      for (let i = 0; i < 50; i++) await made.report({ used: 1 }, { form: `/${client}/${i}` }, { client });
    return made;
  };

  for (const [what, clients] of Object.entries({
    'an IPv4 address': ['198.51.100.1'],
    'the networks of an IPv6 /48': ['1', '101', '201', '301', '401', '501'].map((part) => `2001:db8:1:${part}::1`),
  }))
    test(`of ${what} leave the real forms their names, and no report is lost`, async () => {
      const { report, read } = await invent(clients);
      await report({ used: 1 }, { form: '/sign-up' });
      const rows = await read();
      assert.ok(rows.some(({ form, counts }) => form === '/sign-up' && counts.used === 1));
      const used = rows.reduce((sum, { counts }) => sum + (counts.used ?? 0), 0);
      assert.equal(used, 50 * clients.length + 1);
    });

  test('of a network leave it the names that others have opened', async () => {
    const made = open({ quotas: { tokensPerClientPerMinute: 1000 } });
    const client = '198.51.100.1';
    await made.report({ used: 1 }, { form: '/sign-up' });
    for (let i = 0; i < 50; i++) await made.report({ used: 1 }, { form: `/${i}` }, { client });
    await made.report({ used: 1 }, { form: '/sign-up' }, { client });
    assert.equal((await made.read()).find(({ form }) => form === '/sign-up')?.counts.used, 2);
  });
});

test('keeps and logs no address, and Prometheus shows no form', async () => {
  const metrics = createEdgeMetrics();
  const { report, read, lines } = open({
    log: (line) => {
      lines.push(line);
      metrics.log(line);
    },
  });
  const form = '/users/ada@example.com/edit';
  await report({ used: 1, blocked: 1 }, { form });
  await report({ used: 1, sent: 1 }, { form, held_out: true });
  const text = await metrics.text();
  for (const kept of [JSON.stringify(await read()), JSON.stringify(lines), text])
    for (const person of ['ada', 'example.com', CLIENT]) assert.ok(!kept.includes(person), kept);
  assert.ok(text.includes('email_verify_edge_outcomes_total{outcome="blocked",group="helped"} 1'));
  assert.ok(text.includes('email_verify_edge_outcomes_total{outcome="sent",group="held_out"} 1'));
  assert.ok(!text.includes('/users/'));
});

test('says so if the store cannot count, and refuses nothing', async () => {
  const memory = memoryStore();
  const store: EdgeStore = {
    take: (...args) => memory.take(...args),
    get: (...args) => memory.get(...args),
    set: (...args) => memory.set(...args),
    setIfAbsent: (...args) => memory.setIfAbsent(...args),
  };
  assert.deepEqual(await (await open({ store }).report({ used: 1 })).json(), { counted: false });
  assert.equal(await readOutcomes(store, [ORIGIN]), null);
});
