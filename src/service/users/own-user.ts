/** Changing and deleting one's own user. */
import { Refusal } from '../../protocol/refusal.js';
import { describe } from '../endpoint.js';
import { eraseLists } from '../lists/deletion.js';
import { keepUsedFree } from '../used-free.js';
import { eraseAccount, setAddress } from './accounts.js';
import { ask } from './auth.js';
import { later } from './background.js';
import { DONE, done, DONE_WITH_COOKIE, MAIL_FOLLOWS, mailFollows, post } from './endpoint.js';
import { EMAIL, PASSWORD, TOKEN } from './fields.js';
import { LETTERS } from './letters.js';
import { LIMITS } from './limits.js';
import { authHeaders, checkPassword, cookieOf, signedIn } from './sessions.js';
import { makeToken, useToken, wrongLink } from './tokens.js';

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
    const { userId } = await signedIn(parts, headers, trace);
    await checkPassword(parts, userId, password);
    await limiter.take(LIMITS.mailsOfClient, client);
    await limiter.take(LIMITS.mailsToAddress, email);
    later(parts, async () => {
      const known = await store.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
      if (known !== undefined) {
        mailer.send(email, LETTERS.exists(url));
        return;
      }
      mailer.send(email, LETTERS.address(url, await makeToken(store, store.db, 'address', { email }, userId)));
    });
    return mailFollows();
  }),
);

const confirmAddress = describe(
  {
    summary: 'Sets the new address, and tells the old one',
    access: 'anyone',
    answer: DONE,
    problems: ['wrong_link', 'conflict', 'rate_limited'],
  },
  post({ token: TOKEN }, async (parts, { body: { token }, client }) => {
    const { limiter, mailer, store, url } = parts;
    await limiter.take(LIMITS.client, client);
    const before = await store.db.transaction().execute(async (db) => {
      const { value, userId } = await useToken(store, db, 'address', token);
      const user = db.selectFrom('users').select(['id', 'email']).where('id', '=', userId).forUpdate();
      const { id, email } = await user.executeTakeFirstOrThrow(wrongLink);
      // The sender has the mail to this address, so this tells nothing new.
      if (!(await setAddress(db, id, value.email)))
        throw new Refusal('conflict', 'Another account has this address already.');
      return email;
    });
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
  post({ password: PASSWORD }, async (parts, { body: { password }, headers, trace }) => {
    const { auth, keys, store } = parts;
    const { userId, accountId, email, role } = await signedIn(parts, headers, trace);
    await checkPassword(parts, userId, password);
    if (role === 'operator')
      throw new Refusal('conflict', 'The account of the operator runs this service; it ends with the data folder.');
    await store.db.transaction().execute(async (db) => {
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
