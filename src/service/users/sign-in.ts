/** Signing in and out, and the password of a user. */
import { sql } from 'kysely';
import { describe } from '../http/endpoint.js';
import type { Store } from '../schema.js';
import { ask, wrongPassword, type Auth } from './auth.js';
import type { Devices } from './devices.js';
import { done, DONE_WITH_COOKIE, post, type Asked, type Origins } from './session-endpoint.js';
import { EMAIL, PASSWORD } from './credential-fields.js';
import { verify } from './hashing.js';
import { LIMITS, type Limiter } from './attempt-limits.js';
import { authHeaders, cookieOf } from './sessions.js';

/** The parts of the service that these endpoints use. */
interface Parts extends Origins {
  store: Store;
  auth: Auth;
  devices: Devices;
  limiter: Limiter;
}

/** Sessions that a user may have; the oldest ends for another one. */
const MAX_SESSIONS = 50;
/** Expired sessions that are removed at each sign-in. */
const SWEPT = 10;

/**
 * Finds the user with an address and a password. Takes the same time for an unknown address.
 * @returns the id, and the hash that the password was checked with.
 * @throws Refusal `wrong_password`.
 */
const findUser = async (
  { db }: Store,
  { email, password }: { email: string; password: string },
  client: string,
): Promise<{ userId: string; hashed: string }> => {
  const found = await db
    .selectFrom('users')
    .innerJoin('credentials', 'credentials.user_id', 'users.id')
    .select(['users.id as userId', 'credentials.password as hashed'])
    .where('users.email', '=', email)
    .executeTakeFirst();
  const isRight = await verify(password, found?.hashed, client);
  if (found === undefined || !isRight) throw wrongPassword();
  return found;
};

/**
 * Asks the user of a session for the password again.
 * @returns the hash that it was checked with.
 * @throws Refusal `wrong_password` or `rate_limited`.
 */
export const checkPassword = async (
  { store, limiter }: { store: Store; limiter: Limiter },
  userId: string,
  password: string,
  client: string,
): Promise<string> => {
  await limiter.take(LIMITS.user, userId);
  const credential = store.db.selectFrom('credentials').select('password').where('user_id', '=', userId);
  const hashed = (await credential.executeTakeFirst())?.password;
  const isRight = await verify(password, hashed, client);
  if (hashed === undefined || !isRight) throw wrongPassword();
  await limiter.reset(LIMITS.user, userId);
  return hashed;
};

/**
 * Begins a session for a user whose password was checked.
 * @returns the cookies of the session and of the device.
 * @throws Refusal `wrong_password` if the password was changed meanwhile.
 */
export const beginSession = async (
  { auth, devices }: { auth: Auth; devices: Devices },
  body: { userId: string; hashed: string },
  headers: Headers,
): Promise<Headers> => {
  const answer = await ask(auth.api.begin({ body, headers: authHeaders(headers), returnHeaders: true }));
  const cookies = cookieOf(answer.headers);
  cookies.append('set-cookie', await devices.remember(headers, body.userId));
  return cookies;
};

/** Removes sessions that have expired, and the user's oldest ones over the limit. */
const sweep = async ({ db }: Store, userId: string): Promise<void> => {
  await sql`delete from sessions where id in (
    select id from sessions where expires_at < now() limit ${sql.lit(SWEPT)} for update skip locked)`.execute(db);
  await sql`delete from sessions where id in (
    select id from sessions where user_id = ${userId} order by created_at desc, id offset ${sql.lit(MAX_SESSIONS)})`.execute(
    db,
  );
};

/**
 * Counts an attempt to sign in: against the limit of the user's device if it comes from one, else against the limits that
 * all strangers share.
 * @returns true if it comes from a device of the user.
 * @throws Refusal `rate_limited`.
 */
const takeAttempt = async (
  { devices, limiter }: { devices: Devices; limiter: Limiter },
  email: string,
  { headers, client }: Pick<Asked, 'headers' | 'client'>,
): Promise<boolean> => {
  const device = await devices.find(headers, email);
  if (device !== null) {
    await limiter.take(LIMITS.device, device.userId, device.id);
    return true;
  }
  await limiter.take(LIMITS.client, client);
  await limiter.take(LIMITS.addressAndClient, email, client);
  await limiter.take(LIMITS.address, email);
  return false;
};

const signIn = describe(
  {
    summary: 'Begins a session',
    details: 'The session that the browser had before ends. A browser that has signed in before has limits of its own.',
    access: 'anyone',
    answer: DONE_WITH_COOKIE,
    problems: ['wrong_password', 'rate_limited'],
  },
  post({ email: EMAIL, password: PASSWORD }, async (parts: Parts, { body, headers, client }) => {
    const { auth, limiter, store } = parts;
    const { email } = body;
    const isKnown = await takeAttempt(parts, email, { headers, client });
    const before = await ask(auth.api.getSession({ headers: authHeaders(headers), query: { disableRefresh: true } }));
    const user = await findUser(store, body, client);
    const cookies = await beginSession(parts, user, headers);
    // The cookie of the session before is replaced, so nobody could end it.
    if (before) await store.db.deleteFrom('sessions').where('id', '=', before.session.id).execute();
    await sweep(store, user.userId);
    if (!isKnown) await limiter.reset(LIMITS.addressAndClient, email, client);
    return done(cookies);
  }),
);

const signOut = describe(
  { summary: 'Ends the session', access: 'anyone', answer: DONE_WITH_COOKIE },
  post({}, async ({ auth }: Parts, { headers }) => {
    const answer = await ask(auth.api.signOut({ headers: authHeaders(headers), returnHeaders: true }));
    return done(cookieOf(answer.headers));
  }),
);

export const SIGN_IN_ENDPOINTS = { 'sign-in': signIn, 'sign-out': signOut };
