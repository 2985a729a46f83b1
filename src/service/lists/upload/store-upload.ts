/** An upload from its first row to the list. */
import { sql } from 'kysely';
import { STATUSES, type Status } from '../../../protocol/index.js';
import { Refusal } from '../../../protocol/refusal.js';
import { readCredits } from '../../credits/credits.js';
import { reserve } from '../../credits/reservations.js';
import type { Inside, Store } from '../../schema.js';
import { inTransaction } from '../../store/transaction.js';
import type { Owner } from '../access.js';
import { countBlocks } from '../blocks.js';
import type { List } from '../list.js';
import { endList } from '../end.js';
import { readOwnBounds } from '../../mail-outcomes/accuracy/own-bounds.js';
import { ListFileError } from '../../../address/list-file/list-file-error.js';
import { factsOf } from '../file/file-facts.js';
import { otherColumns } from '../file/offers.js';
import type { ListWarning } from '../file/warnings.js';
import type { ListFile } from '../file/read-list.js';
import { queueLookups } from '../work/turns.js';
import { beginUpload, type Repeatable } from './begin-upload.js';
import { importerOf, readUpload, warningsOf } from './read-upload.js';
import type { Source } from './source.js';
import type { UploadLimits } from '../list-limits.js';
import { givenUp, nothingCounted, storeRows, tooFewCredits, type Counted } from './rows.js';

/** A stored upload. */
export interface Uploaded {
  list: List;
  file: Pick<ListFile, 'emailColumns' | 'columns' | 'kind' | 'encoding' | 'sheet' | 'warnings'>;
  counted: Counted;
  /** The service whose result file this is; undefined for any other file. */
  vendor: string | undefined;
}

/** The credits that an account could spend now. */
export const creditsOf = async (store: Store, accountId: number): Promise<number> => {
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

/** Makes the stored rows a list that is seen, in one transaction with its credits and its work. */
const finish = (
  store: Store,
  owner: Owner,
  listId: number,
  file: ListFile,
  { total, stored, bytes, duplicates, several, payable, imported, bounces }: Counted,
  { results, warnings }: { results: Record<Status, number>; warnings: readonly ListWarning[] },
  repeatable: Repeatable | undefined,
): Promise<List> =>
  inTransaction(store, async (inside) => {
    const { db, now } = inside;
    const { columns, emailColumn, emailColumns, width } = file;
    const own = owner.isTest ? null : await readOwnBounds(inside, owner.accountId);
    const others = otherColumns(file);
    const processed = Object.values(imported).reduce((sum, count) => sum + count, 0);
    const list = await db
      .updateTable('batches')
      .set({
        status: 'pending',
        total,
        bytes,
        duplicates,
        columns: columns === null ? null : [...columns],
        email_column: emailColumn.index,
        email_columns: emailColumns.length === 1 ? null : emailColumns.map(({ index }) => index),
        other_email_columns: others.length === 0 ? null : JSON.stringify(others),
        several,
        width,
        file: JSON.stringify(factsOf(file)),
        warnings: JSON.stringify(warnings),
        processed,
        ...imported,
        bounce_addresses: bounces.addresses,
        bounce_low: bounces.low,
        bounce_high: bounces.high,
        bounce_bounds: own && JSON.stringify(own),
        ...Object.fromEntries(STATUSES.map((one) => [`${one}_duplicates`, results[one] - imported[one]])),
        reservation_id: owner.isTest ? null : await setAside(inside, owner.accountId, payable),
        ...(repeatable && { idempotency_hash: repeatable.hash.digest() }),
        created_at: now,
        updated_at: now,
      })
      .where('id', '=', listId)
      .where('status', '=', 'uploading')
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (list === undefined) throw givenUp();
    if (processed + duplicates === total) await endList(inside, listId, { status: 'completed' });
    else await queueLookups(inside, list, stored);
    return list as List;
  });

/**
 * Gives an upload up: its key is free, and `deleteOldLists` deletes what it has stored.
 * @param counted what it has stored, if it is this one's own upload.
 * @returns false if the list is gone.
 */
export const discard = async ({ db, now }: Store, listId: number, counted?: Counted): Promise<boolean> => {
  const given = await db
    .updateTable('batches')
    .set({
      deleted_at: now,
      idempotency_key: null,
      idempotency_hash: null,
      ...(counted && { total: counted.stored, bytes: counted.bytes }),
    })
    .where('id', '=', listId)
    .where('status', '=', 'uploading')
    .returning('id')
    .executeTakeFirst();
  return given !== undefined;
};

/**
 * Gives up an upload of this process that has ended. If its list was deleted before the last rows came, nobody else
 * would find them.
 */
const abandon = async (store: Store, listId: number, counted: Counted): Promise<void> => {
  if (await discard(store, listId, counted)) return;
  for (const table of ['batch_rows', 'batch_results', 'batch_blocks'] as const)
    await sql`delete from ${sql.table(table)} where batch_id = ${listId}
      and not exists (select from batches where id = ${listId})`.execute(store.db);
};

async function* hashed(bytes: AsyncIterable<Uint8Array>, { hash }: Repeatable): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * Stores an upload, and makes it a list. If that fails, what it has stored waits for `deleteOldLists`.
 * @returns null if the account has an upload with this key already.
 * @throws ListFileError for a fault of the file; Refusal `out_of_credits`; the signal's reason.
 */
export const storeUpload = async (
  store: Store,
  owner: Owner,
  source: Source,
  { limits, repeatable, signal }: { limits: UploadLimits; repeatable?: Repeatable | undefined; signal: AbortSignal },
): Promise<Uploaded | null> => {
  const { options } = source;
  const { maxRows } = limits;
  const listId = await beginUpload(store, owner, source, limits, repeatable);
  if (listId === null) return null;
  const counted = nothingCounted();
  let file: ListFile | undefined;
  try {
    file = await readUpload(repeatable ? { ...source, bytes: hashed(source.bytes, repeatable) } : source, maxRows);
    const importer = importerOf(file, options);
    await storeRows(store, file, {
      ...options,
      listId,
      maxRows,
      credits: owner.isTest ? Infinity : await creditsOf(store, owner.accountId),
      importer: options.import_results === true ? importer : undefined,
      signal,
      counted,
    });
    const { imported, stored } = counted;
    const results = importer === undefined ? imported : await countBlocks(store, listId, stored);
    const warnings = warningsOf(file, counted.several, options);
    const list = await finish(store, owner, listId, file, counted, { results, warnings }, repeatable);
    return { list, file, counted, vendor: importer?.vendor };
  } catch (error) {
    await file?.rows.return();
    // If the store is away, the upload is silent, and deleted as one that broke off.
    await abandon(store, listId, counted).catch(() => undefined);
    throw error instanceof ListFileError ? asRefusal(error) : error;
  }
};

/** A file's fault as a problem. @param members further members of the problem. */
export const asRefusal = (error: ListFileError, members: Record<string, unknown> = {}): Refusal =>
  new Refusal(
    error.code === 'file_too_large' || error.code === 'too_many_rows' ? 'too_large' : 'wrong_file',
    error.message,
    { connection: 'close' },
    { reason: error.code, ...members },
  );
