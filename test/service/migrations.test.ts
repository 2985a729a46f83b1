import assert from 'node:assert/strict';
import { it } from 'vitest';
import { sql } from 'kysely';
import { migrate } from '../../src/service/store/migrate.js';
import { MIGRATIONS, type Store } from '../../src/service/schema.js';
import { audit, checksBySource, left, payOnce } from './credits/ledger-support.js';
import { onBothStores } from './stores.js';

/** Takes a new database back to a version, empty, as if a program of that time had made it. */
const takeBack = async ({ db }: Store, version: number): Promise<void> => {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrate(db, MIGRATIONS.slice(0, version));
};

const NOW = new Date('2026-03-10T12:00:00Z');

onBothStores('the migrations', ({ place, openStore }) => {
  it('move the credits and checks of version 1 into the ledger', async () => {
    const store = await openStore(await place(), { clock: () => NOW });
    const { db } = store;
    await takeBack(store, 1);
    // Accounts: used and bought; never used; used up; only earlier months; a clock that was ahead.
    await sql`insert into accounts (plan, free_month, free_left, bought_left) values
      ('enterprise', '2026-03', 96, 7), ('standard', '', 0, 0), ('standard', '2026-03', 0, 0), ('standard', '2026-01', 40, 0),
      ('standard', '2027-01', 99, 3)`.execute(db);
    await sql`insert into api_keys (account_id, hash, prefix) select id, sha256(id::text::bytea), 'evk_abcd' from accounts`.execute(
      db,
    );
    const checks = (account: number, count: number, pocket: string, month: string) =>
      sql`insert into checks (account_id, key_id, subject, status, cost, pocket, checked_at)
        select ${account}, ${account}, sha256(n::text::bytea), 'valid', 1, ${pocket}, ${`${month}-05`}::timestamptz
        from generate_series(1, ${count}::integer) as n`.execute(db);
    await checks(1, 100, 'free', '2026-02');
    await checks(1, 3, 'bought', '2026-02');
    await checks(1, 4, 'free', '2026-03');
    await checks(3, 100, 'free', '2026-03');
    await checks(4, 60, 'free', '2026-01');
    await checks(5, 1, 'free', '2026-03');
    await migrate(db, MIGRATIONS);
    await audit(store);
    const callers = [1, 2, 3, 4, 5].map((id) => ({ accountId: id, keyId: id }));
    assert.deepEqual(await Promise.all(callers.map((caller) => left(store, caller))), [
      [96, 7, 0],
      [100, 0, 0],
      [0, 0, 0],
      [100, 0, 0],
      [100, 3, 0],
    ]);
    assert.deepEqual(await Promise.all(callers.map((caller) => checksBySource(store, caller))), [
      { free: 4, grant: 100, purchase: 3 },
      {},
      { free: 100 },
      { free: 60 },
      { free: 1 },
    ]);
    const days = db.selectFrom('check_days').select(({ fn }) => fn.sum<string>('count').as('count'));
    const counted = await days.select('paid_from').groupBy('paid_from').orderBy('paid_from').execute();
    assert.deepEqual(
      counted.map(({ paid_from, count }) => [paid_from, Number(count)]),
      [
        ['free', 165],
        ['grant', 100],
        ['purchase', 3],
      ],
    );
    const paid = await Promise.all(callers.map((caller) => payOnce(store, caller)));
    assert.deepEqual(paid, [true, true, false, true, true]);
    const [one] = callers;
    assert.ok(one);
    assert.deepEqual(await left(store, one), [95, 7, 0]);
    await audit(store);
  });

  it('give each user of before the mailbox of the address; of several with one mailbox, the first', async () => {
    const store = await openStore(await place());
    const { db } = store;
    await takeBack(store, 4);
    const users = [
      ['c', 'anna+shop@gmail.com', '2026-01-03'],
      ['b', 'Anna@googlemail.com', '2026-01-02'],
      ['a', 'a.n.n.a@gmail.com', '2026-01-03'],
      ['d', 'anna@firma-eins.de', '2026-01-01'],
    ];
    for (const [id, email, at] of users)
      await sql`insert into users (id, email, created_at) values (${id}, ${email}, ${at}::timestamptz)`.execute(db);
    // More than are read at once, many of them at the same time.
    await sql`insert into users (id, email, created_at)
      select 'n' || n, 'n' || (n % 2000) || '+' || n || '@gmail.com', timestamptz '2026-02-01' + (n / 700) * interval '1 microsecond'
        from generate_series(0, 2499) as n`.execute(db);
    await migrate(db, MIGRATIONS);
    const rows = await db
      .selectFrom('users')
      .select(['id', 'mailbox'])
      .where('id', 'not like', 'n%')
      .orderBy('id')
      .execute();
    assert.deepEqual(
      rows.map(({ id, mailbox }) => [id, mailbox]),
      [
        ['a', null],
        ['b', 'anna@gmail.com'],
        ['c', null],
        ['d', 'anna@firma-eins.de'],
      ],
    );
    const later = db
      .selectFrom('users')
      .select(({ fn }) => [fn.count<number>('id').as('all'), fn.count<number>('mailbox').as('filled')]);
    assert.deepEqual(await later.where('id', 'like', 'n%').executeTakeFirst(), { all: 2500, filled: 2000 });
  });

  it('keep the API keys of version 1', async () => {
    const where = await place();
    const store = await openStore(where);
    await takeBack(store, 1);
    await sql`insert into accounts (plan) values ('standard')`.execute(store.db);
    await sql`insert into api_keys (account_id, hash, prefix, revoked_at) values (1, 'one', 'evk_aaaa', null), (1, 'two', 'evk_bbbb', now())`.execute(
      store.db,
    );
    await migrate(store.db, MIGRATIONS);
    const keys = await store.db.selectFrom('api_keys').select(['hash', 'prefix', 'revoked_at']).orderBy('id').execute();
    assert.deepEqual(
      keys.map(({ hash, prefix, revoked_at }) => [hash.toString(), prefix, revoked_at === null]),
      [
        ['one', 'evk_aaaa', true],
        ['two', 'evk_bbbb', false],
      ],
    );
  });
});
