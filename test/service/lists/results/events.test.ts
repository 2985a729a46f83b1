import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { serve } from '../../../../src/cli/serve.js';
import { readServeSettings } from '../../../../src/cli/serve-settings.js';
import { createWatches } from '../../../../src/service/lists/results/watch.js';
import { eventually } from '../../../support/eventually.js';
import { useHarness } from '../../harness.js';
import { codeOf } from '../../users/support.js';
import { onBothStores, usePostgres } from '../../stores.js';
import { putList } from '../support.js';
import { complete, openApp, putResults, type App } from './support.js';

interface Event {
  name: string;
  data: { status: string; processed: number; rate: number | null; seconds_left: number | null };
}

/** Reads the events of a stream as they come; comments are events named `:`. */
const readEvents = (body: ReadableStream<Uint8Array>) => {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const events: Event[] = [];
  let text = '';
  const ended = (async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const whole = text.split('\n\n');
      text = whole.pop() ?? '';
      for (const one of whole) {
        const [, name = ':', data = 'null'] = /^event: (\w+)\ndata: (.*)$/.exec(one) ?? [];
        events.push({ name, data: JSON.parse(data) as Event['data'] });
      }
    }
  })();
  ended.catch(() => undefined);
  return { events, ended, leave: () => reader.cancel() };
};

onBothStores('the events of a list', (harness) => {
  let app: App;
  beforeAll(async () => {
    app = await openApp(harness, await harness.place());
  });
  afterAll(() => app.close());
  const watch = async (id: number, headers: Record<string, string> = {}) => {
    const answer = await app.ask(`/api/batch/${id}/events`, { headers });
    assert.equal(answer.headers.get('content-type'), 'text/event-stream');
    return readEvents(answer.body!);
  };
  const ROWS = Array.from({ length: 10 }, (_, n) => [`n${n}@example.org`]);

  it('are its state at once, its changes, and its end, for each who watches', async () => {
    const id = await putList(app.store, ROWS);
    const watching = await Promise.all([watch(id), watch(id, { 'last-event-id': '7' })]);
    for (const { events } of watching) await eventually(() => events.length === 1);
    await putResults(app.store, id, { 1: 'valid', 2: 'risky' });
    for (const { events } of watching) await eventually(() => events.length === 2);
    await complete(app.store, id);
    for (const { ended } of watching) await ended;
    for (const { events } of watching) {
      assert.deepEqual(
        events.map(({ name, data }) => [name, data.status, data.processed]),
        [
          ['progress', 'pending', 0],
          ['progress', 'processing', 2],
          ['end', 'completed', 2],
        ],
      );
      assert.equal(events[0]?.data.rate, null);
    }
    const { events, ended } = await watch(id);
    await ended;
    assert.deepEqual(
      events.map(({ name }) => name),
      ['progress', 'end'],
    );
  });

  it('say how many rows a second are done, and how long it takes', async () => {
    const id = await putList(app.store, ROWS);
    await putResults(app.store, id, { 1: 'valid', 2: 'risky' });
    const started = new Date(Date.now() - 20_000);
    await app.store.db.updateTable('batches').set({ started_at: started }).where('id', '=', id).execute();
    const { events, leave } = await watch(id);
    await eventually(() => events.length === 1);
    const { rate, seconds_left } = events[0]!.data;
    assert(rate !== null && rate <= 0.1, String(rate));
    assert(seconds_left !== null && seconds_left >= 79, String(seconds_left));
    await leave();
  });

  it('say no time while all rows that are left wait to be asked again', async () => {
    const id = await putList(app.store, ROWS);
    await putResults(app.store, id, { 1: 'valid', 2: 'risky' });
    const started = new Date(Date.now() - 20_000);
    for (const [waiting_dns, waiting_greylisted, isKnown] of [
      [3, 4, true],
      [3, 5, false],
    ] as const) {
      const waiting = { started_at: started, waiting_dns, waiting_greylisted };
      await app.store.db.updateTable('batches').set(waiting).where('id', '=', id).execute();
      const { events, leave } = await watch(id);
      await eventually(() => events.length === 1);
      assert.equal(events[0]!.data.seconds_left !== null, isKnown);
      await leave();
    }
  });

  it('come with a comment now and then, are closed after their time, and end when the service ends', async () => {
    const id = await putList(app.store, ROWS);
    const watches = createWatches(app.store, { pollMs: 10, beatMs: 30, lifeMs: 60_000, places: 4 });
    const one = readEvents(await watches.watch(1, id));
    await eventually(() => one.events.filter(({ name }) => name === ':').length >= 3);
    const short = createWatches(app.store, { pollMs: 10, lifeMs: 50 });
    await readEvents(await short.watch(1, id)).ended;

    // One account has half of the places, and those of who goes are free again.
    const two = readEvents(await watches.watch(1, id));
    await assert.rejects(watches.watch(1, id), { code: 'unavailable' });
    const other = readEvents(await watches.watch(2, id));
    await two.leave();
    const three = readEvents(await watches.watch(1, id));
    watches.end();
    for (const { ended } of [one, three, other]) await ended;
    await assert.rejects(watches.watch(1, id), { code: 'unavailable' });
  });

  it('of a client that reads nothing are not kept: it gets the latest one', async () => {
    const id = await putList(app.store, ROWS);
    const watches = createWatches(app.store, { pollMs: 10 });
    const body = await watches.watch(1, id);
    const other = readEvents(await watches.watch(1, id));
    for (let row = 1; row <= 5; row += 1) {
      await putResults(app.store, id, { [row]: 'valid' });
      await eventually(() => other.events.at(-1)?.data.processed === row);
    }
    await complete(app.store, id);
    await other.ended;
    const { events, ended } = readEvents(body);
    await ended;
    assert.deepEqual(
      events.map(({ name, data }) => [name, data.processed]),
      [
        ['progress', 0],
        ['end', 5],
      ],
    );
  });

  it('end when the list is deleted, and are none afterwards', async () => {
    const id = await putList(app.store, ROWS);
    const { events, ended } = await watch(id);
    assert.equal((await app.ask(`/api/batch/${id}`, { method: 'DELETE' })).status, 200);
    await ended;
    assert.equal(events.at(-1)?.data.status, 'cancelled');
    assert.equal(await codeOf(app.ask(`/api/batch/${id}/events`)), '410 gone');
  });
});

describe('a server with open event streams', () => {
  const { openStore } = useHarness();
  const place = usePostgres();

  it('ends them at its end, and does not wait for them', { timeout: 60_000 }, async () => {
    const where = await place();
    const settings = { DATABASE_URL: where.databaseUrl!, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' };
    const running = await serve(
      readServeSettings({ ...settings, SECRET: 'a secret that is long enough for this' }),
      [],
    );
    const store = await openStore(where);
    const id = await putList(store, [['anna@example.org']]);
    const key = { 'x-api-key': running.firstKey ?? '' };
    const streams = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const answer = await fetch(`${running.url}/api/batch/${id}/events`, { headers: key });
        assert.equal(answer.status, 200);
        return readEvents(answer.body!);
      }),
    );
    for (const { events } of streams) await eventually(() => events.length === 1);
    await running.close();
    // With an end, not with a broken connection.
    for (const { ended } of streams) await ended;
    await store.close();
  });
});
