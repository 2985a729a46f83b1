import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '../../protocol/refusal.js';
import type { Db, Store } from '../schema.js';

/** The links by purpose: the effect of opening one, and the data stored with it. */
export interface Links {
  /** Makes the account of a registration. */
  confirm: { email: string; password: string; invitation: string | null };
  /** Sets a new password. */
  reset: Record<string, never>;
  /** Changes the user's address. */
  address: { email: string };
  /** Makes the operator's account, or gives the operator a new address and password. */
  operator: Record<string, never>;
}
export type Purpose = keyof Links;

/** The time for which each link works, in hours. */
export const HOURS: Readonly<Record<Purpose, number>> = { confirm: 24, reset: 1, address: 24, operator: 24 };

/** Expired links that are removed with each new one. */
const SWEPT = 10;

const TOKEN_BYTES = 32;

/** A token of 256 random bits. */
export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** SHA-256 is enough: nobody can try 2^256 tokens. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const identifierOf = (purpose: Purpose, token: string): string =>
  `${purpose}:${hashToken(token).toString('base64url')}`;

/**
 * Makes a link that works once.
 * @param userId the user whom it concerns; the link goes with the user.
 * @returns its token; only the hash is stored.
 */
export const makeToken = async <P extends Purpose>(
  { now }: Store,
  db: Db,
  purpose: P,
  value: Links[P],
  userId: string | null = null,
): Promise<string> => {
  const token = createToken();
  await sql`delete from verifications where id in (
    select id from verifications where expires_at < ${now} limit ${sql.lit(SWEPT)} for update skip locked)`.execute(db);
  await db
    .insertInto('verifications')
    .values({
      id: randomUUID(),
      identifier: identifierOf(purpose, token),
      value: JSON.stringify(value),
      user_id: userId,
      expires_at: sql<Date>`${now} + ${sql.lit(HOURS[purpose])} * interval '1 hour'`,
    })
    .execute();
  return token;
};

export const wrongLink = (): Refusal =>
  new Refusal('wrong_link', 'This link was used already, has expired, or is not complete; ask for a new one.');

/** A link that works. */
interface Found<P extends Purpose> {
  value: Links[P];
  userId: string | null;
}

const read = <P extends Purpose>(row: { value: string; user_id: string | null } | undefined): Found<P> => {
  if (row === undefined) throw wrongLink();
  // The text is of makeToken().
  return { value: JSON.parse(row.value) as Links[P], userId: row.user_id };
};

/** @throws Refusal `wrong_link` if there is no such link, or it has expired. */
export const findToken = async <P extends Purpose>(
  { db, now }: Store,
  purpose: P,
  token: string,
): Promise<Found<P>> => {
  const found = db.selectFrom('verifications').select(['value', 'user_id']).where('expires_at', '>', now);
  return read(await found.where('identifier', '=', identifierOf(purpose, token)).executeTakeFirst());
};

/** Attempts with a password at a link. */
const MAX_TRIES = 5;

/**
 * Counts an attempt with a password at a link, before the password is checked: of any number at once, five are.
 * @returns the link, and how many attempts are left.
 * @throws Refusal `wrong_link` if there is no such link, or it has expired, or none is left.
 */
export const tryToken = async <P extends Purpose>(
  store: Store,
  purpose: P,
  token: string,
): Promise<Found<P> & { left: number }> => {
  const row = await store.db
    .updateTable('verifications')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('identifier', '=', identifierOf(purpose, token))
    .where('expires_at', '>', store.now)
    .where('tries', '<', MAX_TRIES)
    .returning(['value', 'user_id', 'tries'])
    .executeTakeFirst();
  if (row !== undefined) return { ...read(row), left: MAX_TRIES - row.tries };
  await findToken(store, purpose, token);
  throw new Refusal('wrong_link', 'This link got five wrong passwords and no longer works; register again.');
};

/** Takes back an attempt whose password could not be checked. */
export const takeBackTry = async ({ db }: Store, purpose: Purpose, token: string): Promise<void> => {
  await db
    .updateTable('verifications')
    .set(({ eb }) => ({ tries: eb('tries', '-', 1) }))
    .where('identifier', '=', identifierOf(purpose, token))
    .where('tries', '>', 0)
    .execute();
};

/**
 * Uses a link up: of several at once, one succeeds.
 * @throws Refusal `wrong_link` if there is no such link, or it has expired.
 */
export const useToken = async <P extends Purpose>(
  { now }: Store,
  db: Db,
  purpose: P,
  token: string,
): Promise<Found<P>> => {
  const used = db.deleteFrom('verifications').returning(['value', 'user_id']).where('expires_at', '>', now);
  return read(await used.where('identifier', '=', identifierOf(purpose, token)).executeTakeFirst());
};
