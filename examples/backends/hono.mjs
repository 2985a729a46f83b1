// The backend of a sign-up form, with Hono on Node: npm install hono @hono/node-server email-verify-element
// On Workers, Deno and Bun, export the same app instead of calling serve().
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { memoryStore } from 'email-verify-element/receipt';
import { emailVerification } from 'email-verify-element/receipt/hono';

const { EDGE = 'http://localhost:8080/verify', PAGE_ORIGIN = 'http://localhost:8080', PORT = '3000' } = process.env;

const app = new Hono();

const verifyEmail = emailVerification({
  audience: PAGE_ORIGIN,
  jwks: `${EDGE}/.well-known/jwks.json`,
  once: memoryStore(), // accepts each receipt once; with several processes, use a store that they share
});

app.post('/sign-up', verifyEmail, (context) => {
  const { ok, email, reason } = context.get('emailVerification');
  // Not ok: the address is not verified. Let the person in, but flag the sign-up for review.
  return context.json({ email, flag: ok ? null : reason }, 201);
});

serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`http://127.0.0.1:${port}/sign-up`);
});
