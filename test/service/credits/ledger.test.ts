import assert from 'node:assert/strict';
import { it } from 'vitest';
import { sql } from 'kysely';
import { recordFree } from '../../../src/service/credits/ledger.js';
import { createCharges } from '../../../src/service/credits/charges.js';
import type { Store } from '../../../src/service/schema.js';
import { audit, checksBySource, HASHES, left, makeCaller, payOnce } from './ledger-support.js';
import { onBothStores } from '../stores.js';

onBothStores('the ledger', ({ place, openStore }) => {
  const openWithEntries = async (): Promise<Store> => {
    const store = await openStore(await place());
    const caller = await makeCaller(store);
    await payOnce(store, caller);
    await payOnce(store, caller);
    return store;
  };
  const refuses = (store: Store, statement: string, reason: RegExp): Promise<void> =>
    assert.rejects(sql.raw(statement).execute(store.db), reason, statement);

  it('is append-only', async () => {
    const store = await openWithEntries();
    for (const statement of ['update ledger set amount = -2', 'delete from ledger', 'truncate ledger cascade'])
      await refuses(store, statement, /ledger is append-only/);
  });

  it('refuses a balance that is not the sum, in an entry and in a lot', async () => {
    const store = await openWithEntries();
    const insert = (seq: number, amount: number, balance: number): string =>
      `insert into ledger (lot_id, seq, kind, amount, balance, at) select id, ${seq}, 'check', ${amount}, ${balance}, now() from credit_lots`;
    for (const statement of [insert(4, -1, 98), insert(4, -1, 96), insert(5, -1, 96), insert(1, -1, 99)])
      await refuses(store, statement, /constraint/);
    await refuses(store, insert(3, -1, 98), /duplicate key/);
    for (const change of ['remaining = 99', 'remaining = -1', 'entries = 4'])
      await refuses(store, `update credit_lots set ${change}`, /constraint/);
    await audit(store);
  });

  it('refuses a second check for one entry, a second month, and credits that do not begin with their source', async () => {
    const store = await openWithEntries();
    await refuses(
      store,
      'insert into checks (account_id, key_id, subject, status, lot_id, seq) select account_id, key_id, subject, status, lot_id, seq from checks',
      /duplicate key/,
    );
    const columns = 'account_id, source, month, remaining, entries, valid_from';
    await refuses(store, `insert into credit_lots (${columns}) select ${columns} from credit_lots`, /duplicate key/);
    await refuses(
      store,
      `insert into credit_lots (${columns}) select account_id, 'purchase', null, 5, 1, now() from credit_lots`,
      /head/,
    );
  });

  it('records a check that costs nothing without an entry', async () => {
    const store = await openStore(await place());
    const caller = await makeCaller(store);
    const subject = HASHES.subject('anna@example.org');
    await recordFree(store, { caller, subject, status: 'unknown' });
    assert.equal(await createCharges(store)({ caller, subject, status: 'valid' }), true);
    assert.deepEqual(await checksBySource(store, caller), { free: 1, null: 1 });
    assert.deepEqual(await left(store, caller), [99, 0, 0]);
  });
});
