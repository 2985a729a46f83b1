import { sql } from 'kysely';
import { z } from 'zod';
import { timestamp } from '../../protocol/index.js';
import { Refusal } from '../../protocol/refusal.js';
import { EXAMPLE_TIME, TIME } from '../http/time-schema.js';
import { answerOf, describe } from '../http/endpoint.js';
import { optional } from '../http/request-fields.js';
import type { Plan } from '../accounts/tables.js';
import type { Trace } from '../http/call.js';
import { ask, COOKIE, notSignedIn, type Auth } from './auth.js';
import { DONE, done, get, post, type Origins } from './session-endpoint.js';
import { ID } from './credential-fields.js';
import type { Store } from '../schema.js';
import { ROLES, type Role } from './tables.js';

/** The start of a User-Agent header that is stored. */
const MAX_USER_AGENT = 200;

/** The sessions of browsers, and their users. */
export interface SessionStore {
  store: Store;
  auth: Auth;
}

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
export const signedIn = async ({ store, auth }: SessionStore, headers: Headers, trace: Trace): Promise<SignedIn> => {
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
export const asOperator = async (parts: SessionStore, headers: Headers, trace: Trace): Promise<SignedIn> => {
  const user = await signedIn(parts, headers, trace);
  if (user.role !== 'operator') throw new Refusal('not_operator', 'Ask the operator of this service to do this.');
  return user;
};

export const SESSION = answerOf(
  'The user and the session.',
  z.object({
    user: z.object({
      id: z.string(),
      email: z.string(),
      role: z.enum(ROLES),
      account: z.int().describe('the id of the account'),
    }),
    session: z.object({ id: z.string() }),
  }),
  { user: { id: 'USER_ID', email: 'anna@example.com', role: 'user', account: 7 }, session: { id: 'SESSION_ID' } },
  { headers: { 'Set-Cookie': 'The prolonged session, once a day.' } },
);

const session = describe(
  {
    summary: 'Shows the user and the session',
    details: 'Prolongs the session once a day.',
    access: 'session',
    answer: SESSION,
  },
  get({}, async (parts: SessionStore, { headers, trace }) => {
    const { userId, email, role, accountId, sessionId } = await signedIn(parts, headers, trace);
    // Prolongs the session, and the cookie with it.
    const prolonged = await ask(parts.auth.api.getSession({ headers: authHeaders(headers), returnHeaders: true }));
    const user = { id: userId, email, role, account: accountId };
    return Response.json({ user, session: { id: sessionId } }, { headers: cookieOf(prolonged.headers) });
  }),
);

export const SESSIONS = answerOf(
  'The sessions, newest first.',
  z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        current: z.boolean().describe('true for the session of this request'),
        user_agent: z.string().nullable(),
        created_at: TIME,
        expires_at: TIME,
      }),
    ),
  }),
  {
    sessions: [
      {
        id: 'SESSION_ID',
        current: true,
        user_agent: 'Mozilla/5.0',
        created_at: EXAMPLE_TIME,
        expires_at: EXAMPLE_TIME,
      },
    ],
  },
);

const sessions = describe(
  { summary: 'Lists the sessions of the user', access: 'session', answer: SESSIONS },
  get({}, async (parts: SessionStore, { headers, trace }) => {
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
  }),
);

/** Ends one of the user's sessions, or all but this one. */
const endSessions = describe(
  { summary: 'Ends one session, or all but this one', access: 'session', answer: DONE, problems: ['not_found'] },
  post({ id: optional(ID) }, async (parts: SessionStore & Origins, { body: { id }, headers, trace }) => {
    const { userId, sessionId } = await signedIn(parts, headers, trace);
    const own = parts.store.db.deleteFrom('sessions').where('user_id', '=', userId);
    const ended = id === undefined ? own.where('id', '<>', sessionId) : own.where('id', '=', id);
    const { numDeletedRows } = await ended.executeTakeFirst();
    if (id !== undefined && numDeletedRows === 0n) throw new Refusal('not_found', 'You have no session with this id.');
    return done();
  }),
);

export const SESSION_ENDPOINTS = {
  session,
  sessions,
  'end-sessions': endSessions,
};
