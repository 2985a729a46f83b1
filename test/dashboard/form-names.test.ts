import assert from 'node:assert/strict';
import { test } from 'vitest';
import { nameOfForm, nameOfSite } from '../../src/dashboard/form-names.js';

test('sites have names without https, and what is above a bound says so', () => {
  assert.equal(nameOfSite('https://shop.example'), 'shop.example');
  assert.equal(nameOfSite('http://localhost:8080'), 'http://localhost:8080');
  assert.equal(nameOfSite(':other'), 'Further sites');
  assert.equal(nameOfForm({ form: '/sign-up' }), '/sign-up');
  assert.equal(nameOfForm({ form: ':other' }), 'Further forms');
});
