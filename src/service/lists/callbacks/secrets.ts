/** The secrets that sign an account's callbacks. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import type { Seal } from '../../keys/seal.js';
import type { Store } from '../../schema.js';
import { inTransaction } from '../../store/transaction.js';

/** The bytes of a secret (Standard Webhooks 1.0: 24 to 64). */
const BYTES = 32;
/** Replaced secrets that sign besides the current one, at most: an older one ends. */
const MAX_REPLACED = 4;

/** The store, and what seals the secrets. */
export interface SecretStore {
  store: Store;
  seal: Seal;
}

/** Binds a sealed secret to its account. */
const contextOf = (accountId: number): Buffer => Buffer.from(`callback secret ${accountId}`);

const sealNew = ({ seal }: SecretStore, accountId: number): { secret: string; sealed: Buffer } => {
  const secret = `whsec_${randomBytes(BYTES).toString('base64')}`;
  return { secret, sealed: seal.seal(secret, contextOf(accountId)) };
};

/**
 * Reads the secrets that sign now, the current one first. The first call for an account makes one.
 * @returns null in place of each that was sealed under another `SECRET`.
 */
const readSecrets = async (secrets: SecretStore, accountId: number): Promise<(string | null)[]> => {
  const { store, seal } = secrets;
  const read = () =>
    store.db
      .selectFrom('callback_secrets')
      .select(['sealed', 'ends_at'])
      .where('account_id', '=', accountId)
      .where(sql<boolean>`(ends_at is null or ends_at > ${store.now})`)
      .orderBy('id', 'desc')
      .execute();
  let found = await read();
  if (!found.some(({ ends_at }) => ends_at === null)) {
    const { sealed } = sealNew(secrets, accountId);
    await sql`insert into callback_secrets (account_id, sealed, created_at) values (${accountId}, ${sealed}, ${store.now})
      on conflict (account_id) where ends_at is null do nothing`.execute(store.db);
    found = await read();
  }
  return found.map(({ sealed }) => seal.open(sealed, contextOf(accountId)));
};

/**
 * Reads the current secret of an account.
 * @returns null if it was sealed under another `SECRET`: it must be replaced.
 */
export const readSecret = async (secrets: SecretStore, accountId: number): Promise<string | null> =>
  (await readSecrets(secrets, accountId))[0] ?? null;

/**
 * Replaces the secret of an account. The old one signs as well for `graceMs`.
 * @returns the new one, and when the old one ends.
 */
export const rotateSecret = (
  secrets: SecretStore,
  accountId: number,
  graceMs: number,
): Promise<{ secret: string; oldEndsAt: Date | null }> =>
  inTransaction(secrets.store, async ({ db, now }) => {
    // One at a time.
    await db.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
    const old = await db
      .updateTable('callback_secrets')
      .set({ ends_at: sql<Date>`${now} + ${graceMs} * interval '1 millisecond'` })
      .where('account_id', '=', accountId)
      .where('ends_at', 'is', null)
      .returning('ends_at')
      .executeTakeFirst();
    await sql`delete from callback_secrets where account_id = ${accountId} and (ends_at <= ${now} or id not in (
      select id from callback_secrets where account_id = ${accountId} order by id desc limit ${sql.lit(MAX_REPLACED)}
    ))`.execute(db);
    const { secret, sealed } = sealNew(secrets, accountId);
    await db
      .insertInto('callback_secrets')
      .values({ account_id: accountId, sealed, created_at: now, ends_at: null })
      .execute();
    return { secret, oldEndsAt: old?.ends_at ?? null };
  });

/**
 * Signs a message by all secrets of an account (Standard Webhooks 1.0).
 * @returns the headers; null if the current secret was sealed under another `SECRET`.
 */
export const signMessage = async (
  secrets: SecretStore,
  accountId: number,
  id: string,
  body: string,
): Promise<Record<string, string> | null> => {
  const [current, ...replaced] = await readSecrets(secrets, accountId);
  if (current === null || current === undefined) return null;
  const now = new Date();
  const signatures = [current, ...replaced.filter((secret) => secret !== null)].map((secret) =>
    new Webhook(secret).sign(id, now, body),
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
};
