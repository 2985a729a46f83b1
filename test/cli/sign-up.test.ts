import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { test } from 'vitest';
import { signUp } from '../../src/cli/sign-up.js';
import { fetchListener } from '../../src/edge/runtime/node-server.js';
import { eventually } from '../support/eventually.js';

test('who goes away within the sign-up form is no error of the server', async (t) => {
  const errors: unknown[] = [];
  let ended: Promise<Response> | undefined;
  const listener = fetchListener(
    (request) => (ended = signUp(request, { origins: ['http://localhost'], jwks: 'http://127.0.0.1:1/' })),
    (error) => errors.push(error),
  );
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  const type = 'Content-Type: application/x-www-form-urlencoded';
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: 100\r\n\r\nname=Anna`);
  await eventually(() => ended !== undefined);
  socket.destroy();
  await ended?.catch(() => undefined);
  // An error would be told before a request that comes later is answered.
  await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).text();
  assert.deepEqual(errors, []);
});

test('a form of thousands of fields is answered with the first fifty', async () => {
  const body = new URLSearchParams(Array.from({ length: 4000 }, (): [string, string] => ['a', '1']));
  const request = new Request('http://localhost/sign-up', {
    method: 'POST',
    headers: { 'content-length': String(String(body).length) },
    body,
  });
  const response = await signUp(request, { origins: ['http://localhost'], jwks: 'http://127.0.0.1:1/' });
  assert.equal((await response.text()).match(/data-field/g)?.length, 50);
});
