/** Changing and deleting one's own user. */
import { Refusal } from '../../protocol/refusal.js';
import { describe } from '../endpoint.js';
import { eraseLists } from '../lists/deletion.js';
import { mailboxOf } from '../mailbox.js';
import { keepUsedFree } from '../used-free.js';
import { eraseAccount, holdersOf, lockUser, setAddress } from './accounts.js';
import { ask } from './auth.js';
import { later } from './background.js';
import { DONE, done, DONE_WITH_COOKIE, MAIL_FOLLOWS, mailFollows, post } from './endpoint.js';
import { EMAIL, PASSWORD, TOKEN } from './fields.js';
import { LETTERS } from './letters.js';
import { LIMITS } from './limits.js';
import { authHeaders, cookieOf, signedIn } from './sessions.js';
import { checkPassword } from './sign-in.js';
import { findToken, makeToken, useToken, wrongLink } from './tokens.js';

/** The new address is used once it is confirmed. If it is another user's, that one gets a mail. */
const changeAddress = describe(
  {
    summary: 'Sends a link that changes the address',
    details: 'The mail goes to the new address and has #address=TOKEN, valid for 24 hours.',
    access: 'session',
    answer: MAIL_FOLLOWS,
    problems: ['wrong_password', 'rate_limited'],
  },
  post({ email: EMAIL, password: PASSWORD }, async (parts, { body: { email, password }, headers, client, trace }) => {
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
  }),
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
  post({ token: TOKEN }, async (parts, { body: { token }, headers, trace }) => {
    const { keys, limiter, mailer, store, url } = parts;
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
      if (!(await setAddress(keys, db, { id: userId, email: old }, value.email)))
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
  post({ password: PASSWORD }, async (parts, { body: { password }, headers, client, trace }) => {
    const { auth, keys, store } = parts;
    const { userId, accountId, email, role } = await signedIn(parts, headers, trace);
    await checkPassword(parts, userId, password, client);
    if (role === 'operator')
      throw new Refusal('conflict', 'The account of the operator runs this service; it ends with the data folder.');
    await store.db.transaction().execute(async (db) => {
      await lockUser(db, userId);
      await eraseAccount(db, accountId);
      await eraseLists({ ...store, db }, accountId);
      await keepUsedFree(store, db, keys.hashes, { accountId, email });
      // With it go its password, its sessions and its links.
      await db.deleteFrom('users').where('id', '=', userId).execute();
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
