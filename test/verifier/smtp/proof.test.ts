import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { isPostmaster, setUp } from './setup.js';

const NO = '550 5.1.1 User unknown';
const REAL = /^(anna|john)@/;

describe('a server without postmaster', () => {
  test('is believed three names, and the others once it has accepted anybody', async (t) => {
    const { probe } = await setUp(t, { rcpt: (to) => (REAL.test(to) ? '250 OK' : NO) });
    for (const local of ['first', 'first', 'second', 'third'])
      assert.deepEqual(await probe(`${local}@firm.org`), ['mailbox_not_found'], local);
    assert.deepEqual(await probe('fourth@firm.org'), ['smtp_blocked']);
    assert.deepEqual(await probe('anna@firm.org'), []);
    for (const local of ['fourth', 'fifth', 'sixth', 'seventh'])
      assert.deepEqual(await probe(`${local}@firm.org`), ['mailbox_not_found'], local);
  });

  test('proves nothing once it refuses whom it had accepted', async (t) => {
    let isShut = false;
    const { probe } = await setUp(t, { rcpt: (to) => (!isShut && REAL.test(to) ? '250 OK' : NO) });
    assert.deepEqual(await probe('anna@firm.org'), []);
    isShut = true;
    for (const local of ['john', 'second', 'john'])
      assert.deepEqual(await probe(`${local}@firm.org`), ['smtp_blocked']);
  });
});

test('a server proves nothing once it refuses its postmaster', async (t) => {
  let isShut = false;
  const { probe } = await setUp(t, { rcpt: (to) => (isPostmaster(to) && !isShut ? '250 OK' : NO) });
  for (const local of ['first', 'second', 'third'])
    assert.deepEqual(await probe(`${local}@firm.org`), ['mailbox_not_found'], local);
  isShut = true;
  assert.deepEqual(await probe('second@firm.org'), ['smtp_blocked']);
});
