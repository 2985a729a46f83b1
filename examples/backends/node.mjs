// The backend of a sign-up form, with Node alone: npm install email-verify-element
import { createServer } from 'node:http';
import { memoryStore, verifyForm } from 'email-verify-element/receipt';

const { EDGE = 'http://localhost:8080/verify', PAGE_ORIGIN = 'http://localhost:8080', PORT = '3000' } = process.env;

const options = {
  audience: PAGE_ORIGIN,
  jwks: `${EDGE}/.well-known/jwks.json`,
  once: memoryStore(), // accepts each receipt once; with several processes, use a store that they share
};

/** Reads a form of up to 16,384 characters. */
const readForm = async (request) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) if ((body += chunk).length > 16_384) return null;
  return new URLSearchParams(body);
};

const server = createServer(async (request, response) => {
  const check = await verifyForm(await readForm(request), options);
  if (!check.accepted) {
    response.writeHead(check.problem.status, { 'content-type': 'application/problem+json' });
    response.end(JSON.stringify(check.problem));
    return;
  }
  const { ok, email, reason } = check.emailVerification;
  // Not ok: the address is not verified. Let the person in, but flag the sign-up for review.
  response
    .writeHead(201, { 'content-type': 'application/json' })
    .end(JSON.stringify({ email, flag: ok ? null : reason }));
});

server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/sign-up`);
});
