/** An upload from its first row to the job. */
import { type createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '../../../protocol/refusal.js';
import { readCredits } from '../../credits.js';
import { reserve } from '../../reservations.js';
import type { Store } from '../../store/tables.js';
import { inTransaction, type Inside } from '../../store/transaction.js';
import type { Owner } from '../access.js';
import type { Batch } from '../batch.js';
import { endBatch } from '../end.js';
import { ListFileError } from '../file/list-file-error.js';
import { readList, type ListFile } from '../file/read-list.js';
import { recogniseResults, type Importer } from '../import/recognise-results.js';
import { queueLookups } from '../work/turns.js';
import type { Source, UploadLimits } from './source.js';
import { storeRows, tooFewCredits, type Counted } from './rows.js';

/** A stored upload. */
export interface Uploaded {
  batch: Batch;
  file: Pick<ListFile, 'emailColumn' | 'columns'>;
  counted: Counted;
  /** The service whose result file this is; undefined for any other file. */
  vendor: string | undefined;
}

/** The name of a list without one. */
const NO_NAME = 'list.csv';

/** The key of an upload that may be repeated, and what it must be a repeat of. */
export interface Repeatable {
  key: string;
  /** SHA-256 of the options; the file is added as it is read. */
  hash: ReturnType<typeof createHash>;
}

/** Lists that an account may have at once. */
const MAX_LISTS = 1000;
/** Rows that they may have, in lists of the largest size. */
const MAX_FULL_LISTS = 10;

/** @throws Refusal `conflict` if an account keeps too much. */
const checkKept = async ({ db }: Store, { accountId }: Owner, { maxRows }: UploadLimits): Promise<void> => {
  const kept = await db
    .selectFrom('batches')
    .select([sql<number>`count(*)`.as('lists'), sql<number>`coalesce(sum(total), 0)::bigint`.as('rows')])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (kept.lists < MAX_LISTS && kept.rows < MAX_FULL_LISTS * maxRows) return;
  throw new Refusal(
    'conflict',
    `This account keeps ${kept.lists} lists with ${kept.rows} rows; delete some of them first.`,
  );
};

/** Adds a list that nobody sees yet. @returns its id; null if the account has an upload with this key. */
const begin = async (
  { db, now }: Store,
  { accountId, keyId }: Owner,
  { name, options }: Source,
  limits: UploadLimits,
  repeatable: Repeatable | undefined,
): Promise<number | null> => {
  const days = options.retention_days ?? limits.retentionDays;
  if (days > limits.retentionDays)
    throw new Refusal('bad_request', `retention_days must be at most ${limits.retentionDays} on this service.`);
  const added = await db
    .insertInto('batches')
    .values({
      account_id: accountId,
      key_id: keyId,
      name: name === '' ? NO_NAME : name,
      status: 'uploading',
      error: null,
      removes_duplicates: options.remove_duplicates === true,
      removes_same_mailbox: options.remove_same_mailbox === true,
      columns: null,
      reservation_id: null,
      callback_url: options.callback_url ?? null,
      expires_at: sql<Date>`${now} + ${days}::integer * interval '1 day'`,
      deleted_at: null,
      idempotency_key: repeatable?.key ?? null,
      idempotency_hash: repeatable ? Buffer.alloc(0) : null,
      created_at: now,
      updated_at: sql<Date>`now()`,
      started_at: null,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? null;
};

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
  { total, stored, duplicates, payable, imported }: Counted,
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
    if (batch === undefined)
      throw new Refusal('conflict', 'The upload took too long, and was given up; send it again.');
    if (processed + duplicates === total) await endBatch(inside, batchId, { status: 'completed' });
    else await queueLookups(inside, batch, stored);
    return batch as Batch;
  });

/** Gives an upload up: its key is free, and `deleteOldLists` deletes what it has stored. */
export const discard = async ({ db, now }: Store, batchId: number): Promise<void> => {
  await db
    .updateTable('batches')
    .set({ deleted_at: now, idempotency_key: null, idempotency_hash: null })
    .where('id', '=', batchId)
    .where('status', '=', 'uploading')
    .execute();
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
  await checkKept(store, owner, limits);
  const batchId = await begin(store, owner, source, limits, repeatable);
  if (batchId === null) return null;
  try {
    const file = await readList(repeatable ? hashed(source.bytes, repeatable) : source.bytes, {
      firstRowIsHeader: options.first_row_is_header,
      emailColumn: options.email_column,
      maxRows,
      maxBytes,
    });
    const importer = importerOf(file);
    const counted = await storeRows(store, file, {
      ...options,
      batchId,
      maxRows,
      credits: await creditsOf(store, owner.accountId),
      importer: options.import_results === true ? importer : undefined,
      signal,
    });
    const batch = await finish(store, owner, batchId, file, counted, repeatable);
    return { batch, file, counted, vendor: importer?.vendor };
  } catch (error) {
    // If the store is away, the upload is silent, and deleted as one that broke off.
    await discard(store, batchId).catch(() => undefined);
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
