import { betterAuth } from 'better-auth';
import { createAuthEndpoint, isAPIError } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { Refusal } from '../../protocol/refusal.js';
import type { Store } from '../store/tables.js';
import { hash, verify } from './hashing.js';
import { MAX_UNITS, PASSWORD } from './passwords.js';

/** How long a session lasts without use, and how often a use prolongs it, in seconds. */
const SESSION_S = 14 * 86_400;
const PROLONG_S = 86_400;

export const COOKIE = 'email-verify.session';

/** RFC 6265bis §4.1.3.2: browsers take a cookie with this prefix from this host only, over TLS, for all paths. */
export const sessionCookie = (isSecure: boolean): string => (isSecure ? `__Host-${COOKIE}` : COOKIE);

/** A 401 names a way to authenticate (RFC 9110 §11.6.1). */
const CHALLENGE = { 'www-authenticate': 'Session realm="email-verify"' };

export const wrongPassword = (): Refusal =>
  new Refusal('wrong_password', 'There is no user with this address and password.', CHALLENGE);

export const notSignedIn = (): Refusal => new Refusal('not_signed_in', 'Sign in first.', CHALLENGE);

/**
 * Finds the user with an address and a password. Takes the same time for an unknown address.
 * @throws Refusal `wrong_password`.
 */
const findUser = async ({ db }: Store, email: string, password: string): Promise<{ id: string; hashed: string }> => {
  const found = await db
    .selectFrom('users')
    .innerJoin('credentials', 'credentials.user_id', 'users.id')
    .select(['users.id', 'credentials.password as hashed'])
    .where('users.email', '=', email)
    .executeTakeFirst();
  const isRight = await verify(password, found?.hashed);
  if (found === undefined || !isRight) throw wrongPassword();
  return found;
};

interface Credentials {
  email: string;
  password: string;
}

/** The type of a body that was checked before (Standard Schema 1). */
const CREDENTIALS = {
  '~standard': {
    version: 1,
    vendor: 'email-verify',
    validate: (value: unknown) => ({ value: value as Credentials }),
    types: undefined as { input: Credentials; output: Credentials } | undefined,
  },
} as const;

/**
 * Signing in with any address: better-auth's own endpoint refuses some that exist, such as those below `.рф` or with a `&`.
 * The session is always a new one.
 */
const signIn = (store: Store) =>
  createAuthEndpoint.serverOnly({ method: 'POST', body: CREDENTIALS }, async (context) => {
    const { email, password } = context.body;
    const { id, hashed } = await findUser(store, email, password);
    const { internalAdapter } = context.context;
    const session = await internalAdapter.createSession(id);
    // The password may have been changed meanwhile, which ended the sessions that there were then.
    const current = store.db.selectFrom('credentials').select('password').where('user_id', '=', id);
    const user = await internalAdapter.findUserById(id);
    if ((await current.executeTakeFirst())?.password !== hashed || user === null) {
      await internalAdapter.deleteSession(session.token);
      throw wrongPassword();
    }
    await setSessionCookie(context, { session, user });
    return { userId: id };
  });

const NAMES = { createdAt: 'created_at', updatedAt: 'updated_at', expiresAt: 'expires_at', userId: 'user_id' } as const;
const { createdAt, updatedAt, expiresAt, userId } = NAMES;

/**
 * Creates better-auth on our tables: it keeps sessions, their cookies, and passwords. Its HTTP routes are not used, nor its
 * mails: see tokens.ts.
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
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD.min,
      maxPasswordLength: MAX_UNITS,
      password: { hash, verify: ({ hash: hashed, password }) => verify(password, hashed) },
    },
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
    plugins: [{ id: 'email-verify', endpoints: { signIn: signIn(store) } }],
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
