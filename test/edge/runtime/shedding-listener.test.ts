import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Edge, EdgeLogLine } from '../../../src/edge/index.js';
import { serveEdge } from '../../../src/edge/runtime/node.js';
import { whole } from '../../support/whole.js';

/** An edge whose every POST keeps the process busy for 60 ms. */
const laborious: Edge = ({ method }) => {
  const end = performance.now() + (method === 'POST' ? 60 : 0);
  while (performance.now() < end);
  return Promise.resolve(new Response('done'));
};

const CHECKS = 200;
const AT_ONCE = 5;

test.runIf(whole)(
  'while the process is overloaded, refuses requests with 503, answers health checks and keys, and serves again afterwards',
  async (t) => {
    const lines: EdgeLogLine[] = [];
    const { url, close } = await serveEdge(laborious, { port: 0, host: '127.0.0.1', log: (line) => lines.push(line) });
    t.onTestFinished(close);
    const check = () => fetch(`${url}/validate`, { method: 'POST', body: '{}' });
    const checks: Promise<Response>[] = [];
    const others: Promise<Response>[] = [];
    // Some at a time: those that arrive at once are one burst, which is served.
    for (let sent = 0; sent < CHECKS; sent += AT_ONCE) {
      for (let n = 0; n < AT_ONCE; n++) checks.push(check());
      if (sent % 20 === 0) others.push(fetch(`${url}/healthz`), fetch(`${url}/.well-known/jwks.json`));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const answers = await Promise.all(checks);
    const refused = answers.filter(({ status }) => status === 503);
    assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 503]);
    const [first] = refused;
    assert.equal(first?.headers.get('retry-after'), '1');
    assert.equal(first.headers.get('access-control-allow-origin'), '*');
    assert.equal(first.headers.get('content-type'), 'application/problem+json');
    assert.equal(((await first.json()) as { code: string }).code, 'unavailable');
    assert.ok((await Promise.all(others)).every(({ status }) => status === 200));
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
