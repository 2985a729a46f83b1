import { sql } from 'kysely';
import { timestamp } from '../../protocol/index.js';
import { Refusal } from '../../protocol/refusal.js';
import { optional } from '../fields.js';
import type { Plan } from '../plans.js';
import type { Trace } from '../route.js';
import { ask, COOKIE, notSignedIn, wrongPassword } from './auth.js';
import { done, get, post } from './endpoint.js';
import { EMAIL, ID, PASSWORD } from './fields.js';
import { verify } from './hashing.js';
import { LIMITS } from './limits.js';
import type { Parts } from './parts.js';
import type { Role } from './tables.js';

/** Sessions that a user may have; the oldest ends for another one. */
const MAX_SESSIONS = 50;
/** Expired sessions that are removed at each sign-in. */
const SWEPT = 10;
/** The start of a User-Agent header that is stored. */
const MAX_USER_AGENT = 200;

/** The user of a request, and the session. */
export interface SignedIn {
  userId: string;
  email: string;
  role: Role;
  accountId: number;
  plan: Plan;
  sessionId: string;
}

/** The headers that better-auth needs, and no others. */
export const authHeaders = (headers: Headers): Headers =>
  new Headers({
    cookie: headers.get('cookie') ?? '',
    'user-agent': (headers.get('user-agent') ?? '').slice(0, MAX_USER_AGENT),
  });

/** The session's cookie of a response: better-auth clears others with it, which are never set. */
export const cookieOf = (headers: Headers): Headers => {
  const cookies = headers.getSetCookie().filter((cookie) => cookie.includes(`${COOKIE}=`));
  return new Headers(cookies.map((cookie): [string, string] => ['set-cookie', cookie]));
};

/**
 * Finds the user who sent a request.
 * @throws Refusal `not_signed_in`.
 */
export const signedIn = async ({ store, auth }: Parts, headers: Headers, trace: Trace): Promise<SignedIn> => {
  const answer = auth.api.getSession({ headers: authHeaders(headers), query: { disableRefresh: true } });
  const found = await ask(answer);
  const user =
    found &&
    (await store.db
      .selectFrom('users')
      .innerJoin('accounts', 'accounts.owner_id', 'users.id')
      .select(['users.id as userId', 'users.email', 'users.role', 'accounts.id as accountId', 'accounts.plan'])
      .where('users.id', '=', found.user.id)
      .executeTakeFirst());
  if (!user) throw notSignedIn();
  trace.account = user.accountId;
  return { ...user, sessionId: found.session.id };
};

/**
 * Finds the operator who sent a request.
 * @throws Refusal `not_signed_in` or `not_operator`.
 */
export const asOperator = async (parts: Parts, headers: Headers, trace: Trace): Promise<SignedIn> => {
  const user = await signedIn(parts, headers, trace);
  if (user.role !== 'operator') throw new Refusal('not_operator', 'Ask the operator of this service to do this.');
  return user;
};

/**
 * Asks the user of a session for the password again.
 * @throws Refusal `wrong_password` or `rate_limited`.
 */
export const checkPassword = async ({ store, limiter }: Parts, userId: string, password: string): Promise<void> => {
  await limiter.take(LIMITS.user, userId);
  const credential = store.db.selectFrom('credentials').select('password').where('user_id', '=', userId);
  if (!(await verify(password, (await credential.executeTakeFirst())?.password))) throw wrongPassword();
  await limiter.reset(LIMITS.user, userId);
};

/** Removes sessions that have expired, and the user's oldest ones over the limit. */
const sweep = async ({ store: { db } }: Parts, userId: string): Promise<void> => {
  await sql`delete from sessions where id in (
    select id from sessions where expires_at < now() limit ${sql.lit(SWEPT)} for update skip locked)`.execute(db);
  await sql`delete from sessions where id in (
    select id from sessions where user_id = ${userId} order by created_at desc, id offset ${sql.lit(MAX_SESSIONS)})`.execute(
    db,
  );
};

const signIn = post({ email: EMAIL, password: PASSWORD }, async (parts, { body, headers, client }) => {
  const { auth, limiter, store } = parts;
  const { email } = body;
  await limiter.take(LIMITS.client, client);
  await limiter.take(LIMITS.addressAndClient, email, client);
  await limiter.take(LIMITS.address, email);
  const before = await ask(auth.api.getSession({ headers: authHeaders(headers), query: { disableRefresh: true } }));
  const answer = await ask(auth.api.signIn({ body, headers: authHeaders(headers), returnHeaders: true }));
  // The cookie of the session before is replaced, so nobody could end it.
  if (before) await store.db.deleteFrom('sessions').where('id', '=', before.session.id).execute();
  await sweep(parts, answer.response.userId);
  await limiter.reset(LIMITS.addressAndClient, email, client);
  return done(cookieOf(answer.headers));
});

const signOut = post({}, async ({ auth }, { headers }) => {
  const answer = await ask(auth.api.signOut({ headers: authHeaders(headers), returnHeaders: true }));
  return done(cookieOf(answer.headers));
});

const session = get(async (parts, { headers, trace }) => {
  const { userId, email, role, accountId, sessionId } = await signedIn(parts, headers, trace);
  // Prolongs the session, and the cookie with it.
  const prolonged = await ask(parts.auth.api.getSession({ headers: authHeaders(headers), returnHeaders: true }));
  const user = { id: userId, email, role, account: accountId };
  return Response.json({ user, session: { id: sessionId } }, { headers: cookieOf(prolonged.headers) });
});

const sessions = get(async (parts, { headers, trace }) => {
  const { userId, sessionId } = await signedIn(parts, headers, trace);
  const rows = await parts.store.db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .execute();
  return Response.json({
    sessions: rows.map(({ id, user_agent, created_at, expires_at }) => ({
      id,
      current: id === sessionId,
      user_agent,
      created_at: timestamp(created_at),
      expires_at: timestamp(expires_at),
    })),
  });
});

/** Ends one of the user's sessions, or all but this one. */
const endSessions = post({ id: optional(ID) }, async (parts, { body: { id }, headers, trace }) => {
  const { userId, sessionId } = await signedIn(parts, headers, trace);
  const own = parts.store.db.deleteFrom('sessions').where('user_id', '=', userId);
  const ended = id === undefined ? own.where('id', '<>', sessionId) : own.where('id', '=', id);
  const { numDeletedRows } = await ended.executeTakeFirst();
  if (id !== undefined && numDeletedRows === 0n) throw new Refusal('not_found', 'You have no session with this id.');
  return done();
});

export const SESSION_ENDPOINTS = {
  'sign-in': signIn,
  'sign-out': signOut,
  session,
  sessions,
  'end-sessions': endSessions,
};
