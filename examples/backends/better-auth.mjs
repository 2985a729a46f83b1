// Accounts by e-mail and password, with Better Auth: npm install better-auth email-verify-element
import { betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { memoryStore, verifyForm } from 'email-verify-element/receipt';

const { EDGE = 'http://localhost:8080/verify', PAGE_ORIGIN = 'http://localhost:8080' } = process.env;

const options = { audience: PAGE_ORIGIN, jwks: `${EDGE}/.well-known/jwks.json`, once: memoryStore() };

/**
 * Takes `email-verification` beside the address:
 * `authClient.signUp.email({ …, 'email-verification': await element.receipt() })`.
 */
const verifyEmail = createAuthMiddleware(async (context) => {
  if (context.path !== '/sign-up/email') return;
  const check = await verifyForm(context.body, options);
  if (!check.accepted) throw APIError.from('UNPROCESSABLE_ENTITY', check.problem);
  return { context: { body: { ...context.body, email: check.emailVerification.email } } };
});

export const auth = betterAuth({
  // database: …, without one accounts are in memory
  baseURL: PAGE_ORIGIN,
  secret: process.env.BETTER_AUTH_SECRET,
  emailAndPassword: { enabled: true },
  hooks: { before: verifyEmail },
});
