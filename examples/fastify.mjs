// The backend of a sign-up form, with Fastify: npm install fastify email-verify-element
import fastify from 'fastify';
import { memoryStore, verifyReceipt } from 'email-verify-element/receipt';

const { EDGE = 'http://localhost:8080/verify', PAGE_ORIGIN = 'http://localhost:8080', PORT = '3000' } = process.env;

// Accepts each receipt once. With several processes, use a store that they share: anything with an atomic set-if-absent.
const once = memoryStore();

const app = fastify();
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async (_request, body) =>
  Object.fromEntries(new URLSearchParams(body)),
);

app.post('/sign-up', async (request, reply) => {
  const { email, 'email-verification': receipt } = request.body ?? {};
  if (typeof email !== 'string') return reply.code(400).send('Send the form with exactly one email field.');
  const check = await verifyReceipt(receipt, {
    email,
    audience: PAGE_ORIGIN,
    jwks: `${EDGE}/.well-known/jwks.json`,
    once,
  });
  if (!check.ok && check.reason === 'policy') {
    return reply.code(422).send('This address cannot receive mail. Please check it.');
  }
  // No receipt, or one that does not match: the page's check was not used. Let the person in, but flag the sign-up for review.
  const flag = check.ok ? null : check.reason;
  // Store the normal form: one receipt is valid for every spelling of its address.
  return reply.code(201).send({ email: check.ok ? check.email : email, flag });
});

console.log(`${await app.listen({ port: Number(PORT), host: '127.0.0.1' })}/sign-up`);
