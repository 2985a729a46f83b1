// The backend of a sign-up form, with Express: npm install express email-verify-element
import express from 'express';
import { memoryStore } from 'email-verify-element/receipt';
import { emailVerification } from 'email-verify-element/receipt/express';

const { EDGE = 'http://localhost:8080/verify', PAGE_ORIGIN = 'http://localhost:8080', PORT = '3000' } = process.env;

const app = express();
app.use(express.urlencoded({ extended: false }), express.json());

const verifyEmail = emailVerification({
  audience: PAGE_ORIGIN,
  jwks: `${EDGE}/.well-known/jwks.json`,
  once: memoryStore(), // accepts each receipt once; with several processes, use a store that they share
});

app.post('/sign-up', verifyEmail, (request, response) => {
  const { ok, email, reason } = request.emailVerification;
  // Not ok: the address is not verified. Let the person in, but flag the sign-up for review.
  response.status(201).json({ email, flag: ok ? null : reason });
});

const server = app.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/sign-up`);
});
