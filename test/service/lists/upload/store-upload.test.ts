import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { it } from 'vitest';
import { addCredits } from '../../../../src/service/credits/credits.js';
import { deleteOldLists } from '../../../../src/service/lists/deletion.js';
import { storeUpload, type Uploaded } from '../../../../src/service/lists/upload/store-upload.js';
import type { Owner } from '../../../../src/service/lists/access.js';
import type { UploadOptions } from '../../../../src/service/lists/upload/options.js';
import type { Store } from '../../../../src/service/schema.js';
import { inTransaction } from '../../../../src/service/store/transaction.js';
import { eraseAccount } from '../../../../src/service/erase-account.js';
import { audit, left, makeCaller } from '../../credits/ledger-support.js';
import { onBothStores } from '../../stores.js';
import { whole } from '../../../support/whole.js';

const LIMITS = { maxRows: 5000, maxBytes: 1_000_000, maxStreamBytes: 1_000_000, retentionDays: 30 };

async function* chunks(...parts: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield await Promise.resolve(Buffer.from(part));
  }
}

const upload = (
  store: Store,
  owner: Owner,
  bytes: AsyncIterable<Uint8Array>,
  options: UploadOptions = {},
  signal = new AbortController().signal,
): Promise<Uploaded | null> =>
  storeUpload(
    store,
    owner,
    { name: 'list.csv', options, bytes, maxBytes: LIMITS.maxStreamBytes },
    { limits: LIMITS, signal },
  );

/** The rows of a list: cells, the first row with the same address, the first of the same mailbox. */
const rowsOf = async ({ db }: Store, id: number): Promise<unknown[]> => {
  const rows = await db.selectFrom('batch_rows').selectAll().where('batch_id', '=', id).orderBy('row_no').execute();
  return rows.map(({ cells, duplicate_of, mailbox_group }) => [
    JSON.parse(cells) as unknown,
    duplicate_of,
    mailbox_group,
  ]);
};

const assertNothing = async (store: Store): Promise<void> => {
  const { db } = store;
  await deleteOldLists(store, new AbortController().signal, 0);
  for (const table of ['batches', 'batch_rows', 'batch_results', 'batch_chunks'] as const) {
    const { rows } = await sql`select from ${sql.table(table)}`.execute(db);
    assert.equal(rows.length, 0, table);
  }
};

onBothStores('a stored upload', ({ openStore, place }) => {
  it('has every row once, in order, with what it repeats', async () => {
    const store = await openStore(await place());
    const caller = { ...(await makeCaller(store)), isTest: false };
    const done = await upload(
      store,
      caller,
      chunks('name,email\nA,a@firm.org\nB,"b@fi', 'rm.org"\nC,a@FIRM.org\n,x\n'),
    );
    assert.ok(done);
    assert.deepEqual(await rowsOf(store, done.list.id), [
      [['A', 'a@firm.org'], null, 1],
      [['B', 'b@firm.org'], null, 2],
      [['C', 'a@FIRM.org'], 1, 1],
      [['', 'x'], null, null],
    ]);
    const { total, duplicates, columns, email_column, width, status } = done.list;
    assert.deepEqual(
      [total, duplicates, columns, email_column, width, status],
      [4, 1, ['name', 'email'], 1, 2, 'pending'],
    );
    assert.deepEqual(await left(store, caller), [98, 0, 2]);
    assert.equal((await store.db.selectFrom('batch_chunks').selectAll().execute()).length, 1);
  });

  it('leaves out what repeats when asked: by address, or by mailbox', async () => {
    const store = await openStore(await place());
    const caller = { ...(await makeCaller(store)), isTest: false };
    const list = 'anna+a@gmail.com\nanna+b@gmail.com\nanna+a@GMAIL.com\nben@gmail.com';
    const byAddress = await upload(store, caller, chunks(list), { remove_duplicates: true });
    assert.deepEqual(await rowsOf(store, byAddress!.list.id), [
      [['anna+a@gmail.com'], null, 1],
      [['anna+b@gmail.com'], null, 1],
      [['ben@gmail.com'], null, 3],
    ]);
    const byMailbox = await upload(store, caller, chunks(list), { remove_same_mailbox: true });
    assert.deepEqual(await rowsOf(store, byMailbox!.list.id), [
      [['anna+a@gmail.com'], null, 1],
      [['ben@gmail.com'], null, 2],
    ]);
    assert.deepEqual([byMailbox!.list.total, byMailbox!.list.duplicates], [4, 2]);
  });

  it.runIf(whole)('keeps nothing of an upload that fails: cut off, refused, or aborted', async () => {
    const store = await openStore(await place());
    const caller = { ...(await makeCaller(store)), isTest: false };
    await addCredits(store, caller.accountId, 10_000);
    const many = Array.from({ length: 4000 }, (_, at) => `person-${at}-${'x'.repeat(200)}@firm.org\n`).join('');
    await assert.rejects(upload(store, caller, chunks(many, new Error('cut off'))), /cut off/);
    await assertNothing(store);
    await assert.rejects(upload(store, caller, chunks(many, '"never closed\n'.repeat(9))), { code: 'wrong_file' });
    await assertNothing(store);
    await assert.rejects(upload(store, caller, chunks(many, many)), { code: 'too_large' });
    await assertNothing(store);
    await assert.rejects(upload(store, caller, chunks(many), {}, AbortSignal.abort(new Error('gone'))), /gone/);
    await assertNothing(store);
    assert.deepEqual(await left(store, caller), [100, 10_000, 0]);
    await audit(store);
  });

  it('keeps nothing if its account is deleted under way, or was deleted since the request came', async () => {
    const store = await openStore(await place());
    const caller = { ...(await makeCaller(store)), isTest: false };
    const erase = (): Promise<void> =>
      inTransaction(store, (inside) =>
        eraseAccount(inside, { accountId: caller.accountId, mailbox: Buffer.from('anna') }),
      );
    async function* erasing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('a@firm.org\n'.repeat(10));
      await erase();
      yield Buffer.from('b@firm.org\n'.repeat(10));
    }
    await assert.rejects(upload(store, caller, erasing()), { code: 'conflict' });
    await assertNothing(store);
    await assert.rejects(upload(store, caller, chunks('a@firm.org\n')), { code: 'conflict' });
    await assertNothing(store);
    await assert.rejects(upload(store, { ...caller, keyId: null }, chunks('a@firm.org\n')), { code: 'conflict' });
    await assertNothing(store);
    await audit(store);
  });

  it('takes the verdicts of a result file, and ends at once if it has them all', async () => {
    const store = await openStore(await place());
    const caller = { ...(await makeCaller(store)), isTest: false };
    const csv =
      'email,result,reason,sendex\na@firm.org,deliverable,accepted_email,0.9\nb@firm.org,undeliverable,rejected_email,0\n';
    const done = await upload(store, caller, chunks(csv), { import_results: true });
    const found = await store.db.selectFrom('batch_results').selectAll().orderBy('row_no').execute();
    assert.deepEqual(
      found.map(({ status, score }) => [status, Math.round(score * 100)]),
      [
        ['valid', 100],
        ['invalid', 0],
      ],
    );
    const { status, processed, valid, invalid, credits } = await store.db
      .selectFrom('batches')
      .selectAll()
      .where('id', '=', done!.list.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual([status, processed, valid, invalid, credits], ['completed', 2, 1, 1, 0]);
    assert.deepEqual(await left(store, caller), [100, 0, 0]);
  });

  it.runIf(whole)('lets an account keep no more than ten lists of the largest size', async () => {
    const store = await openStore(await place());
    const caller = { ...(await makeCaller(store)), isTest: false };
    const lines = 'nobody\n'.repeat(4999);
    for (let n = 0; n < 10; n += 1) await upload(store, caller, chunks(`x@firm.org\n${lines}`), { email_column: 1 });
    await assert.rejects(upload(store, caller, chunks('a@firm.org')), { code: 'conflict' });
  });
});
