/** The edge as a Worker in workerd, with Durable Objects as its store, and what wrangler says of its settings. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, describe, test } from 'vitest';
import { posted, settings, type Open } from '../edge/portable/place.js';
import { describeEdge } from '../edge/portable/suite.js';
import { CLIENT, startUpstream } from '../edge/support.js';
import { run } from './support/process.js';
import { receiptsOf } from './support/receipts.js';
import { root } from './support/runtimes.js';
import { startWorker } from './support/workerd.js';
import { eventually } from '../support/eventually.js';

const ENTRY = join(root, 'dist/edge/workers.js');

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
        // workerd closes a connection whose request had a body that nobody read; another request must not be on its way there.
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

test('receipts are checked by a backend that is a Worker', async () => {
  const worker = await inObjects(settings(upstream.baseUrl));
  const backend = await startWorker(join(root, 'test/runtimes/programs/verify-worker.mjs'), {});
  const { given, right } = await receiptsOf(worker, worker.url ?? '');
  const response = await fetch(backend.url, { method: 'POST', body: JSON.stringify(given) });
  assert.deepEqual(await response.json(), right);
  await Promise.all([backend.end(), worker.end()]);
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
