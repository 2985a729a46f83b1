import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { check, useHarness } from '../harness.js';
import { scriptedVerifier } from '../scripted.js';
import { usePostgres } from '../stores.js';

describe('a service that makes its verifier', () => {
  const { open } = useHarness();
  const place = usePostgres();

  it('gives it the allowances that all processes share, and closes it', async () => {
    const where = await place();
    const rate = { count: 60, perMs: 60_000, burst: 1 };
    const granted: Promise<{ granted: number }>[] = [];
    let closed = 0;
    const openOne = () =>
      open(where, {
        verifier: ({ shaping }) => {
          granted.push(shaping.take('r', 1, rate));
          const close = (): Promise<void> => {
            closed++;
            return Promise.resolve();
          };
          return { ...scriptedVerifier(), close };
        },
      });
    const [one, other] = [await openOne(), await openOne()];
    assert.equal((await check(one, 'anna@example.org')).status, 200);
    const turns = await Promise.all(granted);
    assert.deepEqual(turns.map((turn) => turn.granted).sort(), [0, 1]);
    await one.close();
    assert.equal(closed, 1);
    await other.close();
    assert.equal(closed, 2);
  });

  it('does not open if that fails', async () => {
    const verifier = (): never => {
      throw new RangeError('helo must be a host name');
    };
    await assert.rejects(open(await place(), { verifier }), { name: 'RangeError' });
  });
});
