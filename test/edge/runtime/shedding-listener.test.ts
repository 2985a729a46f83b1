import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'vitest';
import type { Edge, EdgeLogLine } from '../../../src/edge/index.js';
import { serveEdge } from '../../../src/edge/runtime/node.js';
import { createRequestQueue } from '../../../src/edge/runtime/request-queue.js';
import { passedBy, sheddingListener } from '../../../src/edge/runtime/shedding-listener.js';
import { eventually } from '../../support/eventually.js';
import { whole } from '../../support/whole.js';

/** An edge whose every POST keeps the process busy for 20 ms. */
const laborious: Edge = ({ method }) => {
  const end = performance.now() + (method === 'POST' ? 20 : 0);
  while (performance.now() < end);
  return Promise.resolve(new Response('done'));
};

/** More than may wait however long. Node accepts one connection in each turn, so only those that it has can overload it. */
const CONNECTIONS = 60;
const REFUSALS = 100;
const MAX_CHECKS = 1000;

test.runIf(whole)(
  'while the process is overloaded, refuses requests with 503, answers health checks and keys, and serves again afterwards',
  async (t) => {
    const lines: EdgeLogLine[] = [];
    const { url, close } = await serveEdge(laborious, { port: 0, host: '127.0.0.1', log: (line) => lines.push(line) });
    t.onTestFinished(close);
    const check = () => fetch(`${url}/validate`, { method: 'POST', body: '{}' });
    const answers: Response[] = [];
    const others: number[] = [];
    const refused: Response[] = [];
    const keepAsking = async (): Promise<void> => {
      while (refused.length < REFUSALS && answers.length < MAX_CHECKS) {
        const answer = await check();
        answers.push(answer);
        if (answer.status === 503) refused.push(answer);
        else await answer.text();
        const other = await fetch(`${url}${others.length % 2 ? '/healthz' : '/.well-known/jwks.json'}`);
        await other.text();
        others.push(other.status);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, keepAsking));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 503]);
    const [first] = refused;
    assert.equal(first?.headers.get('retry-after'), '1');
    assert.equal(first.headers.get('access-control-allow-origin'), '*');
    assert.equal(first.headers.get('content-type'), 'application/problem+json');
    assert.equal(((await first.json()) as { code: string }).code, 'unavailable');
    assert.ok(others.every((status) => status === 200));
    assert.equal(lines.length, refused.length);
    assert.deepEqual(lines[0], {
      event: 'request',
      method: 'POST',
      route: '*',
      status: 503,
      ms: 0,
      code: 'unavailable',
    });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.equal((await check()).status, 200);
  },
);

const keepBusy = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

test('a request that has waited is not answered when its client is gone', async () => {
  const answered: string[] = [];
  const shedding = sheddingListener(
    ({ url = '' }) => answered.push(url),
    passedBy(createRequestQueue()),
    () => undefined,
  );
  const send = (url: string): { destroyed: boolean } => {
    const request: object = { url, method: 'POST' };
    const connection = { destroyed: false };
    const response: object = connection;
    shedding(request as IncomingMessage, response as ServerResponse);
    return connection;
  };
  send('/first');
  // The turn is over after the first request: the others wait.
  keepBusy(6);
  const gone = send('/gone');
  send('/last');
  assert.deepEqual(answered, ['/first']);
  gone.destroyed = true;
  await eventually(() => answered.includes('/last'));
  assert.deepEqual(answered, ['/first', '/last']);
});

test('only the path and the method make a request a health check, not its query', () => {
  const answered: string[] = [];
  const refused: string[] = [];
  const shedding = sheddingListener(
    ({ method, url }) => answered.push(`${method} ${url}`),
    passedBy(createRequestQueue()),
    () => undefined,
  );
  const send = (line: string): void => {
    const [method, url] = line.split(' ');
    const request: object = { url, method };
    const response: object = { writeHead: () => ({ end: () => refused.push(line) }) };
    shedding(request as IncomingMessage, response as ServerResponse);
  };
  // The turn is over after the first request. When 32 wait, and the first of them has for 100 ms, every other one is
  // refused.
  const check = 'POST /verify/validate';
  send(check);
  keepBusy(6);
  for (let n = 0; n < 32; n++) send(check);
  keepBusy(110);
  const asked = [
    'POST /verify/validate?/healthz',
    'POST /healthz',
    'GET /verify/token?a=/.well-known/jwks.json',
    'PUT /verify/.well-known/jwks.json',
    'GET /verify/token#/healthz',
  ];
  const always = ['GET /healthz', 'GET /verify/healthz?a', 'HEAD /verify/.well-known/jwks.json'];
  for (const line of [...asked, ...always]) send(line);
  assert.deepEqual([refused, answered.filter((line) => line !== check)], [asked, always]);
});
