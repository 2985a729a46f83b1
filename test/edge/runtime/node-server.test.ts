import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'vitest';
import { fetchListener } from '../../../src/edge/runtime/node-server.js';

/** Serves a fetch handler on loopback; gives what opens a connection, and the errors that were told. */
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
