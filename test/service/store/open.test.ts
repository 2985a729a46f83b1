import assert from 'node:assert/strict';
import { it } from 'vitest';
import { sql } from 'kysely';
import { StartupError } from '../../../src/service/index.js';
import { migrate } from '../../../src/service/store/migrate.js';
import { CopiedRows, copyRows } from '../../../src/service/store/copy-rows.js';
import { copyLine } from '../../../src/service/store/copy-text.js';
import { inTransaction } from '../../../src/service/store/transaction.js';
import { MIGRATIONS, type Tables } from '../../../src/service/schema.js';
import { onBothStores } from '../stores.js';

onBothStores('the store', ({ place, open, openStore }) => {
  it('gives the same JavaScript values', async () => {
    const { db } = await openStore(await place());
    const { rows } = await sql`select 9007199254740991::int8 as int8, 1.50::numeric as numeric, 0.25::float8 as float8,
      '2026-01-31 12:00:00.123+01'::timestamptz as timestamptz, 'epoch'::timestamptz as epoch, '\\x00ff'::bytea as bytea,
      count(*) as count, null::int8 as nothing from accounts`.execute(db);
    assert.deepEqual(
      { ...(rows[0] as object) },
      {
        int8: 9007199254740991,
        numeric: '1.50',
        float8: 0.25,
        timestamptz: new Date('2026-01-31T11:00:00.123Z'),
        epoch: new Date(0),
        bytea: Buffer.from([0, 255]),
        count: 0,
        nothing: null,
      },
    );
  });

  it('takes the same JavaScript values as parameters', async () => {
    const { db } = await openStore(await place());
    const { rows } = await sql`select ${2 ** 40}::int8 as int8, ${new Date(5)}::timestamptz as timestamptz,
      ${Buffer.from([0, 255])}::bytea as bytea, ${'ä\u{1F600}'}::text as text`.execute(db);
    assert.deepEqual(
      { ...(rows[0] as object) },
      {
        int8: 2 ** 40,
        timestamptz: new Date(5),
        bytea: Buffer.from([0, 255]),
        text: 'ä\u{1F600}',
      },
    );
  });

  it('counts the rows that a statement changed', async () => {
    const { db } = await openStore(await place());
    await db
      .insertInto('accounts')
      .values([{ plan: 'standard' }, { plan: 'standard' }])
      .execute();
    const { numUpdatedRows } = await db.updateTable('accounts').set({ plan: 'enterprise' }).executeTakeFirstOrThrow();
    assert.equal(numUpdatedRows, 2n);
  });

  it('undoes a transaction that failed, and goes on', async () => {
    const { db } = await openStore(await place());
    const failing = db.transaction().execute(async (transaction) => {
      await transaction.insertInto('accounts').values({ plan: 'standard' }).execute();
      await sql`select 1 / 0`.execute(transaction);
    });
    await assert.rejects(failing, /division by zero/);
    assert.deepEqual(await db.selectFrom('accounts').selectAll().execute(), []);
  });

  it('keeps what others do out of a transaction', async () => {
    const { db } = await openStore(await place());
    let outside: Promise<unknown> | undefined;
    const other = db.transaction().execute(async (transaction) => {
      await transaction.insertInto('accounts').values({ plan: 'standard' }).execute();
      outside = db.insertInto('accounts').values({ plan: 'enterprise' }).execute();
      // Had the statement above come into this transaction, it would be done before this one.
      await sql`select 1`.execute(transaction);
      throw new Error('given up');
    });
    await assert.rejects(other, /given up/);
    await outside;
    assert.deepEqual(await db.selectFrom('accounts').select('plan').execute(), [{ plan: 'enterprise' }]);
  });

  it('copies rows with any text', async () => {
    const store = await openStore(await place());
    const { db } = store;
    const columns = ['batch_id', 'row_no', 'cells', 'duplicate_of'];
    const copy = (lines: readonly string[]): Promise<unknown> =>
      inTransaction<Tables, unknown>(store, (inside) =>
        copyRows(inside, new CopiedRows('batch_rows', columns, Buffer.from(lines.join('')))),
      );
    const texts = ['plain', '', '\\N', '\\.', 'tab\tnew\nline\rend \\ "quoted"', 'ünï 🙂', '\\', 'null'];
    const lines = texts.map((text, at) => copyLine([1, at, text, at === 0 ? null : at]));
    await copy(lines);
    assert.deepEqual(
      await db.selectFrom('batch_rows').select(['cells', 'duplicate_of']).orderBy('row_no').execute(),
      texts.map((cells, at) => ({ cells, duplicate_of: at === 0 ? null : at })),
    );
    // None of several rows is kept if one of them is refused; the connection works on.
    const twice = [copyLine([2, 1, 'a', null]), copyLine([2, 1, 'b', null])];
    await assert.rejects(copy(twice), /duplicate key/);
    assert.equal((await db.selectFrom('batch_rows').select('cells').where('batch_id', '=', 2).execute()).length, 0);
  });

  it('lets a transaction be a part of another one', async () => {
    const store = await openStore(await place());
    await assert.rejects(
      inTransaction(store, async (outer) => {
        await inTransaction<Tables, unknown>(outer, ({ db }) =>
          db.insertInto('accounts').values({ plan: 'standard' }).execute(),
        );
        throw new Error('given up');
      }),
      /given up/,
    );
    assert.deepEqual(await store.db.selectFrom('accounts').selectAll().execute(), []);
  });

  it('runs each migration once', async () => {
    const where = await place();
    await (await openStore(where)).close();
    const { db } = await openStore(where);
    const { rows } = await sql`select version from schema_version order by version`.execute(db);
    assert.deepEqual(
      rows,
      MIGRATIONS.map((_, index) => ({ version: index + 1 })),
    );
  });

  it('runs all new migrations or none', async () => {
    const { db } = await openStore(await place());
    const known = MIGRATIONS.map(() => ['never run again']);
    const history = [...known, ['create table one (id integer)'], ['create table two (id nonsense)']];
    await assert.rejects(migrate(db, history), /nonsense/);
    await migrate(db, [...history.slice(0, -1), ['insert into one values (1)', 'insert into one values (2)']]);
    assert.equal((await sql`select * from one`.execute(db)).rows.length, 2);
  });

  it('refuses a database that is newer than the program, in one clear line', async () => {
    const where = await place();
    const store = await openStore(where);
    await sql`insert into schema_version (version) values (1000)`.execute(store.db);
    await store.close();
    await assert.rejects(open(where), (error) => {
      assert.ok(error instanceof StartupError);
      assert.match(error.message, /^the database is newer than this program: .*1000.*start a newer email-verify$/);
      return true;
    });
  });
});
