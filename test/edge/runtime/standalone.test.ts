import assert from 'node:assert/strict';
import { test } from 'vitest';
import { serveAlone, type Listen } from '../../../src/edge/runtime/standalone.js';
import { ORIGIN, SECRET } from '../support.js';

const listen: Listen = () => assert.fail('it started');

test('an edge on Deno or Bun does not start with a setting that it would not keep', async () => {
  const environment = { ALLOWED_ORIGINS: ORIGIN, SECRET, PUBLIC_URL: 'https://edge.example' };
  for (const [name, value] of [
    ['REDIS_URL', 'redis://127.0.0.1'],
    ['METRICS_PORT', '9090'],
  ] as const)
    await assert.rejects(serveAlone({ ...environment, [name]: value }, listen), {
      name: 'StartupError',
      message: new RegExp(`^${name} works on Node only`),
    });
});
