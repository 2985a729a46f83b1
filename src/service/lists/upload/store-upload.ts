/** An upload from its first row to the job. */
import { sql } from 'kysely';
import { Refusal } from '../../../protocol/refusal.js';
import { readCredits } from '../../credits.js';
import { reserve } from '../../reservations.js';
import type { Store } from '../../store/tables.js';
import { inTransaction, type Inside } from '../../store/transaction.js';
import type { Owner } from '../access.js';
import type { Batch } from '../batch.js';
import { endBatch } from '../end.js';
import { ListFileError } from '../../../address/list-file/list-file-error.js';
import { readList, type ListFile } from '../file/read-list.js';
import { recogniseResults, type Importer } from '../../../address/list-file/import/recognise-results.js';
import { queueLookups } from '../work/turns.js';
import { beginUpload, type Repeatable } from './begin-upload.js';
import type { Source, UploadLimits } from './source.js';
import { givenUp, nothingCounted, storeRows, tooFewCredits, type Counted } from './rows.js';

/** A stored upload. */
export interface Uploaded {
  batch: Batch;
  file: Pick<ListFile, 'emailColumn' | 'columns'>;
  counted: Counted;
  /** The service whose result file this is; undefined for any other file. */
  vendor: string | undefined;
}

const creditsOf = async (store: Store, accountId: number): Promise<number> => {
  const { free, bought } = await readCredits(store, accountId);
  return free + bought;
};

/** @throws Refusal `out_of_credits`. */
const setAside = async (inside: Inside, accountId: number, count: number): Promise<number | null> => {
  if (count === 0) return null;
  const id = await reserve(inside, accountId, count);
  if (id !== null) return id;
  // Others have spent some since the upload began.
  throw tooFewCredits(await creditsOf(inside, accountId));
};

/** Makes the stored rows a job, in one transaction with its credits and its work. */
const finish = (
  store: Store,
  owner: Owner,
  batchId: number,
  { columns, emailColumn, width }: ListFile,
  { total, stored, bytes, duplicates, payable, imported }: Counted,
  repeatable: Repeatable | undefined,
): Promise<Batch> =>
  inTransaction(store, async (inside) => {
    const { db, now } = inside;
    const processed = Object.values(imported).reduce((sum, count) => sum + count, 0);
    const batch = await db
      .updateTable('batches')
      .set({
        status: 'pending',
        total,
        bytes,
        duplicates,
        columns: columns === null ? null : [...columns],
        email_column: emailColumn.index,
        width,
        processed,
        ...imported,
        reservation_id: await setAside(inside, owner.accountId, payable),
        ...(repeatable && { idempotency_hash: repeatable.hash.digest() }),
        created_at: now,
        updated_at: now,
      })
      .where('id', '=', batchId)
      .where('status', '=', 'uploading')
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (batch === undefined) throw givenUp();
    if (processed + duplicates === total) await endBatch(inside, batchId, { status: 'completed' });
    else await queueLookups(inside, batch, stored);
    return batch as Batch;
  });

/**
 * Gives an upload up: its key is free, and `deleteOldLists` deletes what it has stored.
 * @param counted what it has stored, if it is this one's own upload.
 * @returns false if the list is gone.
 */
export const discard = async ({ db, now }: Store, batchId: number, counted?: Counted): Promise<boolean> => {
  const given = await db
    .updateTable('batches')
    .set({
      deleted_at: now,
      idempotency_key: null,
      idempotency_hash: null,
      ...(counted && { total: counted.stored, bytes: counted.bytes }),
    })
    .where('id', '=', batchId)
    .where('status', '=', 'uploading')
    .returning('id')
    .executeTakeFirst();
  return given !== undefined;
};

/** Gives up an upload of this process that has ended. If its list was deleted before the last rows came, nobody else would find them. */
const abandon = async (store: Store, batchId: number, counted: Counted): Promise<void> => {
  if (await discard(store, batchId, counted)) return;
  for (const table of ['batch_rows', 'batch_results'] as const)
    await sql`delete from ${sql.table(table)} where batch_id = ${batchId}
      and not exists (select from batches where id = ${batchId})`.execute(store.db);
};

async function* hashed(bytes: AsyncIterable<Uint8Array>, { hash }: Repeatable): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

/** The importer of a result file of another service. */
const importerOf = ({ columns }: ListFile): Importer | undefined =>
  columns === null ? undefined : recogniseResults(columns);

/**
 * Stores an upload, and makes it a job. If that fails, what it has stored waits for `deleteOldLists`.
 * @returns null if the account has an upload with this key already.
 * @throws ListFileError for a fault of the file; Refusal `out_of_credits`; the signal's reason.
 */
export const storeUpload = async (
  store: Store,
  owner: Owner,
  source: Source,
  { limits, repeatable, signal }: { limits: UploadLimits; repeatable?: Repeatable | undefined; signal: AbortSignal },
): Promise<Uploaded | null> => {
  const { options, maxBytes } = source;
  const { maxRows } = limits;
  const batchId = await beginUpload(store, owner, source, limits, repeatable);
  if (batchId === null) return null;
  const counted = nothingCounted();
  try {
    const file = await readList(repeatable ? hashed(source.bytes, repeatable) : source.bytes, {
      firstRowIsHeader: options.first_row_is_header,
      emailColumn: options.email_column,
      maxRows,
      maxBytes,
    });
    const importer = importerOf(file);
    await storeRows(store, file, {
      ...options,
      batchId,
      maxRows,
      credits: await creditsOf(store, owner.accountId),
      importer: options.import_results === true ? importer : undefined,
      signal,
      counted,
    });
    const batch = await finish(store, owner, batchId, file, counted, repeatable);
    return { batch, file, counted, vendor: importer?.vendor };
  } catch (error) {
    // If the store is away, the upload is silent, and deleted as one that broke off.
    await abandon(store, batchId, counted).catch(() => undefined);
    throw error instanceof ListFileError ? asRefusal(error) : error;
  }
};

/** A file's fault as a problem. */
export const asRefusal = (error: ListFileError): Refusal =>
  new Refusal(
    error.code === 'file_too_large' || error.code === 'too_many_rows' ? 'too_large' : 'wrong_file',
    error.message,
    { connection: 'close' },
    { reason: error.code },
  );
