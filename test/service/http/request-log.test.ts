import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Writable } from 'node:stream';
import { describe, it } from 'vitest';
import { pino, type Logger } from 'pino';
import { check, problemOf, useHarness } from '../harness.js';
import { KEY, scriptedVerifier } from '../scripted.js';
import { useBundle } from '../process.js';
import { usePlaces } from '../stores.js';

/** A logger whose lines are kept. */
const keepLines = (): { log: Logger; text: () => string } => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  return { log: pino({ level: 'trace' }, stream), text: () => lines.join('') };
};

const SECRETS = [KEY, 'anna', 'example.org', 'evk_'];

describe('the log', () => {
  const { open } = useHarness();
  const place = usePlaces();

  it('has one line a request: who asked what, and how it ended', async () => {
    const { log, text } = keepLines();
    const service = await open(await place(), { log });
    const response = await check(service, 'anna@example.org');
    const line = JSON.parse(text()) as Record<string, unknown>;
    assert.deepEqual(
      { ...line, time: 0, pid: 0, hostname: '', ms: typeof line['ms'] },
      {
        level: 30,
        time: 0,
        pid: 0,
        hostname: '',
        request_id: response.headers.get('x-request-id'),
        method: 'GET',
        path: '/api/validate',
        status: 200,
        ms: 'number',
        account: service.firstAccount,
        msg: 'request',
      },
    );
  });

  it('has a hundred lines of each kind of a flood of wrong keys, which the metrics count whole', async () => {
    const { log, text } = keepLines();
    let counted = 0;
    const service = await open(await place(), {
      log,
      observe: ({ event }) => {
        if (event === 'request') counted += 1;
      },
    });
    const flood = { headers: { 'x-request-id': 'x'.repeat(128) } };
    for (let n = 0; n < 400; n += 1)
      await service.fetch(new Request(`http://service/api/validate?apikey=wrong${n}&email=anna@example.org`, flood));
    const codes = text()
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { code: string }).code);
    const most = (wanted: string): number => codes.filter((code) => code === wanted).length;
    assert.ok(new Set(codes).size <= 2 && codes.length < counted, codes.join());
    for (const code of codes) assert.ok(most(code) <= 100, code);
    assert.equal(counted, 400);
    assert.ok(text().length < 50_000, `${text().length} characters`);
  });

  it('holds no address and no key, whatever is asked', async () => {
    const { log, text } = keepLines();
    const service = await open(await place(), { log });
    const ask = (path: string, init?: RequestInit): Promise<Response> =>
      service.fetch(new Request(`http://service${path}`, init));
    for (let n = 0; n < 10; n += 1) await check(service, 'anna@example.org');
    await ask(`/api/validate?apikey=${service.firstKey}&email=anna@example.org`, { method: 'POST' });
    await ask(`/api/anna@example.org?apikey=${KEY}`);
    await ask(`/${KEY}`, { headers: { 'x-request-id': 'anna@example.org', 'user-agent': 'anna@example.org' } });
    await ask('/api/validate?apikey=evk_wrong&email=anna@example.org');
    await ask('/api/validate?email=anna@example.org', { headers: { authorization: `Bearer ${KEY}` } });
    assert.equal(text().trim().split('\n').length, 15);
    for (const secret of SECRETS) assert.ok(!text().includes(secret), secret);
  });

  it('tells an unexpected error by its kind and place, under the id that the answer has', async () => {
    const { log, text } = keepLines();
    const verifier = {
      ...scriptedVerifier(),
      verify: () => Promise.reject(new TypeError(`cannot check anna@example.org for ${KEY}\nat anna@example.org`)),
    };
    const service = await open(await place(), { log, verifier });
    const response = await check(service, 'anna@example.org');
    const { code, detail } = await problemOf(response);
    assert.deepEqual([response.status, code], [500, 'internal_error']);
    const id = response.headers.get('x-request-id') ?? '';
    assert.ok(detail.includes(id));
    assert.match(text(), new RegExp(`"level":50.*"request_id":"${id}".*"TypeError".*log\\.test`));
    for (const secret of SECRETS) assert.ok(!text().includes(secret) && !detail.includes(secret), secret);
  });
});

describe('the log on standard error, whose reader does not read', () => {
  const program = useBundle('log');
  const LINES = 20_000;
  const run = async (lines: number) => {
    const child = spawn(process.execPath, [program, String(lines)], { stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    return { child, ended };
  };

  it('stops nothing, keeps a bounded number of lines, and counts the others', async () => {
    const { child, ended } = await run(LINES);
    let kept = 0;
    const dropped = await new Promise<number>((resolve) => {
      createInterface(child.stderr).on('line', (line) => {
        const { dropped: count } = JSON.parse(line) as { dropped?: number };
        if (count !== undefined) resolve(count);
        kept += 1;
      });
    });
    assert.ok(dropped > 0 && kept < LINES);
    assert.equal(kept - 1 + dropped, LINES);
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  });

  it('does not hold up the end of the process', async () => {
    const { child, ended } = await run(LINES);
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    child.stderr.destroy();
  });

  it('has all lines of a process that ends, when its reader reads', async () => {
    const delay = monitorEventLoopDelay();
    const readAll = async (): Promise<number> => {
      const { child, ended } = await run(3000);
      delay.reset();
      child.kill('SIGTERM');
      let read = 0;
      for await (const line of createInterface(child.stderr)) read += line === '' ? 0 : 1;
      assert.deepEqual(await ended, [0, null]);
      return read;
    };
    delay.enable();
    let read = await readAll();
    // While the machine pauses this process, its reader does not read.
    while (read < 3000 && delay.max > 500e6) read = await readAll();
    delay.disable();
    assert.equal(read, 3000);
  });
});
