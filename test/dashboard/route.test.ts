import assert from 'node:assert/strict';
import { test } from 'vitest';
import { allowedRoute, PAGES, readRoute } from '../../src/dashboard/route.js';

const user = { role: 'user' } as const;
const operator = { role: 'operator' } as const;

test('reads the places and the tokens of links', () => {
  assert.deepEqual(readRoute('#api-settings'), { view: 'api-settings', token: null });
  for (const link of ['confirm', 'reset', 'address', 'operator', 'invitation'])
    assert.deepEqual(readRoute(`#${link}=a-b_9`), { view: link, token: 'a-b_9' });
});

test('knows a link whose token is missing, as after a reload', () => {
  assert.deepEqual(readRoute('#reset'), { view: 'reset', token: null });
  assert.deepEqual(readRoute('#reset='), { view: 'reset', token: null });
});

test('reads nothing into any other fragment', () => {
  for (const hash of ['', '#', '#nothing', '#overview=token', '#/overview', '#constructor', '#confirm token'])
    assert.equal(readRoute(hash), null, hash);
});

test('asks for a sign-in before every page, and shows no door to who is signed in', () => {
  for (const page of PAGES) assert.equal(allowedRoute({ view: page, token: null }, null).view, 'sign-in');
  for (const door of ['sign-in', 'register', 'forgot-password'] as const) {
    assert.equal(allowedRoute({ view: door, token: null }, user).view, 'overview');
    assert.equal(allowedRoute({ view: door, token: null }, null).view, door);
  }
  assert.equal(allowedRoute(null, null).view, 'sign-in');
  assert.equal(allowedRoute(null, user).view, 'overview');
});

test('opens links for everybody, but a new address only for who is signed in', () => {
  for (const view of ['confirm', 'reset', 'operator', 'invitation', 'address'] as const) {
    const link = { view, token: 'abc' };
    assert.deepEqual(allowedRoute(link, user), link);
    assert.equal(allowedRoute(link, null).view, view === 'address' ? 'sign-in' : view);
  }
  const incomplete = { view: 'address', token: null } as const;
  assert.deepEqual(allowedRoute(incomplete, null), incomplete);
});

test('opens the accounts for the operator only', () => {
  const accounts = { view: 'accounts', token: null } as const;
  assert.equal(allowedRoute(accounts, user).view, 'overview');
  assert.equal(allowedRoute(accounts, operator).view, 'accounts');
});
