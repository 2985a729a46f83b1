import { Refusal } from '../../protocol/refusal.js';
import { describe } from '../http/endpoint.js';
import type { Hashes } from '../keys/hashes.js';
import type { Db, Store } from '../schema.js';
import { underStartLock } from '../store/migrate.js';
import { addUser, lockUser, setAddress, setPassword } from './users.js';
import { DONE, done, post, type Origins } from './session-endpoint.js';
import { EMAIL, PASSWORD, TOKEN } from './credential-fields.js';
import { hash } from './hashing.js';
import { linkTo } from './letters.js';
import { LIMITS, type Limiter } from './attempt-limits.js';
import { checkNewPassword } from './passwords.js';
import { findToken, makeToken, useToken } from './tokens.js';

/** The parts of the service that these endpoints use. */
interface Parts extends Origins {
  store: Store;
  hashes: Hashes;
  limiter: Limiter;
  /** The account that becomes the operator's. */
  firstAccount: number;
}

/** The operator's links, as a pattern for their identifiers. */
const LINKS = 'operator:%';

const findOperator = (db: Db) =>
  db.selectFrom('users').select(['id', 'email']).where('role', '=', 'operator').executeTakeFirst();

/** The operator's address; null: there is no operator yet. */
export const operatorAddress = async ({ db }: Store): Promise<string | null> => (await findOperator(db))?.email ?? null;

const makeLink = async (store: Store, db: Db, url: string): Promise<string> => {
  await db.deleteFrom('verifications').where('identifier', 'like', LINKS).execute();
  return linkTo(url, 'operator', await makeToken(store, db, 'operator', {}));
};

/** Makes the link that makes its opener the operator, and voids those before. Only the hash of its token is stored. */
export const operatorLink = (store: Store, url: string): Promise<string> =>
  store.db.transaction().execute((db) => makeLink(store, db, url));

/** Makes that link if there is neither an operator nor a link that works, else null. Of several processes, one makes it. */
export const firstOperatorLink = (store: Store, url: string): Promise<string | null> =>
  underStartLock(store.db, async (db) => {
    if ((await findOperator(db)) !== undefined) return null;
    const links = db.selectFrom('verifications').select('id').where('identifier', 'like', LINKS);
    const working = await links.where('expires_at', '>', store.now).executeTakeFirst();
    return working === undefined ? makeLink(store, db, url) : null;
  });

const inUse = (): Refusal =>
  new Refusal('conflict', 'Another account has this address, or its mailbox, already; give another one.');

/** Adds the operator, who gets the first account. */
const addOperator = async (db: Db, firstAccount: number, email: string, password: string): Promise<void> => {
  const id = await addUser(db, email, password, 'operator');
  if (id === null) throw inUse();
  await db.updateTable('accounts').set({ owner_id: id }).where('id', '=', firstAccount).execute();
};

/** Opens the operator's link: makes the operator's user, or gives it another address and password. */
const operator = describe(
  {
    summary: "Opens the operator's link",
    details: "Makes the operator's user, or gives it another address and password. The link has #operator=TOKEN.",
    access: 'anyone',
    answer: DONE,
    problems: ['wrong_link', 'weak_password', 'conflict', 'rate_limited'],
  },
  post(
    { token: TOKEN, email: EMAIL, password: PASSWORD },
    async (parts: Parts, { body: { token, email, password }, client }) => {
      const { hashes, limiter, store, firstAccount } = parts;
      await limiter.take(LIMITS.client, client);
      await findToken(store, 'operator', token);
      await checkNewPassword(password, email);
      const hashed = await hash(password, client);
      await store.db.transaction().execute(async (db) => {
        await useToken(store, db, 'operator', token);
        const found = await findOperator(db);
        if (found === undefined) return addOperator(db, firstAccount, email, hashed);
        await lockUser(db, found.id);
        if (!(await setAddress({ store, hashes }, db, found, email))) throw inUse();
        return setPassword(db, found.id, hashed);
      });
      return done();
    },
  ),
);

export const OPERATOR_ENDPOINTS = { operator };
