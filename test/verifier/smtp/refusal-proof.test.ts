import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { setUp } from './setup.js';

const NO = '550 5.1.1 User unknown';
const REAL = /^(anna|john)@/;

describe('a server without postmaster', () => {
  test('proves its first refusal and a repeat of it, and the others once it has accepted anybody', async (t) => {
    const { probe } = await setUp(t, { rcpt: (to) => (REAL.test(to) ? '250 OK' : NO) });
    assert.deepEqual(await probe('first@firm.org'), ['mailbox_not_found']);
    assert.deepEqual(await probe('first@firm.org'), ['mailbox_not_found']);
    assert.deepEqual(await probe('second@firm.org'), ['smtp_blocked']);
    assert.deepEqual(await probe('anna@firm.org'), []);
    assert.deepEqual(await probe('second@firm.org'), ['mailbox_not_found']);
    assert.deepEqual(await probe('third@firm.org'), ['mailbox_not_found']);
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
