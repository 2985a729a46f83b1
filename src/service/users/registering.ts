import { z } from 'zod';
import { Refusal } from '../../protocol/refusal.js';
import { openAccount } from '../accounts/accounts.js';
import type { Store } from '../schema.js';
import { answerOf, describe } from '../http/endpoint.js';
import { optional } from '../http/request-fields.js';
import { mailboxOf } from './mailbox.js';
import { takeUsedFree } from '../credits/used-free.js';
import { addUser, holdersOf } from './users.js';
import { wrongPassword } from './auth.js';
import { later, type Background } from '../http/background.js';
import type { KeyStore } from '../keys/keys.js';
import type { Logger } from '../monitoring/log.js';
import { DONE, done, get, MAIL_FOLLOWS, mailFollows, post, type Origins } from './session-endpoint.js';
import { EMAIL, PASSWORD, TOKEN } from './credential-fields.js';
import { hash, verify } from './hashing.js';
import { checkInvitation, useInvitation } from './invitations.js';
import { LETTERS } from './letters.js';
import { LIMITS, type Limiter } from './attempt-limits.js';
import type { Mailer } from './mail.js';
import { checkNewPassword } from './passwords.js';
import { makeToken, takeBackTry, tryToken, useToken, type Links } from './tokens.js';
import type { Registration } from './users-options.js';

/** The parts of the service that these endpoints use. */
interface Parts extends Origins {
  store: Store;
  keys: KeyStore;
  limiter: Limiter;
  mailer: Mailer;
  background: Background;
  log: Logger;
  /** The public URL, with which links in mails begin. Never taken from a request. */
  url: string;
  registration: Registration;
}

export const SETTINGS = answerOf(
  'Who may register.',
  z.object({ registration: z.enum(['open', 'invite', 'closed']) satisfies z.ZodType<Registration> }),
  { registration: 'invite' },
);

const settings = describe(
  { summary: 'Tells who may register', access: 'anyone', answer: SETTINGS },
  get({}, ({ registration }: Parts) => Promise.resolve(Response.json({ registration }))),
);

/** @throws Refusal `registration_closed`, or `wrong_invitation` where one is needed. */
const checkOpen = async (
  registration: Registration,
  invitation: string | undefined,
  check: (code: string) => Promise<void>,
): Promise<void> => {
  if (registration === 'closed')
    throw new Refusal('registration_closed', 'The operator of this service opens accounts; ask there.');
  if (registration === 'invite') await check(invitation ?? '');
};

/**
 * A registration is a link until it is opened: nobody can take an address by registering it. What depends on the address is
 * done after the response.
 */
const register = describe(
  {
    summary: 'Registers an address',
    details: 'The mail has a link with #confirm=TOKEN, valid for 24 hours, or says that there is an account.',
    access: 'anyone',
    answer: MAIL_FOLLOWS,
    problems: ['weak_password', 'registration_closed', 'wrong_invitation', 'rate_limited'],
  },
  post(
    { email: EMAIL, password: PASSWORD, invitation: optional(TOKEN) },
    async (parts: Parts, { body: { email, password, invitation }, client }) => {
      const { limiter, mailer, registration, store, url } = parts;
      await limiter.take(LIMITS.mailsOfClient, client);
      await checkOpen(registration, invitation, (code) => checkInvitation(store, code));
      await checkNewPassword(password, email);
      await limiter.take(LIMITS.mailsToMailbox, 'register', mailboxOf(email));
      later(parts, async () => {
        const hashed = await hash(password, client);
        const known = await holdersOf(store.db, email).executeTakeFirst();
        if (known !== undefined) {
          mailer.send(email, LETTERS.exists(url));
          return;
        }
        const pending = { email, password: hashed, invitation: invitation ?? null };
        mailer.send(email, LETTERS.confirm(url, await makeToken(store, store.db, 'confirm', pending)));
      });
      return mailFollows();
    },
  ),
);

/**
 * Checks the password of a registration: somebody else may have registered the address of the person who opens the link.
 * @throws Refusal `wrong_link` or `wrong_password`.
 */
const checkRegistered = async (
  store: Store,
  { token, password }: { token: string; password: string },
  client: string,
): Promise<Links['confirm']> => {
  const { value, left } = await tryToken(store, 'confirm', token);
  const isRight = await verify(password, value.password, client).catch(async (error: unknown) => {
    await takeBackTry(store, 'confirm', token);
    throw error;
  });
  if (isRight) return value;
  const next = left > 0 ? `${left} more attempts are left` : 'the link no longer works: register again';
  throw wrongPassword(`This is not the password that was chosen at the registration of this link; ${next}.`);
};

const confirm = describe(
  {
    summary: 'Makes the user and the account of a registration',
    details: 'With the password of the registration. After five wrong ones the link is dead.',
    access: 'anyone',
    answer: DONE,
    problems: ['wrong_link', 'wrong_password', 'registration_closed', 'wrong_invitation', 'conflict', 'rate_limited'],
  },
  post({ token: TOKEN, password: PASSWORD }, async ({ keys, limiter, registration }: Parts, { body, client }) => {
    const { store, hashes } = keys;
    await limiter.take(LIMITS.client, client);
    const { email, password, invitation } = await checkRegistered(store, body, client);
    await store.db.transaction().execute(async (db) => {
      await useToken(store, db, 'confirm', body.token);
      await checkOpen(registration, invitation ?? undefined, (code) => useInvitation(store, db, code));
      const userId = await addUser(db, email, password, 'user');
      // The sender has the mail to this address, so this tells nothing new.
      if (userId === null) throw new Refusal('conflict', 'This mailbox has an account already; sign in with it.');
      const { id: accountId } = await openAccount(db, keys, userId);
      await takeUsedFree(store, db, { accountId, mailbox: hashes.mailbox(mailboxOf(email)) });
    });
    return done();
  }),
);

export const REGISTRATION_ENDPOINTS = { settings, register, confirm };
