import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'vitest';
import { fetchListener, startServer, type RunningServer } from '../../../src/edge/runtime/node-server.js';
import { whole } from '../../support/whole.js';

/** Serves a fetch handler on loopback; returns a function that opens a connection, and the reported errors. */
const serve = async (
  t: TestContext,
  handle: Parameters<typeof fetchListener>[0],
): Promise<{ open: () => Socket; errors: unknown[] }> => {
  const errors: unknown[] = [];
  const listener: RequestListener = fetchListener(handle, (error) => errors.push(error));
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { open: () => connect(port, '127.0.0.1').on('error', () => undefined), errors };
};

for (const [what, request] of [
  ['a host that is none', 'GET / HTTP/1.1\r\nHost: a@b'],
  ['a host that is half an IPv4 address', 'GET / HTTP/1.1\r\nHost: .1'],
  ['a host that breaks off', 'GET / HTTP/1.1\r\nHost: ['],
  ['a backslash in the path', 'GET /a\\b HTTP/1.1\r\nHost: x'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y'],
  ['the same host twice', 'GET / HTTP/1.1\r\nHost: x\r\nhost: x'],
  ['no path', 'OPTIONS * HTTP/1.1\r\nHost: x'],
  ['a whole address that is none', 'GET http://[::1/ HTTP/1.1\r\nHost: x'],
] as const)
  test(`a request with ${what} is its sender's fault, and no error of the server`, async (t) => {
    const { open, errors } = await serve(t, () => Promise.resolve(new Response('ok')));
    const socket = open();
    socket.write(`${request}\r\nConnection: close\r\n\r\n`);
    const answer = await text(socket);
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.match(answer, /"code":"bad_request"/);
    assert.match(answer, /\r\nx-request-id: [\da-f]{8}-[\da-f-]{27}\r\n/i);
    assert.deepEqual(errors, []);
  });

test('what the handler did not foresee is a 500, and told', async (t) => {
  const { open, errors } = await serve(t, () => Promise.reject(new TypeError('a secret')));
  const socket = open();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const answer = await text(socket);
  assert.match(answer, /^HTTP\/1\.1 500 /);
  assert.ok(!answer.includes('a secret'));
  assert.equal(errors.length, 1);
});

test('a malformed request is answered with the id that it came with', async (t) => {
  const { open } = await serve(t, () => Promise.resolve(new Response('ok')));
  const socket = open();
  socket.write('GET / HTTP/1.1\r\nHost: a@b\r\nX-Request-Id: abcd-1234\r\nConnection: close\r\n\r\n');
  assert.match(await text(socket), /\r\nx-request-id: abcd-1234\r\n/i);
});

/** A server that answers everything with `ok`. */
const start = async (t: TestContext): Promise<RunningServer> => {
  const server = await startServer({ port: 0, host: '127.0.0.1' });
  t.onTestFinished(() => server.close());
  server.use((_request, response) => void response.end('ok'));
  return server;
};

test('CONNECT is refused by an answer, and the connection closed', async (t) => {
  const { port } = await start(t);
  const socket = connect(port, '127.0.0.1');
  socket.write('CONNECT mail.example:25 HTTP/1.1\r\nHost: mail.example:25\r\nX-Request-Id: abcd-1234\r\n\r\n');
  const answer = await text(socket);
  assert.match(answer, /^HTTP\/1\.1 405 Method Not Allowed\r\n/);
  assert.match(answer, /\r\nallow: GET, HEAD, POST, OPTIONS\r\n/);
  assert.match(answer, /\r\nx-request-id: abcd-1234\r\n/);
  assert.match(answer, /"code":"method_not_allowed"/);
});

/** The system's own bound on connections that wait to be accepted; 0 where it is not Linux. */
const systemBacklog = (): number =>
  process.platform === 'linux' ? Number(readFileSync('/proc/sys/net/core/somaxconn', 'latin1')) : 0;

/** More than wait in Node's own backlog of 511. */
const BURST = whole ? 2000 : 700;

test(`a burst of ${BURST} connections is served`, async (t) => {
  const { port } = await start(t);
  // All are opened before the server can accept one.
  const sockets = Array.from({ length: BURST }, () => connect(port, '127.0.0.1'));
  await new Promise<void>((resolve) => {
    process.nextTick(resolve);
  });
  // No connection is put off: its SYN would be repeated after a second.
  const peer = `:${port.toString(16).toUpperCase().padStart(4, '0')} 02 `;
  if (systemBacklog() >= BURST) assert.equal(readFileSync('/proc/net/tcp', 'latin1').split(peer).length - 1, 0);
  const answers = sockets.map(async (socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString('latin1', 0, 15);
  });
  assert.deepEqual(new Set(await Promise.all(answers)), new Set(['HTTP/1.1 200 OK']));
});
