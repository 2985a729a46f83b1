import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createLog } from '../../src/cli/log.js';

test('all loggers of a process write through one listener on standard error', () => {
  const count = (): number => process.stderr.listenerCount('error');
  const before = count();
  for (let n = 0; n < 20; n += 1) createLog('silent');
  assert.equal(count(), before);
});
