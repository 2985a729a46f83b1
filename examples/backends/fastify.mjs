// The backend of a sign-up form, with Fastify: npm install fastify email-verify-element
import fastify from 'fastify';
import { memoryStore } from 'email-verify-element/receipt';
import { emailVerification } from 'email-verify-element/receipt/fastify';

const { EDGE = 'http://localhost:8080/verify', PAGE_ORIGIN = 'http://localhost:8080', PORT = '3000' } = process.env;

const app = fastify();
app.decorateRequest('emailVerification', null);
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async (_request, body) =>
  Object.fromEntries(new URLSearchParams(body)),
);

const verifyEmail = emailVerification({
  audience: PAGE_ORIGIN,
  jwks: `${EDGE}/.well-known/jwks.json`,
  once: memoryStore(), // accepts each receipt once; with several processes, use a store that they share
});

app.post('/sign-up', { preHandler: verifyEmail }, async (request, reply) => {
  const { ok, email, reason } = request.emailVerification;
  // Not ok: the address is not verified. Let the person in, but flag the sign-up for review.
  return reply.code(201).send({ email, flag: ok ? null : reason });
});

console.log(`${await app.listen({ port: Number(PORT), host: '127.0.0.1' })}/sign-up`);
