/** Changing and deleting one's own user. */
import { Refusal } from '../../protocol/refusal.js';
import { describe } from '../http/endpoint.js';
import { mailboxOf } from './mailbox.js';
import { holdersOf, lockUser, setAddress } from './users.js';
import { ask, type Auth } from './auth.js';
import { later, type Background } from '../http/background.js';
import type { Hashes } from '../keys/hashes.js';
import type { Logger } from '../monitoring/log.js';
import type { Inside, Store } from '../schema.js';
import { inTransaction } from '../store/transaction.js';
import { DONE, done, DONE_WITH_COOKIE, MAIL_FOLLOWS, mailFollows, post, type Origins } from './session-endpoint.js';
import { EMAIL, PASSWORD, TOKEN } from './credential-fields.js';
import { LETTERS } from './letters.js';
import { LIMITS, type Limiter } from './attempt-limits.js';
import type { Mailer } from './mail.js';
import { authHeaders, cookieOf, signedIn } from './sessions.js';
import { checkPassword } from './sign-in.js';
import { findToken, makeToken, useToken, wrongLink } from './tokens.js';

/** An account whose user goes, and the keyed hash of the user's mailbox. */
export interface ErasedAccount {
  accountId: number;
  mailbox: Buffer;
}

/** The parts of the service that these endpoints use. */
interface Parts extends Origins {
  store: Store;
  hashes: Hashes;
  auth: Auth;
  limiter: Limiter;
  mailer: Mailer;
  background: Background;
  log: Logger;
  /** The public URL, with which links in mails begin. Never taken from a request. */
  url: string;
  /** Removes what the service has about an account, in the transaction that removes its user. */
  eraseAccount: (inside: Inside, account: ErasedAccount) => Promise<void>;
}

/** The new address is used once it is confirmed. If it is another user's, that one gets a mail. */
const changeAddress = describe(
  {
    summary: 'Sends a link that changes the address',
    details: 'The mail goes to the new address and has #address=TOKEN, valid for 24 hours.',
    access: 'session',
    answer: MAIL_FOLLOWS,
    problems: ['wrong_password', 'rate_limited'],
  },
  post(
    { email: EMAIL, password: PASSWORD },
    async (parts: Parts, { body: { email, password }, headers, client, trace }) => {
      const { limiter, mailer, store, url } = parts;
      const { userId, email: own } = await signedIn(parts, headers, trace);
      await checkPassword(parts, userId, password, client);
      await limiter.take(LIMITS.mailsOfUser, userId);
      await limiter.take(LIMITS.mailsToMailbox, 'address', mailboxOf(email), userId);
      later(parts, async () => {
        const other = await holdersOf(store.db, email).where('id', '<>', userId).executeTakeFirst();
        if (email === own || other !== undefined) {
          mailer.send(email, LETTERS.exists(url));
          return;
        }
        mailer.send(email, LETTERS.address(url, await makeToken(store, store.db, 'address', { email }, userId)));
      });
      return mailFollows();
    },
  ),
);

/** Needs the session of the user who asked: whoever else can read the mail could move the account otherwise. */
const confirmAddress = describe(
  {
    summary: 'Sets the new address, and tells the old one',
    details: 'In a session of the user who asked for the change.',
    access: 'session',
    answer: DONE,
    problems: ['wrong_link', 'wrong_user', 'conflict', 'rate_limited'],
  },
  post({ token: TOKEN }, async (parts: Parts, { body: { token }, headers, trace }) => {
    const { hashes, limiter, mailer, store, url } = parts;
    const { userId } = await signedIn(parts, headers, trace);
    await limiter.take(LIMITS.user, userId);
    const asked = await findToken(store, 'address', token);
    if (asked.userId !== userId)
      throw new Refusal('wrong_user', 'Another user asked for this change; sign in as that user, then open the link.');
    const before = await store.db.transaction().execute(async (db) => {
      const old = await lockUser(db, userId);
      const { value } = await useToken(store, db, 'address', token);
      if (old === undefined) throw wrongLink();
      // The sender has the mail to this address, so this tells nothing new.
      if (!(await setAddress({ store, hashes }, db, { id: userId, email: old }, value.email)))
        throw new Refusal('conflict', 'Another account has this address, or its mailbox, already.');
      return old;
    });
    await limiter.reset(LIMITS.user, userId);
    mailer.send(before, LETTERS.addressChanged(url));
    return done();
  }),
);

const remove = describe(
  {
    summary: 'Deletes the user',
    details:
      'With it go its sessions, keys, checks and lists; the ledger of credits stays, without a name. The account of the operator cannot be deleted.',
    access: 'session',
    answer: DONE_WITH_COOKIE,
    problems: ['wrong_password', 'conflict', 'rate_limited'],
  },
  post({ password: PASSWORD }, async (parts: Parts, { body: { password }, headers, client, trace }) => {
    const { auth, eraseAccount, hashes, store } = parts;
    const { userId, accountId, email, role } = await signedIn(parts, headers, trace);
    await checkPassword(parts, userId, password, client);
    if (role === 'operator')
      throw new Refusal('conflict', 'The account of the operator runs this service; it ends with the data folder.');
    await inTransaction(store, async (inside) => {
      await lockUser(inside.db, userId);
      await eraseAccount(inside, { accountId, mailbox: hashes.mailbox(mailboxOf(email)) });
      // With it go its password, its sessions and its links.
      await inside.db.deleteFrom('users').where('id', '=', userId).execute();
    });
    const ended = await ask(auth.api.signOut({ headers: authHeaders(headers), returnHeaders: true }));
    return done(cookieOf(ended.headers));
  }),
);

export const OWN_USER_ENDPOINTS = {
  'change-address': changeAddress,
  'confirm-address': confirmAddress,
  delete: remove,
};
