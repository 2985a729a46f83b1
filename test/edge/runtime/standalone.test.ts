import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { serveAlone, type Listen } from '../../../src/edge/runtime/standalone.js';
import { createLineQueue } from '../../../src/edge/runtime/line-queue.js';
import { GRACE_MS } from '../../../src/edge/runtime/served.js';
import { ORIGIN, SECRET } from '../support.js';

const listen: Listen = () => assert.fail('it started');
const errors = createLineQueue(() => Promise.resolve());
const environment = { ALLOWED_ORIGINS: ORIGIN, SECRET, PUBLIC_URL: 'https://edge.example' };

test('an edge on Deno or Bun does not start with a setting that it would not keep', async () => {
  for (const [name, value] of [
    ['REDIS_URL', 'redis://127.0.0.1'],
    ['METRICS_PORT', '9090'],
  ] as const)
    await assert.rejects(serveAlone({ ...environment, [name]: value }, listen, errors), {
      name: 'StartupError',
      message: new RegExp(`^${name} works on Node only`),
    });
});

test('an edge on Deno or Bun ends after its grace period, although a request never does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isBroken = false;
  const { close } = await serveAlone(
    environment,
    () => ({
      port: 1,
      shutDown: () => new Promise(() => undefined),
      breakOff: () => {
        isBroken = true;
      },
    }),
    errors,
  );
  const closed = close();
  await vi.advanceTimersByTimeAsync(GRACE_MS - 1);
  assert.ok(!isBroken);
  vi.advanceTimersByTime(1);
  await closed;
  assert.ok(isBroken);
});
