import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { it } from 'vitest';
import fc from 'fast-check';
import { Refusal } from '../../../src/protocol/index.js';
import { createLimiter, LIMITS, type Limit } from '../../../src/service/users/attempt-limits.js';
import { whole } from '../../support/whole.js';
import { onBothStores } from '../stores.js';
import { bodyOf, newAddress, newBrowser, newClient, ORIGIN, PASSWORD, useUsers, type Browser } from './support.js';

const START = new Date('2026-01-15T12:00:00Z');
const keyOf = (text: string): Buffer => Buffer.from(text);

onBothStores('limits of attempts', (harness) => {
  // No limit recovers while a test waits for a busy machine.
  const users = useUsers(harness, { clock: () => START });
  const signIn = async (email: string, client: string, password = 'not the password'): Promise<Response> =>
    newBrowser(users.service, client).post('sign-in', { email, password });

  it.runIf(whole)('slow guesses for one address from one client, and nobody else', async () => {
    const { email, client } = await users.signUp();
    const statuses: number[] = [];
    const guesser = newClient();
    for (let n = 0; n < 7; n += 1) statuses.push((await signIn(email, guesser)).status);
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
    const refused = await signIn(email, guesser, PASSWORD);
    assert.equal(refused.status, 429);
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds > 30 && seconds <= 60, String(seconds));
    assert.equal((await signIn(email, client, PASSWORD)).status, 200);
  });

  it.runIf(whole)('count a whole IPv6 network as one client', async () => {
    const email = newAddress();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await signIn(email, `2001:db8:7:${n}00::1`)).status);
    assert.equal(statuses.at(-1), 429);
  });

  it.runIf(whole)('let strangers keep nobody out whose browser signed in before', async () => {
    const browser = await users.signUp();
    const { email, client } = browser;
    for (let n = 0; n < LIMITS.addressAndClient.burst; n += 1) await signIn(email, client);
    assert.equal((await signIn(email, client, PASSWORD)).status, 429);
    await bodyOf(browser.post('sign-out'));
    const { device } = browser;
    await bodyOf(browser.post('sign-in', { email, password: PASSWORD }));
    const idOf = (cookie: string) => decodeURIComponent(cookie).split('.').at(-2);
    assert.equal(idOf(browser.device), idOf(device));
    // Forged, or of somebody else, it is no better than none.
    const [other, forged] = [await users.signUp(), newBrowser(users.service, client)];
    forged.device = device.replace(/=.*?\./, `=${'x'.repeat(36)}.`);
    const strange = Object.assign(newBrowser(users.service, client), { device: other.device });
    for (const one of [forged, strange])
      assert.equal((await one.post('sign-in', { email, password: PASSWORD })).status, 429);
    // Its own guesses are limited too.
    const statuses: number[] = [];
    for (let n = 0; n < LIMITS.device.burst; n += 1)
      statuses.push((await browser.post('sign-in', { email, password: 'not the password' })).status);
    assert.deepEqual([statuses.at(-2), statuses.at(-1)], [401, 429]);
  });

  it.runIf(whole)('let no number of strange networks keep out a browser that signed in before', async () => {
    const browser = await users.signUp();
    const { email } = browser;
    let status = 0;
    for (let n = 0; status !== 429 && n < 2 * LIMITS.address.burst; n += 1)
      ({ status } = await signIn(email, `2001:db8:${n}::1`));
    assert.equal((await signIn(email, newClient(), PASSWORD)).status, 429);
    await bodyOf(browser.post('sign-in', { email, password: PASSWORD }));
    // A link to the mailbox lets the user in anywhere.
    const elsewhere = users.browser();
    await bodyOf(elsewhere.post('forgot-password', { email }), 202);
    await bodyOf(elsewhere.post('reset-password', { token: await users.mailbox.token(email), password: PASSWORD }));
    await bodyOf(elsewhere.post('sign-in', { email, password: PASSWORD }));
  });

  it.runIf(whole)('of mails to a mailbox: strangers use up only their own, of one kind', async () => {
    const browser = await users.signUp(`kim.${newClient()}@gmail.com`);
    const { email } = browser;
    const spelt = (n: number): string => email.replace('@', `+${n}@`);
    const forgot = async (one: Browser, to = email) => (await one.post('forgot-password', { email: to })).status;
    const strangers: number[] = [];
    for (let n = 0; n < 4; n += 1) strangers.push(await forgot(users.browser(), n === 1 ? spelt(n) : email));
    assert.deepEqual(strangers, [202, 202, 202, 429]);
    assert.equal((await users.browser().post('register', { email: spelt(9), password: PASSWORD })).status, 202);
    const own: number[] = [];
    for (let n = 0; n < 4; n += 1) own.push(await forgot(browser));
    assert.deepEqual(own, [202, 202, 202, 429]);
    // Nor do they keep a user from a new address.
    const [email2, other] = [newAddress(), await users.signUp()];
    const change = async (one: Browser) =>
      (await one.post('change-address', { email: email2, password: PASSWORD })).status;
    for (const expected of [202, 202, 202, 429]) assert.equal(await change(other), expected);
    assert.equal(await change(browser), 202);
  });

  it.runIf(whole)('forget the attempts of a person who got it right', async () => {
    const { email, client } = await users.signUp();
    for (let n = 0; n < 3; n += 1) {
      for (let m = 0; m < 3; m += 1) await signIn(email, client);
      assert.equal((await signIn(email, client, PASSWORD)).status, 200);
    }
  });

  it.runIf(whole)('slow guesses of the password of a session', async () => {
    const browser = await users.signUp();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await browser.post('delete', { password: 'not it, no' })).status);
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
    await bodyOf(browser.get('session'));
  });

  it('are exact under a race, shared by services on one store, and leave no rows behind', async () => {
    let now = new Date('2026-01-15T12:00:00Z');
    const store = await harness.openStore(await harness.place(), { clock: () => now });
    const limiters = [createLimiter(store, keyOf), createLimiter(store, keyOf)];
    const limit = LIMITS.addressAndClient;
    const isAllowed = (n: number, subject: string): Promise<boolean> =>
      limiters[n % 2]!.take(limit, subject).then(
        () => true,
        (error: unknown) => {
          assert.ok(error instanceof Refusal && error.code === 'rate_limited');
          return false;
        },
      );
    const burst = async (subject: string): Promise<number> =>
      (await Promise.all(Array.from({ length: 20 }, (_, n) => isAllowed(n, subject)))).filter(Boolean).length;
    assert.equal(await burst('a'), limit.burst);
    now = new Date(now.getTime() + 2 * limit.everyS * 1000);
    assert.equal(await burst('a'), 2);
    // A clock that went back by a year does not lock anybody out for a year.
    now = new Date('2025-01-15T12:00:00Z');
    assert.equal(await burst('a'), limit.burst);
    for (let n = 0; n < 30; n += 1) await isAllowed(n, `b${n}`);
    now = new Date('2026-03-01T12:00:00Z');
    for (let n = 0; n < 40; n += 1) await isAllowed(n, 'c');
    assert.equal((await store.db.selectFrom('attempts').select('key').execute()).length, 1);
  });

  it('are counted one at a time, so that no other statement waits behind a flood of them', async () => {
    const store = await harness.openStore(await harness.place());
    const limiter = createLimiter(store, keyOf);
    const ended = new AbortController();
    const counted = Promise.all(Array.from({ length: 100 }, (_, n) => limiter.take(LIMITS.client, `client ${n}`)));
    void counted.finally(() => {
      ended.abort();
    });
    for (let most = 0; !ended.signal.aborted; most = Math.max(most, store.waiting())) {
      assert.equal(most, 0);
      await setImmediate();
    }
    await counted;
  });

  it('allow at most the burst and one more each interval, at any times', async () => {
    let now = new Date('2026-01-15T12:00:00Z');
    const store = await harness.openStore(await harness.place(), { clock: () => now });
    const limiter = createLimiter(store, keyOf);
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 20 }), async (steps) => {
        runs += 1;
        const { burst, everyS }: Limit = LIMITS.user;
        let tokens = burst;
        for (const step of steps) {
          now = new Date(now.getTime() + step * 1000);
          tokens = Math.min(burst, tokens + step / everyS);
          const taken = await limiter.take(LIMITS.user, String(runs)).then(
            () => true,
            () => false,
          );
          // Exact up to rounding.
          if (Math.abs(tokens - 1) > 1e-6) assert.equal(taken, tokens >= 1);
          if (taken) tokens -= 1;
        }
      }),
      { numRuns: 20 },
    );
  });

  it.runIf(whole)('are taken from the client address, not from a header', async () => {
    const email = newAddress();
    const client = newClient();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const headers = { 'x-forwarded-for': `192.0.2.${n}`, 'x-real-ip': `192.0.2.${n}`, forwarded: `for=192.0.2.${n}` };
      const browser = newBrowser(users.service, client);
      statuses.push(
        (await browser.post('sign-in', { email, password: 'wrong' }, { origin: ORIGIN, ...headers })).status,
      );
    }
    assert.equal(statuses.at(-1), 429);
  });
});
