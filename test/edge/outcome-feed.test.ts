import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'vitest';
import {
  createOutcomeFeed,
  type EdgeLogLine,
  type OutcomeFeedOptions,
  type OutcomeReport,
} from '../../src/edge/index.js';
import type { OutcomeBatch } from '../../src/protocol/index.js';
import { eventually } from '../support/eventually.js';
import { API_KEY, fetchToken, listen, ORIGIN, post, setUp } from './support.js';

const DAY_MS = 86_400_000;

/** A service over real HTTP that answers as the test says, and what it was told. */
const open = async (
  answer: (response: ServerResponse, n: number) => void,
  more: Partial<OutcomeFeedOptions> & { clock?: { now: number } } = {},
) => {
  const { clock = { now: Date.now() }, ...over } = more;
  const batches: OutcomeBatch[] = [];
  const keys = new Set<string | undefined>();
  const paths = new Set<string | undefined>();
  const baseUrl = await listen(
    createServer((request, response) => {
      keys.add(request.headers['x-api-key']?.toString());
      paths.add(`${request.method} ${request.url}`);
      void text(request).then((body) => {
        batches.push(JSON.parse(body) as OutcomeBatch);
        answer(response, batches.length);
      });
    }),
  );
  const lines: EdgeLogLine[] = [];
  const options = {
    baseUrl,
    apiKey: API_KEY,
    intervalMs: 5,
    now: () => clock.now,
    log: (line: EdgeLogLine) => lines.push(line),
  };
  return { feed: createOutcomeFeed({ ...options, ...over }), batches, keys, paths, lines, clock, baseUrl };
};

const ok = (response: ServerResponse): unknown => response.end('{"counted":1}');
const fail =
  (status: number) =>
  (response: ServerResponse): unknown =>
    response.writeHead(status).end();

const report = (counts: OutcomeReport['counts'], more: Partial<OutcomeReport> = {}): OutcomeReport => ({
  ...{ form: '/sign-up', held_out: false, waits: {} },
  ...more,
  counts,
});

const usedIn = (batches: readonly OutcomeBatch[]): number =>
  batches.flatMap(({ rows }) => rows).reduce((all, { counters }) => all + (counters['used'] ?? 0), 0);

test('tells the service what was counted, added up by origin, day, form and group', async () => {
  const { feed, batches, keys, paths, clock } = await open(ok);
  void feed.add('https://a.example', report({ used: 1, sent: 1 }, { waits: { verdict_ms: 590 } }));
  void feed.add('https://a.example', report({ used: 1, blocked: 1 }));
  void feed.add('https://a.example', report({ used: 1 }, { held_out: true }));
  void feed.add('https://b.example', report({ used: 1 }, { form: 'news' }));
  await eventually(() => usedIn(batches) === 4);
  const day = new Date(clock.now).toISOString().slice(0, 10);
  assert.deepEqual(
    batches.flatMap(({ rows }) => rows),
    [
      {
        origin: 'https://a.example',
        day,
        form: '/sign-up',
        held_out: false,
        counters: { used: 2, sent: 1, verdict_ms_600: 1, blocked: 1 },
      },
      { origin: 'https://a.example', day, form: '/sign-up', held_out: true, counters: { used: 1 } },
      { origin: 'https://b.example', day, form: 'news', held_out: false, counters: { used: 1 } },
    ],
  );
  assert.deepEqual([...keys], [API_KEY]);
  assert.deepEqual([...paths], ['POST /api/outcomes/forms/add']);
  void feed.add(ORIGIN, report({ used: 1 }));
  await feed.close();
  assert.equal(usedIn(batches), 5);
});

test('repeats a batch that failed under the same id, and adds nothing to it', async () => {
  const { feed, batches, lines } = await open((response, n) => (n <= 3 ? fail(503)(response) : ok(response)));
  void feed.add(ORIGIN, report({ used: 1 }));
  await eventually(() => batches.length > 0);
  void feed.add(ORIGIN, report({ used: 1 }));
  await eventually(() => batches.length === 5);
  const [first, second, third, fourth, fifth] = batches;
  assert.deepEqual([second, third, fourth], [first, first, first]);
  assert.notEqual(fifth?.id, first?.id);
  assert.equal(usedIn([fourth!, fifth!]), 2);
  assert.deepEqual(
    lines,
    Array.from({ length: 3 }, () => ({ event: 'outcome_feed', reason: 'status 503', rows: 1, dropped: false })),
  );
});

test('drops a batch that the service refuses, and goes on with the next', async () => {
  const { feed, batches, lines } = await open((response, n) => (n === 1 ? fail(400)(response) : ok(response)));
  void feed.add(ORIGIN, report({ used: 1 }));
  await eventually(() => lines.length === 1);
  void feed.add(ORIGIN, report({ used: 1 }));
  await eventually(() => batches.length === 2);
  assert.notEqual(batches[1]?.id, batches[0]?.id);
  assert.equal(usedIn([batches[1]!]), 1);
  assert.deepEqual(lines, [{ event: 'outcome_feed', reason: 'status 400', rows: 1, dropped: true }]);
});

test('keeps what a service that cannot be reached is to be told, within bounds, until it is too old', async () => {
  const clock = { now: Date.now() };
  let isUp = false;
  const { feed, batches, lines } = await open((response) => (isUp ? ok(response) : response.destroy()), { clock });
  void feed.add(ORIGIN, report({ used: 1 }));
  await eventually(() => lines.length > 0);
  assert.match((lines[0] as { reason: string }).reason, /^ECONNRESET$|^the connection failed$/);
  for (let i = 0; i < 1000; i++) void feed.add(ORIGIN, report({ used: 1 }, { form: `/${i}` }));
  clock.now += 5 * DAY_MS;
  void feed.add(ORIGIN, report({ used: 1 }));
  batches.length = 0;
  isUp = true;
  await eventually(() => batches.length > 0);
  await feed.close();
  assert.equal(usedIn(batches), 1);
});

test('has forty forms of an origin and day, and 200 rows in a batch', async () => {
  const { feed, batches } = await open(ok, { intervalMs: 1 });
  for (let i = 0; i < 100; i++)
    for (let j = 0; j < 10; j++) void feed.add(`https://${j}.example`, report({ used: 1 }, { form: `/${i}` }));
  await feed.close();
  assert.equal(usedIn(batches), 1000);
  assert.ok(batches.every(({ rows }) => rows.length <= 200));
  const rows = batches.flatMap((batch) => batch.rows);
  assert.equal(rows.length, 410);
  assert.equal(
    rows.find(({ origin, form }) => origin === 'https://3.example' && form === ':other')?.counters['used'],
    60,
  );
});

test('ends within some seconds, whatever the service does', async () => {
  const { feed } = await open(() => undefined);
  void feed.add(ORIGIN, report({ used: 1 }));
  const started = performance.now();
  await feed.close();
  assert.ok(performance.now() - started < 20_000);
  assert.equal(feed.add(ORIGIN, report({ used: 1 })), undefined);
});

test('goes on where the work of an earlier request was ended, as on a Worker', async () => {
  const clock = { now: Date.now() };
  let stuck = true;
  const { feed, batches } = await open(ok, {
    clock,
    fetch: (url, init) => (stuck ? new Promise<Response>(() => undefined) : fetch(url, init)),
  });
  void feed.add(ORIGIN, report({ used: 1 }));
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(feed.add(ORIGIN, report({ used: 1 })), undefined);
  stuck = false;
  clock.now += 60_000;
  void feed.add(ORIGIN, report({ used: 1 }));
  await eventually(() => usedIn(batches) === 3);
});

test('never fails or delays the report of a page, and is told nothing in test mode', async () => {
  const { feed, batches, baseUrl } = await open(fail(500), { intervalMs: 1 });
  for (const testMode of [false, true]) {
    const { edge } = setUp(baseUrl, { outcomeFeed: feed, testMode });
    const token = await fetchToken(edge);
    const response = await post(edge, '/outcomes', JSON.stringify({ token, form: '/', counts: { used: 1 } }));
    assert.deepEqual([response.status, await response.json()], [200, { counted: true }]);
  }
  await eventually(() => batches.length > 0);
  await feed.close();
  assert.ok(batches.every((batch) => usedIn([batch]) === 1));
});
