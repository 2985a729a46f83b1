import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { busyWith } from '../../../../src/service/lists/work/busy.js';

describe('what a worker wants', () => {
  it('is no chunk of an account that has its share, however many it claims at once and whosever they are', () => {
    const property = fc.property(
      fc.array(fc.nat(4), { maxLength: 127 }),
      fc.array(fc.nat(5), { minLength: 8, maxLength: 8 }),
      (running, next) => {
        const chunks = running.map((account_id, n) => ({ account_id, receiver: `mx${n}` }));
        const { accounts, most } = busyWith('probe', chunks, 128 - chunks.length);
        assert(most >= 1 && most <= 8);
        const claimed = next.filter((account) => !accounts.includes(account)).slice(0, most);
        const held = [...running];
        for (const account of claimed) {
          const own = held.filter((one) => one === account).length;
          assert(own < 128 - held.length, `${own} of ${held.length}`);
          held.push(account);
        }
      },
    );
    fc.assert(property);
  });

  it('is one look-up at a time, and of the receivers that it does not ask', () => {
    const chunk = { account_id: 1, receiver: 'mx' };
    assert.deepEqual(busyWith('lookup', [{ account_id: 1, receiver: null }], 7), {
      receivers: [],
      accounts: [],
      most: 1,
    });
    assert.deepEqual(busyWith('probe', [chunk], 127), { receivers: ['mx'], accounts: [], most: 8 });
    assert.deepEqual(busyWith('probe', [chunk], 1), { receivers: ['mx'], accounts: [1], most: 1 });
  });
});
