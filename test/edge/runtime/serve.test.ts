import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'vitest';
import type { Edge } from '../../../src/edge/index.js';
import { serveEdge, type ServeEdgeOptions, type Served } from '../../../src/edge/runtime/node.js';
import { StartupError } from '../../../src/config/startup-error.js';
import { eventually } from '../../support/eventually.js';
import { startSteadyClients } from '../../support/steady-clients.js';

const answering: Edge = () => Promise.resolve(new Response('ok'));

/** An edge that answers when it is told to. */
const waiting = (): { edge: Edge; asked: Promise<void>; answer: () => void } => {
  let [answer, ask] = [(): void => undefined, (): void => undefined];
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const edge: Edge = async () => {
    ask();
    await answered;
    return new Response('late');
  };
  return { edge, asked, answer };
};

const serve = async (t: TestContext, edge: Edge, over: Partial<ServeEdgeOptions> = {}): Promise<Served> => {
  const served = await serveEdge(edge, { port: 0, host: '127.0.0.1', graceMs: 50, ...over });
  t.onTestFinished(() => served.close());
  return served;
};

const open = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

const refused = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.on('error', () => {
      resolve(true);
    });
    socket.on('connect', () => {
      socket.destroy();
      resolve(false);
    });
  });
};

test('it says where it serves, and serves there', async (t) => {
  const { url, port } = await serve(t, answering);
  assert.equal(url, `http://127.0.0.1:${port}`);
  assert.equal(await (await fetch(url)).text(), 'ok');
});

test('at its end a request under way is answered, also on a connection that is kept alive, and then the port is closed', async (t) => {
  const { edge, asked, answer } = waiting();
  const { url, port, close } = await serve(t, edge, { graceMs: 60_000 });
  const agent = new Agent({ keepAlive: true });
  t.onTestFinished(() => {
    agent.destroy();
  });
  const response = once(httpRequest(url, { agent }).end(), 'response') as Promise<[IncomingMessage]>;
  await asked;
  const closed = close();
  // A connection that is opened meanwhile waits for no answer, and is closed at once.
  while (!(await refused(port)));
  answer();
  const [message] = await response;
  assert.equal(String(await message.toArray()), 'late');
  await closed;
});

test('at its end what is under way is answered with `connection: close`, so that nobody sends the next request there', async (t) => {
  const { edge, asked, answer } = waiting();
  const { url, close } = await serve(t, edge, { graceMs: 60_000 });
  const agent = new Agent({ keepAlive: true });
  t.onTestFinished(() => {
    agent.destroy();
  });
  const response = once(httpRequest(url, { agent }).end(), 'response') as Promise<[IncomingMessage]>;
  await asked;
  const closed = close();
  answer();
  const [message] = await response;
  assert.equal(message.headers.connection, 'close');
  assert.equal(String(await message.toArray()), 'late');
  await closed;
});

test('at its end nobody is reset who sends the next request on a kept-alive connection: its answer says `connection: close`', async (t) => {
  const { url, close } = await serve(t, answering, { graceMs: 60_000 });
  const { answered, ends } = startSteadyClients(url, 20);
  await answered(5);
  await close();
  assert.deepEqual(
    (await ends).filter((end) => end !== 'late' && end !== 'close'),
    [],
  );
});

test('a request whose body comes while the server closes is answered, and not reset', async (t) => {
  const { edge, asked, answer } = waiting();
  const { port, close } = await serve(t, edge, { graceMs: 60_000 });
  const socket = connect(port, '127.0.0.1');
  const ended = socket.toArray();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n');
  await asked;
  const closed = close();
  // The rest of its body comes while the server closes.
  socket.write('x');
  answer();
  const text = Buffer.concat((await ended) as Buffer[]).toString();
  assert.match(text, /^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n[^]*late/i);
  await closed;
});

test('what is not answered within the grace is answered with 503, and its handler hears of it', async (t) => {
  const { edge, asked, answer } = waiting();
  let isAborted = false;
  const listening: Edge = (request, context) => {
    request.signal.addEventListener('abort', () => (isAborted = true));
    return edge(request, context);
  };
  const { url, close } = await serve(t, listening);
  const response = fetch(url);
  await asked;
  await close();
  const { status, headers } = await response;
  assert.deepEqual([status, headers.get('retry-after')], [503, '1']);
  await eventually(() => isAborted);
  // Too late, and harmless.
  answer();
});

test('an upload that goes on at the end of the grace is answered with 503, and not reset', async (t) => {
  const { edge, asked } = waiting();
  const { port, close } = await serve(t, edge, { graceMs: 600 });
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const ended = text(socket);
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n');
  await asked;
  const sending = setInterval(() => socket.write('x'.repeat(100)), 5);
  const closed = close();
  assert.match(await ended, /^HTTP\/1\.1 503 /);
  clearInterval(sending);
  socket.destroy();
  await closed;
});

test('an answer that its client reads slowly is broken off after the grace', async (t) => {
  const edge: Edge = () => Promise.resolve(new Response('x'.repeat(20_000_000)));
  const { port, close } = await serve(t, edge, { graceMs: 300 });
  const socket = await open(port);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'readable');
  assert.match(String(socket.read(15)), /^HTTP\/1\.1 200/);
  await close();
  socket.destroy();
});

test('while it ends, its health is 503, so that a load balancer sends no more requests', async (t) => {
  const { edge, asked, answer } = waiting();
  const { port, close } = await serve(t, edge, { graceMs: 60_000 });
  const socket = await open(port);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await asked;
  const closed = close();
  const response = await fetch(`http://127.0.0.1:${port}/verify/healthz`);
  assert.deepEqual([response.status, await response.json()], [503, { status: 'ending' }]);
  answer();
  await closed;
  socket.destroy();
});

test('no more connections than allowed are open at once', async (t) => {
  const { port } = await serve(t, answering, { maxConnections: 2 });
  const [first] = [await open(port), await open(port)];
  const third = await open(port);
  await once(third, 'close');
  first.destroy();
  await once(first, 'close');
  // The place is free as soon as the server has seen it.
  for (let status = 0; status !== 200;)
    status = await fetch(`http://127.0.0.1:${port}/`).then(
      (answer) => answer.status,
      () => 0,
    );
});

test('who sends its headers slowly, or nothing at all, is let go', async (t) => {
  const { port } = await serve(t, answering, { headersTimeoutMs: 50, requestTimeoutMs: 50, keepAliveTimeoutMs: 300 });
  const [slow, silent] = [await open(port), await open(port)];
  slow.write('GET / HTTP/1.1\r\nHost:');
  await Promise.all([once(slow.resume(), 'close'), once(silent.resume(), 'close')]);
});

test('a port that is taken, or an address that is not this machine’s, is a line that says so', async (t) => {
  const { port } = await serve(t, answering);
  const starting = serveEdge(answering, { port, host: '127.0.0.1' });
  await assert.rejects(
    starting,
    new StartupError(`PORT ${port} is in use by another program; set PORT to another one.`),
  );
  const elsewhere = serveEdge(answering, { port: 0, host: '192.0.2.1' });
  await assert.rejects(elsewhere, /^StartupError: HOST 192\.0\.2\.1 is not an address of this machine/);
});

test('reads every header of a request, also the one that a proxy adds behind thousands of others', async (t) => {
  let seen: string | undefined;
  const edge: Edge = (_request, context) => {
    seen = context?.clientAddress;
    return Promise.resolve(new Response('ok'));
  };
  const { port } = await serve(t, edge, { trustedProxies: 1 });
  const socket = await open(port);
  const lines = ['X-Forwarded-For: 198.51.100.1', ...Array<string>(2100).fill('A:'), 'X-Forwarded-For: 203.0.113.9'];
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines.join('\r\n')}\r\n\r\n`);
  await once(socket, 'data');
  assert.equal(seen, '203.0.113.9');
});
