import { Refusal } from '../../protocol/refusal.js';
import { openAccount } from '../accounts.js';
import { takeUsedFree } from '../used-free.js';
import { optional } from '../fields.js';
import { addUser } from './accounts.js';
import { later } from './background.js';
import { done, get, mailFollows, post } from './endpoint.js';
import { EMAIL, PASSWORD, TOKEN } from './fields.js';
import { hash } from './hashing.js';
import { checkInvitation, useInvitation } from './invitations.js';
import { LETTERS } from './letters.js';
import { LIMITS } from './limits.js';
import type { Parts } from './parts.js';
import { checkNewPassword } from './passwords.js';
import { makeToken, useToken } from './tokens.js';

const settings = get(({ registration }) => Promise.resolve(Response.json({ registration })));

/** @throws Refusal `registration_closed`, or `wrong_invitation` where one is needed. */
const checkOpen = async (
  { registration }: Parts,
  invitation: string | undefined,
  check: (code: string) => Promise<void>,
): Promise<void> => {
  if (registration === 'closed')
    throw new Refusal('registration_closed', 'The operator of this service opens accounts; ask there.');
  if (registration === 'invite') await check(invitation ?? '');
};

/**
 * A registration is a link until it is opened: nobody can take an address by registering it, and the password is that of
 * the person who has the mail. What depends on the address is done after the response.
 */
const register = post(
  { email: EMAIL, password: PASSWORD, invitation: optional(TOKEN) },
  async (parts, { body: { email, password, invitation }, client }) => {
    const { limiter, mailer, store, url } = parts;
    await limiter.take(LIMITS.mailsOfClient, client);
    await checkOpen(parts, invitation, (code) => checkInvitation(store, code));
    await checkNewPassword(password, email);
    await limiter.take(LIMITS.mailsToAddress, email);
    later(parts, async () => {
      const hashed = await hash(password);
      const known = await store.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
      if (known !== undefined) {
        mailer.send(email, LETTERS.exists(url));
        return;
      }
      const pending = { email, password: hashed, invitation: invitation ?? null };
      mailer.send(email, LETTERS.confirm(url, await makeToken(store, store.db, 'confirm', pending)));
    });
    return mailFollows();
  },
);

const confirm = post({ token: TOKEN }, async (parts, { body: { token }, client }) => {
  const { keys, limiter, store } = parts;
  await limiter.take(LIMITS.client, client);
  await store.db.transaction().execute(async (db) => {
    const { email, password, invitation } = (await useToken(store, db, 'confirm', token)).value;
    await checkOpen(parts, invitation ?? undefined, (code) => useInvitation(store, db, code));
    const userId = await addUser(db, email, password, 'user');
    // The sender has the mail to this address, so this tells nothing new.
    if (userId === null) throw new Refusal('conflict', 'This address has an account already; sign in with it.');
    const { id: accountId } = await openAccount(db, keys, userId);
    await takeUsedFree(store, db, keys.hashes, { accountId, email });
  });
  return done();
});

export const REGISTRATION_ENDPOINTS = { settings, register, confirm };
