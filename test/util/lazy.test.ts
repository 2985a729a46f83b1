import assert from 'node:assert/strict';
import { test } from 'vitest';
import { lazy } from '../../src/util/lazy.js';

test('a lazy value is made at its first use, and only once', () => {
  let made = 0;
  const value = lazy(() => ({ number: ++made }));
  assert.equal(made, 0);
  assert.equal(value(), value());
  assert.deepEqual(value(), { number: 1 });
});
