import assert from 'node:assert/strict';
import { beforeAll, it } from 'vitest';
import { whole } from '../../support/whole.js';
import { useRealPasswords } from '../../support/quick-passwords.js';
import { onBothStores } from '../stores.js';
import { newAddress, PASSWORD, useUsers, type Browser } from './support.js';

/** The first rounds always count; more follow while the times differ, which is then for other reasons. */
const ROUNDS = { least: 3, most: 12 };

/** An answer without what differs between any two requests. */
const seen = async (response: Response): Promise<unknown> => ({
  status: response.status,
  headers: [...response.headers].filter(([name]) => name !== 'x-request-id'),
  body: await response.text(),
});

onBothStores('whether an address is registered', (harness) => {
  useRealPasswords();
  const users = useUsers(harness);
  let known: string;
  let asker: Browser;

  beforeAll(async () => {
    known = await users.register();
    asker = await users.signUp();
  });

  const WRONG = 'these words are not it';
  for (const [name, ask] of [
    ['register', (email: string) => users.browser().post('register', { email, password: WRONG })],
    ['sign-in', (email: string) => users.browser().post('sign-in', { email, password: WRONG })],
    ['forgot-password', (email: string) => users.browser().post('forgot-password', { email })],
    ['change-address', (email: string) => asker.post('change-address', { email, password: PASSWORD })],
  ] as const)
    it.runIf(whole || name === 'sign-in')(`is not told by ${name}: not by status, headers, body or time`, async () => {
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
      // The shortest, or the middle one: other processes prolong some. Hashing a password takes 60 ms or more, all else
      // some 10.
      const at = (kind: 'known' | 'unknown', part: number): number => {
        const sorted = times[kind].toSorted((one, other) => one - other);
        return sorted[Math.floor(sorted.length * part)] ?? 0;
      };
      const isClose = (): boolean =>
        [0, 1 / 2].some((part) => {
          const [a, b] = [at('known', part), at('unknown', part)];
          return Math.abs(a - b) < 20 || Math.max(a, b) < 2 * Math.min(a, b);
        });
      const timed = async (kind: 'known' | 'unknown', email: string): Promise<unknown> => {
        const started = performance.now();
        const answer = await seen(await ask(email));
        times[kind].push(performance.now() - started);
        return answer;
      };
      for (let round = 0; round < ROUNDS.least || (round < ROUNDS.most && !isClose()); round += 1) {
        // Three mails an address: one at its registration, and two here.
        if (round % 2 === 0 && name !== 'sign-in') known = await users.register();
        // Two mails a round: the limit of a user's mails must not answer for it.
        if (round % 4 === 0 && name === 'change-address') asker = await users.signUp();
        const [first, second] = round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
        const address = { known, unknown: newAddress() };
        assert.deepEqual(await timed(first, address[first]), await timed(second, address[second]));
      }
      assert.ok(isClose(), JSON.stringify(times));
    });

  it('is not told by limits: they count unknown addresses as well', async () => {
    for (const email of [await users.register(), newAddress()]) {
      const answers: number[] = [];
      for (let n = 0; n < 5; n += 1) answers.push((await users.browser().post('forgot-password', { email })).status);
      assert.deepEqual(answers.slice(-2), [429, 429], answers.join());
      const last = await users.browser().post('forgot-password', { email });
      assert.ok(Number(last.headers.get('retry-after')) > 1000);
    }
  });
});
