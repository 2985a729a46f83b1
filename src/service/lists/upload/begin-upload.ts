/** The beginning of an upload: a list that nobody sees yet. */
import type { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '../../../protocol/refusal.js';
import type { Inside, Store } from '../../schema.js';
import { inTransaction } from '../../store/transaction.js';
import type { Owner } from '../access.js';
import type { Source } from './source.js';
import type { UploadLimits } from '../list-limits.js';

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
/** Bytes of their rows, in files of the largest size: rows that are no address cost nothing. */
const MAX_FULL_FILES = 4;
const MB = 1_000_000;

/**
 * @throws Refusal `conflict` if an account keeps too much, with the rows of deleted lists that are not yet deleted
 * themselves.
 */
const checkKept = async (
  { db }: Store,
  { accountId }: Owner,
  { maxRows, maxStreamBytes }: UploadLimits,
): Promise<void> => {
  const kept = await db
    .selectFrom('batches')
    .select([
      sql<number>`count(*) filter (where deleted_at is null)`.as('lists'),
      sql<number>`coalesce(sum(total), 0)::bigint`.as('rows'),
      sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'),
    ])
    .where('account_id', '=', accountId)
    .where('has_rows', '=', true)
    .executeTakeFirstOrThrow();
  const { lists, rows, bytes } = kept;
  if (lists < MAX_LISTS && rows < MAX_FULL_LISTS * maxRows && bytes < MAX_FULL_FILES * maxStreamBytes) return;
  throw new Refusal(
    'conflict',
    `This account keeps ${lists} lists with ${rows} rows of ${Math.ceil(bytes / MB)} MB; delete some of them first. The rows of deleted lists count until they are gone.`,
    { connection: 'close' },
  );
};

/**
 * Checks that the account of a request is still there: it may have been deleted since its key or its session was read.
 * It is locked: who deletes it waits for the end of the transaction, and sees the list.
 * @throws Refusal `conflict`.
 */
const checkAccount = async ({ db }: Inside, { accountId, keyId }: Owner): Promise<void> => {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forKeyShare().execute();
  const found =
    keyId === null
      ? db.selectFrom('accounts').select('id').where('id', '=', accountId).where('owner_id', 'is not', null)
      : db.selectFrom('api_keys').select('id').where('id', '=', keyId);
  if ((await found.executeTakeFirst()) === undefined)
    throw new Refusal('conflict', 'This account was deleted.', { connection: 'close' });
};

const addList = async (
  { db, now }: Inside,
  { accountId, keyId, isTest }: Owner,
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
      is_test: isTest,
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

/**
 * Adds a list that nobody sees yet.
 * @returns its id; null if the account has an upload with this key.
 * @throws Refusal `conflict` if the account keeps too much, or was deleted.
 */
export const beginUpload = async (
  store: Store,
  owner: Owner,
  source: Source,
  limits: UploadLimits,
  repeatable: Repeatable | undefined,
): Promise<number | null> => {
  await checkKept(store, owner, limits);
  return inTransaction(store, async (inside) => {
    await checkAccount(inside, owner);
    return addList(inside, owner, source, limits, repeatable);
  });
};
