/** The mail providers that tell an account's outcomes: each has an address with a secret, and some sign their messages. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '../../protocol/refusal.js';
import type { Hashes } from '../keys/hashes.js';
import type { Seal } from '../keys/seal.js';
import type { Store } from '../schema.js';
import { inTransaction } from '../store/transaction.js';
import { measure } from './accuracy/verdict-memory.js';
import type { MailProvider } from './providers/index.js';

/** The sources that an account can have. */
const MOST_SOURCES = 20;
const SECRET_BYTES = 24;
/** The text of a secret. */
export const SECRET_TEXT = /^[\w-]{32}$/;

/** The store, and what hides the secrets in it. */
export interface SourceStore {
  store: Store;
  hashes: Pick<Hashes, 'source' | 'mailbox'>;
  seal: Seal;
}

/** Binds a sealed key to its place. */
const contextOf = (accountId: number, hash: Buffer): Buffer =>
  Buffer.from(`mail source ${accountId} ${hash.toString('hex')}`);

/**
 * Makes a source.
 * @param signingKey null for a provider that signs nothing.
 * @returns its id, and the secret of its address, which is not stored.
 * @throws Refusal `conflict` for an account with too many.
 */
export const addSource = (
  { store, hashes, seal }: SourceStore,
  accountId: number,
  provider: MailProvider,
  signingKey: string | null,
): Promise<{ id: number; secret: string }> =>
  inTransaction(store, async (inside) => {
    const { db, now } = inside;
    // One at a time, so that they can be counted.
    await db.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
    const there = await db.selectFrom('mail_sources').select('id').where('account_id', '=', accountId).execute();
    if (there.length >= MOST_SOURCES)
      throw new Refusal('conflict', `This account has ${MOST_SOURCES} sources; delete one first.`);
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const hash = hashes.source(secret);
    const sealed = signingKey === null ? null : seal.seal(signingKey, contextOf(accountId, hash));
    const { id } = await db
      .insertInto('mail_sources')
      .values({ account_id: accountId, provider, hash, sealed, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await measure(inside, accountId);
    return { id, secret };
  });

/** A source, as its account sees it. */
export interface Source {
  id: number;
  provider: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** The outcomes that it has reported, repeats among them. */
  reports: number;
}

/** The sources of an account, oldest first. */
export const listSources = async ({ db }: Store, accountId: number): Promise<Source[]> => {
  const columns = ['id', 'provider', 'created_at', 'last_used_at', 'reports'] as const;
  const rows = await db
    .selectFrom('mail_sources')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return rows.map(({ id, provider, created_at, last_used_at, reports }) => ({
    id,
    provider,
    createdAt: created_at,
    lastUsedAt: last_used_at,
    reports,
  }));
};

/** Deletes a source: its address ends. @returns false if the account has none with this id. */
export const removeSource = async ({ db }: Store, accountId: number, id: number): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('mail_sources')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Counts outcomes that a source has reported. */
export const countReports = async ({ db }: Store, id: number, count: number): Promise<void> => {
  if (count === 0) return;
  await db
    .updateTable('mail_sources')
    .set({ reports: sql`reports + ${count}::integer` })
    .where('id', '=', id)
    .execute();
};

/**
 * Finds the source of an address, and notes its use.
 * @returns null if there is none, or its key was sealed under another `SECRET`.
 */
export const findSource = async (
  { store, hashes, seal }: SourceStore,
  provider: MailProvider,
  secret: string,
): Promise<{ id: number; accountId: number; signingKey: string } | null> => {
  const hash = hashes.source(secret);
  const { db, now } = store;
  const found = await db
    .selectFrom('mail_sources')
    .select(['id', 'account_id', 'sealed', sql<boolean>`last_used_at > ${now} - interval '1 minute'`.as('isFresh')])
    .where('hash', '=', hash)
    .where('provider', '=', provider)
    .executeTakeFirst();
  if (found === undefined) return null;
  const { id, account_id: accountId, sealed, isFresh } = found;
  if (!isFresh) await db.updateTable('mail_sources').set({ last_used_at: now }).where('id', '=', id).execute();
  const signingKey = sealed === null ? '' : seal.open(sealed, contextOf(accountId, hash));
  return signingKey === null ? null : { id, accountId, signingKey };
};
