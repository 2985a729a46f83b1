import { describe } from '../http/endpoint.js';
import { mailboxOf } from './mailbox.js';
import { lockUser, setPassword } from './users.js';
import { wrongPassword, type Auth } from './auth.js';
import type { Devices } from './devices.js';
import { later, type Background } from '../http/background.js';
import type { Logger } from '../monitoring/log.js';
import type { Store } from '../schema.js';
import { done, DONE_WITH_COOKIE, MAIL_FOLLOWS, mailFollows, post, type Origins } from './session-endpoint.js';
import { EMAIL, PASSWORD, TOKEN } from './credential-fields.js';
import { hash } from './hashing.js';
import { LETTERS } from './letters.js';
import { LIMITS, type Limiter } from './attempt-limits.js';
import type { Mailer } from './mail.js';
import { checkNewPassword } from './passwords.js';
import { signedIn } from './sessions.js';
import { beginSession, checkPassword } from './sign-in.js';
import { findToken, makeToken, useToken, wrongLink } from './tokens.js';

/** The parts of the service that these endpoints use. */
interface Parts extends Origins {
  store: Store;
  auth: Auth;
  devices: Devices;
  limiter: Limiter;
  mailer: Mailer;
  background: Background;
  log: Logger;
  /** The public URL, with which links in mails begin. Never taken from a request. */
  url: string;
}

const forgot = describe(
  {
    summary: 'Sends a link to set a new password',
    details: 'The link has #reset=TOKEN and is valid for an hour. Without an account there is no mail.',
    access: 'anyone',
    answer: MAIL_FOLLOWS,
    problems: ['rate_limited'],
  },
  post({ email: EMAIL }, async (parts: Parts, { body: { email }, headers, client }) => {
    const { devices, limiter, mailer, store, url } = parts;
    const mailbox = mailboxOf(email);
    const device = await devices.find(headers, email);
    if (device === null) {
      await limiter.take(LIMITS.mailsOfClient, client);
      await limiter.take(LIMITS.mailsToMailbox, 'reset', mailbox);
    } else {
      await limiter.take(LIMITS.mailsOfUser, device.userId);
      await limiter.take(LIMITS.mailsToMailbox, 'reset', mailbox, device.userId);
    }
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
    details:
      'Ends all sessions and voids other links. The browser has limits of its own from then on, as after a sign-in.',
    access: 'anyone',
    answer: DONE_WITH_COOKIE,
    problems: ['wrong_link', 'weak_password', 'rate_limited'],
  },
  post({ token: TOKEN, password: PASSWORD }, async (parts: Parts, { body: { token, password }, headers, client }) => {
    const { devices, limiter, mailer, store, url } = parts;
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
    const hashed = await hash(password, client);
    await store.db.transaction().execute(async (db) => {
      await lockUser(db, userId);
      await useToken(store, db, 'reset', token);
      await setPassword(db, userId, hashed);
    });
    mailer.send(email, LETTERS.passwordChanged(url));
    return done(new Headers({ 'set-cookie': await devices.remember(headers, userId) }));
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
    async (parts: Parts, { body: { password, new_password }, headers, client, trace }) => {
      const { mailer, store, url } = parts;
      const { userId, email } = await signedIn(parts, headers, trace);
      await checkNewPassword(new_password, email);
      const before = await checkPassword(parts, userId, password, client);
      const hashed = await hash(new_password, client);
      await store.db.transaction().execute(async (db) => {
        await lockUser(db, userId);
        const current = db.selectFrom('credentials').select('password').where('user_id', '=', userId);
        // Changed by a link meanwhile.
        if ((await current.executeTakeFirst())?.password !== before) throw wrongPassword();
        await setPassword(db, userId, hashed);
      });
      const cookies = await beginSession(parts, { userId, hashed }, headers);
      mailer.send(email, LETTERS.passwordChanged(url));
      return done(cookies);
    },
  ),
);

export const PASSWORD_ENDPOINTS = { 'forgot-password': forgot, 'reset-password': reset, 'change-password': change };
