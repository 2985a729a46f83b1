import { betterAuth } from 'better-auth';
import { createAuthEndpoint, isAPIError } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { Refusal } from '../../protocol/refusal.js';
import type { Store } from '../schema.js';

/** The time that a session lasts without use, and the interval at which use prolongs it, in seconds. */
const SESSION_S = 14 * 86_400;
const PROLONG_S = 86_400;

export const COOKIE = 'email-verify.session';

/** RFC 6265bis §4.1.3.2: browsers take a cookie with this prefix from this host only, over TLS, for all paths. */
export const sessionCookie = (isSecure: boolean): string => (isSecure ? `__Host-${COOKIE}` : COOKIE);

/** A 401 names a way to authenticate (RFC 9110 §11.6.1). */
const CHALLENGE = { 'www-authenticate': 'Session realm="email-verify"' };

export const wrongPassword = (detail = 'There is no user with this address and password.'): Refusal =>
  new Refusal('wrong_password', detail, CHALLENGE);

export const notSignedIn = (): Refusal => new Refusal('not_signed_in', 'Sign in first.', CHALLENGE);

/** A user whose password was checked, with the hash that it was checked with. */
interface Checked {
  userId: string;
  hashed: string;
}

/** The type of a body that was checked before (Standard Schema 1). */
const CHECKED = {
  '~standard': {
    version: 1,
    vendor: 'email-verify',
    validate: (value: unknown) => ({ value: value as Checked }),
    types: undefined as { input: Checked; output: Checked } | undefined,
  },
} as const;

/** Begins a session, always a new one, and sets its cookie. */
const begin = (store: Store) =>
  createAuthEndpoint.serverOnly({ method: 'POST', body: CHECKED }, async (context) => {
    const { userId, hashed } = context.body;
    const { internalAdapter } = context.context;
    const session = await internalAdapter.createSession(userId);
    // The password may have been changed meanwhile, which ended the sessions that there were then.
    const current = store.db.selectFrom('credentials').select('password').where('user_id', '=', userId);
    const user = await internalAdapter.findUserById(userId);
    if ((await current.executeTakeFirst())?.password !== hashed || user === null) {
      await internalAdapter.deleteSession(session.token);
      throw wrongPassword();
    }
    await setSessionCookie(context, { session, user });
  });

const NAMES = { createdAt: 'created_at', updatedAt: 'updated_at', expiresAt: 'expires_at', userId: 'user_id' } as const;
const { createdAt, updatedAt, expiresAt, userId } = NAMES;

/**
 * Creates better-auth on our tables: it keeps sessions and their cookies. Its HTTP routes are not used, nor its
 * passwords and mails: see sign-in.ts and tokens.ts.
 * @param secret signs the cookies.
 * @param isSecure true if browsers reach the service over TLS.
 */
export const createAuth = (store: Store, secret: string, isSecure: boolean) =>
  betterAuth({
    appName: 'email-verify',
    // Names no real host: nothing is made from it.
    baseURL: 'http://localhost',
    secrets: [{ version: 1, value: secret }],
    database: { db: store.db, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    // Its lines could have addresses.
    logger: { disabled: true },
    rateLimit: { enabled: false },
    user: { modelName: 'users', fields: { emailVerified: 'email_verified', createdAt, updatedAt } },
    session: {
      modelName: 'sessions',
      fields: { createdAt, updatedAt, expiresAt, userId, ipAddress: 'ip_address', userAgent: 'user_agent' },
      expiresIn: SESSION_S,
      updateAge: PROLONG_S,
    },
    account: {
      modelName: 'credentials',
      fields: { createdAt, updatedAt, userId, accountId: 'account_id', providerId: 'provider_id' },
    },
    verification: { modelName: 'verifications', fields: { createdAt, updatedAt, expiresAt } },
    advanced: {
      cookiePrefix: 'email-verify',
      useSecureCookies: false,
      cookies: {
        session_token: { name: sessionCookie(isSecure), attributes: { secure: isSecure } },
      },
      ipAddress: { disableIpTracking: true },
      database: { validateSchema: false },
    },
    plugins: [{ id: 'email-verify', endpoints: { begin: begin(store) } }],
  });

export type Auth = ReturnType<typeof createAuth>;

/**
 * Calls better-auth: an error of the store that it wrapped is thrown as it was.
 * @throws Refusal `not_signed_in` if the session ended meanwhile.
 */
export const ask = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    if (!isAPIError(error)) throw error;
    if (error.cause instanceof Error) throw error.cause;
    throw error.statusCode === 401 ? notSignedIn() : error;
  }
};
