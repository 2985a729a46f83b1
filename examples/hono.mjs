// The backend of a sign-up form, with Hono on Node: npm install hono @hono/node-server email-verify-element
// On Workers, Deno and Bun, export the same app instead of calling serve().
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { memoryStore, verifyReceipt } from 'email-verify-element/receipt';

const { EDGE = 'http://localhost:8080/verify', PAGE_ORIGIN = 'http://localhost:8080', PORT = '3000' } = process.env;

// Accepts each receipt once. With several processes, use a store that they share: anything with an atomic set-if-absent.
const once = memoryStore();

const app = new Hono();

app.post('/sign-up', async (context) => {
  const { email, 'email-verification': receipt } = await context.req.parseBody();
  if (typeof email !== 'string') return context.text('Send the form with exactly one email field.', 400);
  const check = await verifyReceipt(receipt, {
    email,
    audience: PAGE_ORIGIN,
    jwks: `${EDGE}/.well-known/jwks.json`,
    once,
  });
  if (!check.ok && check.reason === 'policy') {
    return context.text('This address cannot receive mail. Please check it.', 422);
  }
  // No receipt, or one that does not match: the page's check was not used. Let the person in, but flag the sign-up for review.
  const flag = check.ok ? null : check.reason;
  // Store the normal form: one receipt is valid for every spelling of its address.
  return context.json({ email: check.ok ? check.email : email, flag }, 201);
});

serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`http://127.0.0.1:${port}/sign-up`);
});
