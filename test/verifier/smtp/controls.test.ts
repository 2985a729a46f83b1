import assert from 'node:assert/strict';
import { test } from 'vitest';
import { Controls } from '../../../src/verifier/smtp/controls.js';

const DAY_MS = 86_400_000;
const ANNA = 'anna@firm.org';
const RECEIVER = 'mx.firm.org';

test('the first name that a receiver refuses is the only one, until it refuses another', () => {
  const controls = new Controls(() => 0);
  controls.recordRefused(RECEIVER, ANNA);
  assert.equal(controls.isOnly(RECEIVER, ANNA), true);
  controls.recordRefused(RECEIVER, 'bob@firm.org');
  assert.equal(controls.isOnly(RECEIVER, ANNA), false);
});

test('one who was accepted in the last week is not believed to be gone, also when all other refusals are forgotten', () => {
  let now = 0;
  const controls = new Controls(() => now);
  controls.recordAccepted(RECEIVER, ANNA);
  now = 3 * DAY_MS;
  controls.recordRefused(RECEIVER, ANNA);
  assert.equal(controls.findAccepted(RECEIVER, 'firm.org'), null);
  assert.equal(controls.isOnly(RECEIVER, ANNA), false);
  controls.recordAccepted(RECEIVER, 'bob@firm.org');
  assert.equal(controls.findAccepted(RECEIVER, 'firm.org'), 'bob@firm.org');
});
