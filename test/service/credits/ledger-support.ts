/** Accounts, payments and an audit for tests of the ledger. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Check } from '../../../src/service/credits/ledger.js';
import { readCredits } from '../../../src/service/credits/credits.js';
import { createHashes } from '../../../src/service/keys/hashes.js';
import { createCharges } from '../../../src/service/credits/charges.js';
import type { Store } from '../../../src/service/schema.js';
import { SECRET } from '../scripted.js';

type Caller = Check['caller'];

export const HASHES = createHashes(SECRET);

export const makeCaller = async (store: Store): Promise<Caller> => {
  const { id } = await store.db
    .insertInto('accounts')
    .values({ plan: 'standard' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const key = await store.db
    .insertInto('api_keys')
    .values({ account_id: id, hash: HASHES.key(`key ${id}`), prefix: 'key' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { accountId: id, keyId: key.id };
};

export const payOnce = (store: Store, caller: Caller, pay = createCharges(store)): Promise<boolean> =>
  pay({ caller, subject: HASHES.subject('anna@example.org'), status: 'valid' });

/** Pays `count` times at once, from two processes, as it were; gives how often it could. */
export const payTimes = async (store: Store, caller: Caller, count: number): Promise<number> => {
  const processes = [createCharges(store), createCharges(store)];
  const paid = await Promise.all(Array.from({ length: count }, (_, n) => payOnce(store, caller, processes[n % 2])));
  return paid.filter(Boolean).length;
};

/** Resolves to an account's credits: free, bought, reserved. */
export const left = async (store: Store, { accountId }: Caller): Promise<number[]> => {
  const { free, bought, reserved } = await readCredits(store, accountId);
  return [free, bought, reserved];
};

/** Resolves to the number of an account's recorded checks, by the source of the credits; `null`: not paid. */
export const checksBySource = async ({ db }: Store, { accountId }: Caller): Promise<Record<string, number>> => {
  const { rows } = await sql<{ source: string | null; count: number }>`
    select source, count(*) from checks left join credit_lots on credit_lots.id = lot_id
    where checks.account_id = ${accountId} group by source order by source`.execute(db);
  return Object.fromEntries(rows.map(({ source, count }) => [String(source), count]));
};

/** Adds the whole ledger up again: each lot holds the sum of its entries, and no paid check is missing or there twice. */
export const audit = async ({ db }: Store): Promise<void> => {
  const { rows: lots } = await sql`
    select id, remaining, entries, sum(amount)::bigint, count(*), min(balance) from credit_lots join ledger on lot_id = id
    group by id having sum(amount) <> remaining or count(*) <> entries or min(balance) < 0`.execute(db);
  assert.deepEqual(lots, []);
  const { rows: unpaid } = await sql`
    select from checks left join ledger using (lot_id, seq)
    where lot_id is not null and (ledger.kind is distinct from 'check' or amount <> -1)`.execute(db);
  assert.deepEqual(unpaid, []);
};
