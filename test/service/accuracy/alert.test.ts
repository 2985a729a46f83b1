import assert from 'node:assert/strict';
import { it } from 'vitest';
import { tellOperator, validOutcomes } from '../../../src/service/accuracy/alert.js';
import type { Store } from '../../../src/service/schema.js';
import type { Letter } from '../../../src/service/users/letters.js';
import { makeRich } from '../lists/work/support.js';
import { onBothStores } from '../stores.js';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-03-04T12:00:00Z');

onBothStores('the alert about bounces of valid addresses', ({ place, openStore }) => {
  const openAt = async () => {
    const clock = { now: START };
    const store = await openStore(await place(), { clock: () => new Date(clock.now) });
    return { store, clock };
  };
  const measured = async (store: Store): Promise<number> => {
    const account = await makeRich(store);
    const values = { account_id: account, remembers_since: new Date(START), alerted_at: null };
    await store.db.insertInto('accuracy_accounts').values(values).execute();
    return account;
  };
  const put = (
    store: Store,
    account: number,
    delivered: number,
    bounced: number,
    week = '2026-03-02',
    value = 'valid',
  ) =>
    store.db
      .insertInto('accuracy_weeks')
      .values({ account_id: account, week, kind: 'status', value, delivered, bounced })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  /** The accounts of which the operator is told, and the letters. */
  const tell = async (store: Store): Promise<{ accounts: unknown; letters: Letter[] }> => {
    const letters: Letter[] = [];
    let accounts: unknown = [];
    const ignore = (): void => undefined;
    const warn = (fields: object): void => {
      accounts = (fields as { accounts: { account: number }[] }).accounts.map(({ account }) => account);
    };
    const mailOperator = (letter: Letter): Promise<void> => Promise.resolve(void letters.push(letter));
    await tellOperator(store, {
      log: { info: ignore, warn, error: ignore },
      url: 'https://verify.example',
      mailOperator,
    });
    return { accounts, letters };
  };
  const told = async (store: Store): Promise<unknown> => (await tell(store)).accounts;

  it('names accounts with enough outcomes of which more than 2 % bounce beyond chance', async () => {
    const { store } = await openAt();
    const accounts: number[] = [];
    for (const [delivered, bounced, week, value] of [
      [960, 40], // 4 %
      [975, 25], // 2.5 %: may be chance
      [90, 9], // too few
      [40, 200], // bounces alone
      [960, 40, '2026-02-02'], // long ago
      [960, 40, '2026-03-02', 'risky'],
      [950, 50, '2026-02-09'],
    ] as const) {
      const account = await measured(store);
      accounts.push(account);
      await put(store, account, delivered, bounced, week, value);
    }
    assert.deepEqual(await told(store), [accounts[0], accounts[6]]);
    assert.deepEqual(await validOutcomes(store), { delivered: 3015, bounced: 324, alerts: 2 });
  });

  it('comes once, and again after four weeks in which the share fell', async () => {
    const { store, clock } = await openAt();
    const account = await measured(store);
    await put(store, account, 900, 100);
    assert.deepEqual(await told(store), [account]);
    assert.deepEqual(await told(store), []);
    clock.now += 20 * DAY_MS;
    await put(store, account, 5000, 0, '2026-03-23');
    assert.deepEqual(await told(store), []);
    clock.now += 9 * DAY_MS;
    // Below the limit now, four weeks later: it may be told of again.
    assert.deepEqual(await told(store), []);
    await put(store, account, 0, 900, '2026-03-30');
    assert.deepEqual(await told(store), [account]);
    clock.now += 20 * DAY_MS;
    await put(store, account, 900, 200, '2026-04-20');
    assert.deepEqual(await told(store), []);
  });

  it('is one letter for all, without an address', async () => {
    const { store } = await openAt();
    const accounts: number[] = [];
    for (let n = 0; n < 22; n++) {
      accounts.push(await measured(store));
      await put(store, accounts[n]!, 960, 40);
    }
    const { letters } = await tell(store);
    assert.equal(letters.length, 1);
    const [{ subject, text, link }] = letters as [Letter];
    assert.equal(subject, 'More than 2 % of valid addresses bounce');
    assert.match(text, new RegExp(`^- account ${accounts[0]}: 40 of 1000, 4\\.0 % \\(3\\.0 % to 5\\.4 %\\)$`, 'm'));
    assert.match(text, new RegExp(`^- account ${accounts[19]}: .*\\n- and 2 more$`, 'm'));
    assert.ok(!text.includes(`account ${accounts[20]}:`));
    assert.equal(link, null);
    assert.ok(text.split('\n').every((line) => line.length < 140));
    assert.deepEqual((await tell(store)).letters, []);
  });
});
