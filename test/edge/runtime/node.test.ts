import assert from 'node:assert/strict';
import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { test } from 'vitest';
import type { Edge, EdgeContext } from '../../../src/edge/index.js';
import { toNodeListener, type NodeListenerOptions } from '../../../src/edge/runtime/node.js';
import type { EdgeVerdict, TokenAnswer } from '../../../src/protocol/index.js';
import { verifyReceipt } from '../../../src/receipt/index.js';
import { listen, ORIGIN, setUp, startUpstream } from '../support.js';
import { eventually } from '../../support/eventually.js';

const upstream = await startUpstream();
const serve = (edge: Edge, options?: NodeListenerOptions): Promise<string> =>
  listen(createServer(toNodeListener(edge, options)));
const post = (url: string, body?: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { origin: ORIGIN, 'content-type': 'text/plain' },
    ...(body === undefined ? {} : { body }),
  });

test('over a real server: a token, a check, and a receipt that the key set behind the URL proves', async () => {
  const url = await serve(setUp(upstream.baseUrl, { basePath: '/verify' }).edge);
  const { token } = (await (await post(`${url}/verify/token`)).json()) as TokenAnswer;
  const response = await post(`${url}/verify/validate`, JSON.stringify({ token, email: 'ada+x@example.com' }));
  assert.equal(response.headers.get('access-control-allow-origin'), ORIGIN);
  const { status, receipt } = (await response.json()) as EdgeVerdict;
  assert.equal(status, 'valid');
  const jwks = `${url}/verify/.well-known/jwks.json`;
  assert.ok((await verifyReceipt(receipt, { email: 'ada+x@example.com', audience: ORIGIN, jwks })).ok);
});

test('over a real server: a body that is too large, declared or streamed, is refused and harms nothing', async () => {
  const url = await serve(setUp(upstream.baseUrl).edge);
  assert.equal((await post(`${url}/validate`, 'x'.repeat(100_000))).status, 413);
  const status = await new Promise((resolve, reject) => {
    const sent = httpRequest(`${url}/validate`, { method: 'POST', headers: { origin: ORIGIN } }, (response) => {
      resolve(response.statusCode);
      response.resume();
      sent.destroy();
    });
    sent.on('error', reject);
    for (let i = 0; i < 10; i++) sent.write('x'.repeat(1024));
  });
  assert.equal(status, 413);
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
});

test('over a real server: a token request that declares no body is answered, whatever its media type', async () => {
  const url = await serve(setUp(upstream.baseUrl, { challenge: 'adaptive' }).edge);
  const headers = { origin: ORIGIN, 'content-type': 'application/octet-stream' };
  const ask = async (body?: string) =>
    (await fetch(`${url}/token`, { method: 'POST', headers, body: body ?? null })).status;
  assert.equal(await ask(), 200);
  assert.equal(await ask('{}'), 400);
});

test('over a real server: a client that goes away within its body harms nothing', async () => {
  const { edge, lines } = setUp(upstream.baseUrl);
  const url = await serve(edge);
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`POST /validate HTTP/1.1\r\nHost: x\r\nOrigin: ${ORIGIN}\r\nContent-Length: 100\r\n\r\n{"token"`, () =>
    socket.destroy(),
  );
  await new Promise((resolve) => socket.on('close', resolve));
  await eventually(() => lines.length);
  assert.deepEqual(
    lines.map((line) => line.event === 'request' && [line.status, line.code]),
    [[400, 'bad_request']],
  );
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
});

test('over a real server: a header that ends too early or holds a line break is no way in', async () => {
  const { edge } = setUp(upstream.baseUrl);
  const { port } = new URL(await serve(edge));
  const answers = async (raw: string): Promise<string> => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(raw);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text;
  };
  const injected = `POST /token HTTP/1.1\r\nHost: x\r\nOrigin: ${ORIGIN}\rx: y\r\nConnection: close\r\n\r\n`;
  assert.match(await answers(injected), /^HTTP\/1\.1 40[03] /);
  assert.match(await answers('POST /token HTTP/1.1\r\nConnection: close\r\n\r\n'), /^HTTP\/1\.1 40[03] /);
});

const seen = async (forwarded: string | undefined, trustedProxies?: number): Promise<string | undefined> => {
  let context: EdgeContext | undefined;
  const edge: Edge = (_request, given) => {
    context = given;
    return Promise.resolve(new Response('ok'));
  };
  const url = await serve(edge, trustedProxies === undefined ? {} : { trustedProxies });
  const answer = await fetch(url, { headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } });
  assert.equal(await answer.text(), 'ok');
  return context?.clientAddress;
};

test('the client is the socket’s address, and what it claims to be forwarded for is not read', async () => {
  assert.match((await seen(undefined)) ?? '', /127\.0\.0\.1$/);
  assert.match((await seen('203.0.113.9')) ?? '', /127\.0\.0\.1$/);
});

test('behind proxies the client is so many hops from the right, and nothing it wrote before them', async () => {
  assert.equal(await seen('203.0.113.9', 1), '203.0.113.9');
  assert.equal(await seen('1.1.1.1, 2.2.2.2, 203.0.113.9', 1), '203.0.113.9');
  assert.equal(await seen('1.1.1.1, 203.0.113.9, 10.0.0.1', 2), '203.0.113.9');
  assert.equal(await seen('203.0.113.9', 2), '203.0.113.9');
  assert.match((await seen(undefined, 1)) ?? '', /127\.0\.0\.1$/);
});

test('a wrong number of proxies does not start', () => {
  for (const trustedProxies of [-1, 0.5, Number.NaN]) {
    assert.throws(() => toNodeListener(setUp(upstream.baseUrl).edge, { trustedProxies }), { name: 'RangeError' });
  }
});
