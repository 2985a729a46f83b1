import assert from 'node:assert/strict';
import { decodeJwt } from 'jose';
import { beforeEach, test, vi } from 'vitest';
import worker, { type WorkerEnv } from '../../../src/edge/runtime/workers.js';
import { verifyReceipt } from '../../../src/receipt/index.js';
import type { EdgeVerdict, Problem, TokenAnswer } from '../../../src/protocol/index.js';
import { API_KEY, ORIGIN, receiptKey, SECRET, startUpstream } from '../support.js';

const upstream = await startUpstream();
const env: WorkerEnv = {
  ALLOWED_ORIGINS: `https://www.shop.example, ${ORIGIN}`,
  SECRET,
  RECEIPT_KEY: JSON.stringify(receiptKey),
  UPSTREAM_URL: upstream.baseUrl,
  UPSTREAM_KEY: API_KEY,
};
const silence = () => vi.spyOn(console, 'log').mockReturnValue(undefined);
let log = silence();
beforeEach(() => {
  log = silence();
});

const call = (path: string, body: string | null, client: string, over: Partial<WorkerEnv> = {}): Promise<Response> => {
  const headers = { origin: ORIGIN, 'cf-connecting-ip': client };
  const settings = Object.keys(over).length === 0 ? env : { ...env, ...over };
  return worker.fetch(new Request(`https://w.example${path}`, { method: 'POST', headers, body }), settings);
};

test('a Worker issues a token and checks with it, for the client that Cloudflare saw', async () => {
  const { token } = (await (await call('/token', null, '192.0.2.1')).json()) as TokenAnswer;
  const body = JSON.stringify({ token, email: 'ada@example.com' });
  assert.equal((await call('/validate', body, '192.0.2.2')).status, 401);
  const response = await call('/validate', body, '192.0.2.1');
  assert.equal(response.status, 200);
  const { receipt } = (await response.json()) as EdgeVerdict;
  const jwks = { keys: [receiptKey] };
  const check = await verifyReceipt(receipt, {
    email: 'ada@example.com',
    audience: ORIGIN,
    jwks,
    issuer: 'https://w.example',
  });
  assert.ok(check.ok);
});

test('a Worker keeps its counters from one request to the next', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 130 }, async () => (await call('/token', null, '192.0.2.3')).status),
  );
  assert.equal(statuses.filter((status) => status === 200).length, 120);
});

test('a Worker keeps its counters under whichever of its URLs it is called', async () => {
  const headers = { origin: ORIGIN, 'cf-connecting-ip': '192.0.2.4' };
  let granted = 0;
  for (let i = 0; i < 130; i++) {
    const url = `${i % 2 === 0 ? 'https' : 'http'}://w.example/token`;
    const { status } = await worker.fetch(new Request(url, { method: 'POST', headers }), env);
    if (status === 200) granted += 1;
  }
  assert.equal(granted, 120);
});

test('a Worker’s receipts name its public URL when it has one', async () => {
  const PUBLIC_URL = 'https://edge.example/verify';
  const settings = { ...env, PUBLIC_URL };
  const ask = (path: string, body: string | null): Promise<Response> =>
    worker.fetch(
      new Request(`https://w.example${path}`, { method: 'POST', headers: { origin: ORIGIN }, body }),
      settings,
    );
  const { token } = (await (await ask('/token', null)).json()) as TokenAnswer;
  const { receipt } = (await (
    await ask('/validate', JSON.stringify({ token, email: 'a@example.com' }))
  ).json()) as EdgeVerdict;
  const jwks = { keys: [receiptKey] };
  assert.ok((await verifyReceipt(receipt, { email: 'a@example.com', audience: ORIGIN, jwks, issuer: PUBLIC_URL })).ok);
});

test('a Worker’s receipts name its origin and its base path when it has no public URL', async () => {
  const settings = { ...env, BASE_PATH: '/verify' };
  const ask = (path: string, body: string | null): Promise<Response> =>
    worker.fetch(
      new Request(`https://w.example/verify${path}`, { method: 'POST', headers: { origin: ORIGIN }, body }),
      settings,
    );
  const { token } = (await (await ask('/token', null)).json()) as TokenAnswer;
  const { receipt } = (await (
    await ask('/validate', JSON.stringify({ token, email: 'a@example.com' }))
  ).json()) as EdgeVerdict;
  assert.equal(decodeJwt(receipt).iss, 'https://w.example/verify');
});

test('a Worker under two host names is one edge, whose receipts name the host that was called', async () => {
  const settings = { ...env };
  const ask = async (host: string, path: string, body: string | null): Promise<TokenAnswer & EdgeVerdict> => {
    const headers = { origin: ORIGIN, 'cf-connecting-ip': '192.0.2.6' };
    const response = await worker.fetch(
      new Request(`https://${host}${path}`, { method: 'POST', headers, body }),
      settings,
    );
    assert.equal(response.status, 200);
    return (await response.json()) as TokenAnswer & EdgeVerdict;
  };
  const { token: a } = await ask('a.example', '/token', null);
  const { token: b } = await ask('b.example', '/token', null);
  const check = (host: string, token: string) =>
    ask(host, '/validate', JSON.stringify({ token, email: 'ada@example.com' }));
  const { receipt } = await check('a.example', a);
  assert.equal(decodeJwt(receipt).iss, 'https://a.example');
  assert.equal(decodeJwt((await check('b.example', b)).receipt).iss, 'https://b.example');
  // The response cache is in the edge's memory: another edge would sign another receipt.
  assert.equal((await check('a.example', a)).receipt, receipt);
});

test('a Worker writes a line of JSON for each request, without the key', async () => {
  await call('/token', null, '192.0.2.4');
  const [line] = log.mock.calls.map(([text]) => String(text));
  assert.equal((JSON.parse(line ?? '') as { route: string }).route, '/token');
  assert.ok(!line?.includes(API_KEY) && !line?.includes('192.0.2.4'));
});

test('a Worker with a wrong setting answers 500, and its log says which in one line', async () => {
  const errors = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const quoted = JSON.stringify(receiptKey).slice(1);
  for (const [over, says] of [
    [{ ALLOWED_ORIGINS: '*' }, /^ALLOWED_ORIGINS must be .* got "\*"/],
    [{ SECRET: 'short' }, /^SECRET must be 32 .* got 5/],
    [{ EDGE_STORE: 'a variable' as never }, /^EDGE_STORE must be a binding of the Durable Object class/],
    [{ UPSTREAM_KEY: '' }, /^UPSTREAM_URL is set but UPSTREAM_KEY is not/],
    [{ RECEIPT_KEY: quoted }, /^RECEIPT_KEY: it takes a JWK as JSON/],
  ] as const) {
    const response = await call('/token', null, '192.0.2.5', over);
    assert.deepEqual([response.status, ((await response.json()) as Problem).code], [500, 'internal_error']);
    assert.match(String(errors.mock.calls.at(-1)?.[0]), says);
  }
});

test('a Worker needs no receipt key of its own: one is derived, and is always the same', async () => {
  const keys = async (over: Partial<WorkerEnv>): Promise<string> => {
    const request = new Request('https://w.example/.well-known/jwks.json');
    return (await worker.fetch(request, { ...env, ...over })).text();
  };
  const derived = await keys({ RECEIPT_KEY: '' });
  assert.equal(await keys({ RECEIPT_KEY: '' }), derived);
  assert.notEqual(await keys({}), derived);
  assert.notEqual(await keys({ RECEIPT_KEY: '', SECRET: SECRET.toUpperCase() }), derived);
});

test('a Worker is told of all work that other requests may wait for, and none of it fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  for (const [over, status] of [
    [{}, 200],
    [{ SECRET: 'short' }, 500],
  ] as const) {
    const works: Promise<unknown>[] = [];
    const context = { waitUntil: (work: Promise<unknown>) => void works.push(work) };
    const request = new Request('https://w.example/token', { method: 'POST', headers: { origin: ORIGIN } });
    assert.equal((await worker.fetch(request, { ...env, ...over }, context)).status, status);
    assert.equal(works.length, status === 200 ? 2 : 1);
    await Promise.all(works);
  }
});
