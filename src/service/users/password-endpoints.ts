import { isAPIError } from 'better-auth/api';
import { describe } from '../endpoint.js';
import { setPassword } from './accounts.js';
import { ask, wrongPassword } from './auth.js';
import { later } from './background.js';
import { DONE, done, DONE_WITH_COOKIE, MAIL_FOLLOWS, mailFollows, post } from './endpoint.js';
import { EMAIL, PASSWORD, TOKEN } from './fields.js';
import { hash } from './hashing.js';
import { LETTERS } from './letters.js';
import { LIMITS } from './limits.js';
import { checkNewPassword } from './passwords.js';
import { authHeaders, cookieOf, signedIn } from './sessions.js';
import { findToken, makeToken, useToken, wrongLink } from './tokens.js';

const forgot = describe(
  {
    summary: 'Sends a link to set a new password',
    details: 'The link has #reset=TOKEN and is valid for an hour. Without an account there is no mail.',
    access: 'anyone',
    answer: MAIL_FOLLOWS,
    problems: ['rate_limited'],
  },
  post({ email: EMAIL }, async (parts, { body: { email }, client }) => {
    const { limiter, mailer, store, url } = parts;
    await limiter.take(LIMITS.mailsOfClient, client);
    await limiter.take(LIMITS.mailsToAddress, email);
    later(parts, async () => {
      const user = await store.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
      if (user === undefined) return;
      mailer.send(email, LETTERS.reset(url, await makeToken(store, store.db, 'reset', {}, user.id)));
    });
    return mailFollows();
  }),
);

const reset = describe(
  {
    summary: 'Sets the password by a link',
    details: 'Ends all sessions and voids other links.',
    access: 'anyone',
    answer: DONE,
    problems: ['wrong_link', 'weak_password', 'rate_limited'],
  },
  post({ token: TOKEN, password: PASSWORD }, async (parts, { body: { token, password }, client }) => {
    const { limiter, mailer, store, url } = parts;
    await limiter.take(LIMITS.client, client);
    // Before the hash, which costs time: a guessed token ends here.
    const { userId } = await findToken(store, 'reset', token);
    if (userId === null) throw wrongLink();
    const { email } = await store.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(wrongLink);
    await checkNewPassword(password, email);
    const hashed = await hash(password);
    await store.db.transaction().execute(async (db) => {
      await useToken(store, db, 'reset', token);
      await setPassword(db, userId, hashed);
    });
    mailer.send(email, LETTERS.passwordChanged(url));
    return done();
  }),
);

/** Changes the password, ends all sessions, and continues in a new one. */
const change = describe(
  {
    summary: 'Changes the password',
    details: 'Ends all sessions and begins a new one.',
    access: 'session',
    answer: DONE_WITH_COOKIE,
    problems: ['weak_password', 'wrong_password', 'rate_limited'],
  },
  post(
    { password: PASSWORD, new_password: PASSWORD },
    async (parts, { body: { password, new_password }, headers, trace }) => {
      const { auth, limiter, mailer, store, url } = parts;
      const { userId, email } = await signedIn(parts, headers, trace);
      await limiter.take(LIMITS.user, userId);
      await checkNewPassword(new_password, email);
      const body = { currentPassword: password, newPassword: new_password, revokeOtherSessions: true };
      const answer = auth.api.changePassword({ body, headers: authHeaders(headers), returnHeaders: true });
      const changed = await ask(answer).catch((error: unknown) => {
        throw isAPIError(error) && error.body?.code === 'INVALID_PASSWORD' ? wrongPassword() : error;
      });
      // Links that were sent before.
      await store.db.deleteFrom('verifications').where('user_id', '=', userId).execute();
      await limiter.reset(LIMITS.user, userId);
      mailer.send(email, LETTERS.passwordChanged(url));
      return done(cookieOf(changed.headers));
    },
  ),
);

export const PASSWORD_ENDPOINTS = { 'forgot-password': forgot, 'reset-password': reset, 'change-password': change };
