import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { Refusal } from '../../../src/protocol/refusal.js';
import { hash, verify } from '../../../src/service/users/hashing.js';
import { whole } from '../../support/whole.js';
import { useRealPasswords } from '../../support/quick-passwords.js';

describe('hashes of passwords', () => {
  useRealPasswords();
  it.runIf(whole)('are computed in turns by client: who floods waits behind everybody else', async () => {
    const ended: string[] = [];
    const run = async (client: string): Promise<void> => {
      await verify('not the password', undefined, client);
      ended.push(client);
    };
    await Promise.all([...Array.from({ length: 12 }, () => 'flood'), 'somebody'].map(run));
    assert.ok(ended.indexOf('somebody') < 6, ended.join());
  });

  it.runIf(whole)('have half of the places for one client, and a place for another one', async () => {
    const flood = Array.from({ length: 101 }, () => hash('four random words', 'flood'));
    const other = verify('four random words', undefined, 'somebody');
    const ends = await Promise.allSettled(flood);
    const refused = ends.filter((end) => end.status === 'rejected');
    assert.equal(refused.length, 1);
    for (const { reason } of refused) assert.ok(reason instanceof Refusal && reason.code === 'unavailable');
    assert.equal(await other, false);
  });
});
