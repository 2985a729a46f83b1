/**
 * Others get their turns while a list is read and written, however its file is shaped. Each look at the clock finds
 * that the time of a turn has passed, as on a machine slow beyond measure: the turns are counted, not timed.
 */
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it, vi } from 'vitest';
import { readList } from '../../../../src/service/lists/file/read-list.js';
import { useHarness } from '../../harness.js';
import { usePlaces } from '../../stores.js';
import { stream } from '../file/support.js';
import { complete, openApp, type App } from '../results/support.js';

/** The time of a turn, in ms, and more. */
const PASSED = 6;
/** Bytes that are parsed in a turn at most. */
const PARSED = 8192;

let now = 0;
beforeEach(() => {
  now = Math.max(now, performance.now());
  vi.spyOn(performance, 'now').mockImplementation(() => (now += PASSED));
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Counts the turns that others have while work is done. */
const turnsDuring = async (work: Promise<unknown>): Promise<number> => {
  let [turns, isOver] = [0, false];
  void work.finally(() => (isOver = true)).catch(() => undefined);
  for (; !isOver; turns += 1) await setImmediate();
  await work;
  return turns;
};

const rowsOf = (rows: number, more: string): string =>
  Array.from({ length: rows }, (_, n) => `n${n}@firm.org${more}\n`).join('');

describe('a file', () => {
  it.each([
    ['of wide rows', Buffer.from(rowsOf(200, ',x'.repeat(998)))],
    ['of blank lines', Buffer.from(`a@firm.org\n${'\n'.repeat(400_000)}`)],
    ['with a long cell', Buffer.from(`a@firm.org\nb@firm.org,"${'x'.repeat(900_000)}"\n`)],
    ['with quotes', Buffer.from(`a@firm.org\nb@firm.org,"${'""'.repeat(400_000)}"\n`)],
    ['in UTF-16', Buffer.from(`\ufeff${rowsOf(10_000, ',é')}`, 'utf16le')],
    ['in Windows-1252', Buffer.from(rowsOf(20_000, ',é'), 'latin1')],
  ])('%s is parsed in small parts', async (_, bytes) => {
    const read = async (): Promise<void> => {
      const { rows } = await readList(stream(bytes));
      for await (const part of rows) for (const { cells } of part) assert.equal(cells[0]?.includes('\n'), false);
    };
    const turns = await turnsDuring(read());
    const parts = Math.floor(bytes.toString(bytes[0] === 0xff ? 'utf16le' : 'latin1').length / PARSED);
    assert(turns >= parts, `${turns} turns for ${parts} parts`);
  });

  it('is searched for its column a row at a time', async () => {
    const bytes = Buffer.from(rowsOf(1000, ',a@b.org'.repeat(40)));
    const turns = await turnsDuring(readList(stream(bytes)));
    assert(turns >= 1000, `${turns} turns`);
  });
});

describe('a list', () => {
  const harness = useHarness();
  const place = usePlaces();
  let app: App;
  beforeAll(async () => {
    app = await openApp(harness, await place());
  });
  afterAll(() => app.close());

  const ask = async (path: string, init?: RequestInit): Promise<string> => {
    const answer = await app.ask(`/api/batch/${path}`, init);
    const text = await answer.text();
    assert(answer.ok, text);
    return text;
  };
  const upload = async (body: string, type: string): Promise<number> => {
    const answer = await ask('upload', { method: 'POST', body, headers: { 'content-type': type } });
    return (JSON.parse(answer) as { data: { id: number } }).data.id;
  };

  it('in JSON is decoded in small parts', async () => {
    const lines = 500_000;
    const base64 = Buffer.from(`a@firm.org\n${'\n'.repeat(lines)}`).toString('base64');
    const body = JSON.stringify({ file: `data:text/csv;base64,${base64}` });
    const turns = await turnsDuring(upload(body, 'application/json'));
    assert(turns >= Math.floor(base64.length / 65_536) + Math.floor(lines / PARSED), `${turns} turns`);
  });

  it('is stored and written a row at a time', async () => {
    let id = 0;
    const storing = upload(rowsOf(1000, ',x;y'), 'text/csv').then((given) => (id = given));
    assert((await turnsDuring(storing)) >= 1000);
    await complete(app.store, id);
    for (const query of ['format=csv', 'format=json', 'format=json&limit=1000']) {
      const turns = await turnsDuring(ask(`${id}/results?${query}`));
      // Each row is read from the store, and then written.
      assert(turns >= 2000, `${query}: ${turns} turns`);
    }
  });
});
