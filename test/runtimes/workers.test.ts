/** The edge as a Worker in workerd, with Durable Objects as its store, and what wrangler says of its settings. */
import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, describe, test } from 'vitest';
import type { EdgeVerdict } from '../../src/protocol/index.js';
import { posted, settings, tokenAt, validateAt, type Open } from '../edge/portable/place.js';
import { describeEdge } from '../edge/portable/suite.js';
import { answerJson, CLIENT, forge, listen, ORIGIN, result, startUpstream } from '../edge/support.js';
import { run } from './support/process.js';
import { receiptsOf } from './support/receipts.js';
import { root } from './support/runtimes.js';
import { startWorker } from './support/workerd.js';
import { eventually } from '../support/eventually.js';

const ENTRY = join(root, 'dist/standalone/workers.js');

const openWith =
  (options: Record<string, unknown>): Open =>
  async (bindings) => {
    let output = '';
    const worker = await startWorker(ENTRY, {
      bindings,
      handleRuntimeStdio: (...streams: Readable[]) => {
        for (const stream of streams) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      },
      ...options,
    });
    return {
      url: worker.url.origin,
      send: (path, init = {}, client = CLIENT) => {
        const headers = new Headers(init.headers);
        // As Cloudflare sets it, whatever the client wrote there.
        headers.set('cf-connecting-ip', client);
        // workerd closes a connection whose request had a body that nobody read; another request must not be on its way
        // there.
        headers.set('connection', 'close');
        return fetch(new URL(path, worker.url), { ...init, headers });
      },
      output: () => output,
      end: () => worker.end(),
    };
  };

const inMemory = openWith({});
const inObjects = openWith({ durableObjects: { EDGE_STORE: { className: 'EdgeStoreObject', useSQLite: true } } });

await describeEdge('workerd, with Durable Objects', inObjects);
await describeEdge('workerd, in the memory of an isolate', inMemory);

const upstream = await startUpstream();

test('a Worker believes no header but Cloudflare’s own', async () => {
  const worker = await inObjects(settings(upstream.baseUrl, { TOKENS_PER_CLIENT_PER_MINUTE: '5' }));
  const statuses: number[] = [];
  for (let i = 0; i < 8; i++) {
    const claimed = `198.51.100.${i}`;
    const headers = { 'x-forwarded-for': claimed, 'x-real-ip': claimed, forwarded: `for=${claimed}` };
    statuses.push((await worker.send('/token', posted(undefined, headers))).status);
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429, 429]);
  await worker.end();
});

test('a Worker with a wrong setting answers 500, and its log names the setting', async () => {
  const worker = await inMemory(settings(upstream.baseUrl, { SECRET: 'hidden' }));
  const response = await worker.send('/token', posted());
  assert.deepEqual([response.status, response.headers.get('content-type')], [500, 'application/problem+json']);
  assert.ok(!(await response.text()).includes('hidden'));
  await eventually(() => worker.output().includes('SECRET must be 32 or more random characters, got 6'));
  await worker.end();
});

/** Sends a request, and resets its connection once `isSo`. */
const sendAndLeave = async (url: URL, body: string, headers: Record<string, string>, isSo: () => unknown) => {
  const leaving = request(url, { method: 'POST', agent: false, headers });
  leaving.on('error', () => undefined);
  leaving.end(body);
  await eventually(isSo);
  leaving.socket?.resetAndDestroy();
};

for (const [store, open] of [
  ['the memory of an isolate', inMemory],
  ['Durable Objects', inObjects],
] as const) {
  test(`clients that go away during their checks leave a Worker that goes on checking, with ${store}`, async () => {
    const waiting: (() => void)[] = [];
    let isOpen = false;
    const slow = await startUpstream((email, response) => {
      const answer = (): void => {
        answerJson(response, result(email));
      };
      if (isOpen) answer();
      else waiting.push(answer);
    });
    // Two calls a second: 23 places for those in flight, of which one client alone gets three.
    const worker = await open(settings(slow.baseUrl, { UPSTREAM_RATE: '2' }));
    const token = await tokenAt(worker);
    for (const [i, name] of ['ada', 'bert', 'carl'].entries()) {
      await sendAndLeave(
        new URL('/validate', worker.url),
        JSON.stringify({ token, email: `${name}@example.com` }),
        { origin: ORIGIN, 'content-type': 'text/plain', 'cf-connecting-ip': CLIENT },
        () => waiting.length > i,
      );
    }
    // workerd has read of a connection's end before it reads of this one.
    await worker.send('/healthz');
    isOpen = true;
    for (const answer of waiting) answer();
    const other = await tokenAt(worker);
    for (const [sent, email] of [
      [other, 'dora@example.com'],
      [other, 'ada@example.com'],
      [token, 'bert@example.com'],
    ] as const) {
      const verdict = (await (await validateAt(worker, sent, email)).json()) as EdgeVerdict;
      assert.deepEqual([verdict.status, verdict.sub_status], ['valid', []], email);
    }
    await worker.end();
  });
}

test('receipts are checked by a backend that is a Worker', async () => {
  const worker = await inObjects(settings(upstream.baseUrl));
  const backend = await startWorker(join(root, 'test/runtimes/programs/verify-worker.mjs'), {});
  const { given, right } = await receiptsOf(worker, worker.url ?? '');
  const response = await fetch(backend.url, { method: 'POST', body: JSON.stringify(given) });
  assert.deepEqual(await response.json(), right);
  await Promise.all([backend.end(), worker.end()]);
});

test('a client that goes away while a backend that is a Worker fetches the keys keeps no other from them', async () => {
  let asked = 0;
  const edge = createServer((_request, response) => {
    asked += 1;
    // The first fetch is that of the client that goes away.
    if (asked > 1) answerJson(response, { keys: [] });
  });
  const jwks = `${await listen(edge)}/.well-known/jwks.json`;
  const receipt = forge({ alg: 'EdDSA', typ: 'email-verification+jwt', kid: 'a' }, {}, 'AAAA');
  const body = JSON.stringify([{ receipt, email: 'ada@example.com', audience: ORIGIN, jwks }]);
  const backend = await startWorker(join(root, 'test/runtimes/programs/verify-worker.mjs'), {});
  await sendAndLeave(backend.url, body, {}, () => asked);
  const verify = async (): Promise<unknown> => (await fetch(backend.url, { method: 'POST', body })).json();
  assert.deepEqual(await verify(), ['keys_unavailable']);
  assert.deepEqual(await verify(), ['key']);
  assert.equal(asked, 2);
  await backend.end();
});

describe('the wrangler.toml of the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-wrangler-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('deploys as it is, with its Durable Object', async () => {
    cpSync(join(root, 'examples/workers/wrangler.toml'), join(folder, 'wrangler.toml'));
    const home = join(folder, 'node_modules/email-verify-element');
    mkdirSync(home, { recursive: true });
    for (const part of ['dist', 'package.json']) symlinkSync(join(root, part), join(home, part));
    const wrangler = join(root, 'test/runtimes/node_modules/wrangler/bin/wrangler.js');
    const command = [process.execPath, wrangler, 'deploy', '--dry-run', '--cwd', folder, '--outdir', 'out'] as const;
    const { code, output } = await run(command, {
      CI: '1',
      WRANGLER_SEND_METRICS: 'false',
      WRANGLER_LOG_PATH: join(folder, 'log'),
      XDG_CONFIG_HOME: folder,
      NO_COLOR: '1',
    });
    assert.equal(code, 0, output);
    assert.match(output, /env\.EDGE_STORE \(EdgeStoreObject\)\s+Durable Object/);
    assert.match(output, /--dry-run: exiting now/);
    assert.doesNotMatch(output, /WARNING|ERROR/);
  });
});
