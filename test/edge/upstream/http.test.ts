/** Node's HTTP client and fetch give the same answers, so that an edge may run on either. */
import assert from 'node:assert/strict';
import * as http from 'node:http';
import * as https from 'node:https';
import type { Socket } from 'node:net';
import { test } from 'vitest';
import { nodeSend } from '../../../src/edge/upstream/http/node.js';
import { NoHeadersError, type HttpAnswer, type HttpSend } from '../../../src/edge/upstream/http/types.js';
import { webSend } from '../../../src/edge/upstream/http/web.js';
import { TooLargeError } from '../../../src/util/read-body.js';
import { TimeoutError } from '../../../src/util/timeout.js';
import { eventually } from '../../support/eventually.js';
import { listen } from '../support.js';

const onNode = nodeSend(http, https);
const CLIENTS: Record<string, HttpSend> = { 'node:http': onNode, fetch: webSend(fetch) };
const LIMITS = { timeoutMs: 5000, maxBytes: 1000 };

/** The cause of a failure, with or without headers. */
const causeOf = (error: Error): unknown =>
  error instanceof NoHeadersError ? (error.cause as Error).cause : error.cause;

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** A server that knows its open connections. */
const serve = async (handler: Handler): Promise<{ url: string; open: Set<Socket>; opened: () => number }> => {
  const open = new Set<Socket>();
  let opened = 0;
  const server = http.createServer(handler).on('connection', (socket: Socket) => {
    opened += 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  return { url: `${await listen(server)}/api/validate?email=a%40b.example`, open, opened: () => opened };
};

const partsOf = ({ status, header, text }: HttpAnswer) => ({ status, retryAfter: header('retry-after'), text });

for (const [name, send] of Object.entries(CLIENTS)) {
  test(`${name}: an answer has its status, its text and Retry-After`, async () => {
    const { url } = await serve((request, response) => {
      response.writeHead(200, { 'retry-after': '7' }).write('{"ü');
      response.end(`": "${request.method} ${request.url} ${request.headers.accept}"}`);
    });
    assert.deepEqual(partsOf(await send(url, LIMITS)), {
      status: 200,
      retryAfter: '7',
      text: '{"ü": "GET /api/validate?email=a%40b.example application/json"}',
    });
  });

  test(`${name}: a request with a body is a POST, with its headers`, async () => {
    const { url } = await serve((request, response) => {
      const { method, headers } = request;
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { accept, 'content-type': type, 'content-length': length, 'x-key': key } = headers;
        response.end(JSON.stringify([method, body, accept, type, length, key]));
      });
    });
    const headers = { 'content-type': 'application/json', 'x-key': 'k' };
    const { text } = await send(url, { ...LIMITS, headers, body: '{"é":1}' });
    assert.deepEqual(JSON.parse(text), ['POST', '{"é":1}', 'application/json', 'application/json', '8', 'k']);
  });

  test(`${name}: the body of a failure is read if it is asked for, up to the limit`, async () => {
    for (const length of [1000, 1001]) {
      const { url } = await serve((_, response) => response.writeHead(400, { 'x-kind': 'k' }).end('x'.repeat(length)));
      const answer = send(url, { ...LIMITS, reads: (status) => status === 400 });
      if (length === 1001) await assert.rejects(answer, TooLargeError);
      else {
        const { status, header, text } = await answer;
        assert.deepEqual([status, header('x-kind'), text.length], [400, 'k', length]);
      }
    }
  });

  test(`${name}: a redirect is not followed, and the body of a failure is not waited for`, async () => {
    for (const status of [302, 500]) {
      const { url } = await serve((_, response) => {
        response.writeHead(status, { location: '/elsewhere' }).write('more to come');
      });
      assert.deepEqual(partsOf(await send(url, LIMITS)), { status, retryAfter: null, text: '' });
    }
  });

  test(`${name}: no headers in time, and a body that is not there in time, are told apart`, async () => {
    const silent = await serve(() => undefined);
    await assert.rejects(
      send(silent.url, { ...LIMITS, timeoutMs: 100 }),
      (error: Error) => error instanceof NoHeadersError && error.cause instanceof TimeoutError,
    );
    const slow = await serve((_, response) => void response.write('{'));
    await assert.rejects(send(slow.url, { ...LIMITS, timeoutMs: 1000 }), TimeoutError);
  });

  test(`${name}: a body may have as many bytes as the limit, declared or in chunks, and not one more`, async () => {
    for (const length of [1000, 1001]) {
      for (const headers of [{}, { 'content-length': String(length) }]) {
        const { url } = await serve((_, response) => response.writeHead(200, headers).end('x'.repeat(length)));
        if (length === 1000) assert.equal((await send(url, LIMITS)).text.length, length);
        else await assert.rejects(send(url, LIMITS), TooLargeError);
      }
    }
  });

  test(`${name}: bytes that are not UTF-8 are a TypeError`, async () => {
    const { url } = await serve((_, response) => response.end(Buffer.from([0x22, 0xff, 0x22])));
    await assert.rejects(send(url, LIMITS), TypeError);
  });

  test(`${name}: a connection that is cut, in any part of the answer, is an error with its cause`, async () => {
    const parts: Handler[] = [
      ({ socket }) => socket.destroy(),
      ({ socket }) => socket.end('HTTP/1.1 200 OK\r\ncontent-le'),
      ({ socket }) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n{'),
      ({ socket }) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{'),
      ({ socket }) => socket.end('no HTTP\r\n\r\n'),
      ({ socket }) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`),
    ];
    for (const [index, handler] of parts.entries()) {
      const { url } = await serve(handler);
      await assert.rejects(
        send(url, LIMITS),
        // Node 24's fetch has no code for an answer that is not HTTP.
        (error: Error) => {
          const cause = causeOf(error);
          return (
            cause instanceof Error &&
            (name === 'fetch' || /^[A-Z0-9_]+$/.test(String((cause as { code?: string }).code)))
          );
        },
        `part ${index}`,
      );
    }
  });

  test(`${name}: a server that changes the protocol is an error, at once`, async () => {
    const { url } = await serve(({ socket }) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n');
    });
    await assert.rejects(send(url, LIMITS), (error) => !(error instanceof TimeoutError));
  });
}

test('node:http: one connection serves one request after the other', async () => {
  const { url, opened } = await serve((_, response) => response.end('{}'));
  for (let i = 0; i < 5; i++) await onNode(url, LIMITS);
  assert.equal(opened(), 1);
});

test('node:http: the connection of an answer that is not read to its end is closed', async () => {
  const tooLarge = 'x'.repeat(LIMITS.maxBytes + 1);
  const handlers: Handler[] = [
    () => undefined,
    (_, response) => void response.write('{'),
    ...[200, 302, 500].map(
      (status): Handler =>
        (_, response) =>
          void response.writeHead(status).write(tooLarge),
    ),
  ];
  for (const handler of handlers) {
    const { url, open } = await serve(handler);
    await onNode(url, { ...LIMITS, timeoutMs: 200 }).catch(() => undefined);
    await eventually(() => open.size === 0);
  }
});

test('node:http: an https URL is asked with TLS', async () => {
  const { url } = await serve((_, response) => response.end('{}'));
  await assert.rejects(onNode(url.replace('http:', 'HTTPS:'), LIMITS), (error: Error) =>
    /SSL|TLS|EPROTO|ECONNRESET/.test(String((causeOf(error) as { code?: string }).code)),
  );
});
