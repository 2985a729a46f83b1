// The backend of a sign-up form, with Hono's validator: npm install hono @hono/standard-validator email-verify-element
import { sValidator } from '@hono/standard-validator';
import { Hono } from 'hono';
import { memoryStore, receiptSchema } from 'email-verify-element/receipt';

const { EDGE = 'http://localhost:8080/verify', PAGE_ORIGIN = 'http://localhost:8080' } = process.env;

const schema = receiptSchema({
  audience: PAGE_ORIGIN,
  jwks: `${EDGE}/.well-known/jwks.json`,
  once: memoryStore(),
});

export const app = new Hono().post('/sign-up', sValidator('form', schema), (context) => {
  const { email, emailVerification } = context.req.valid('form');
  return context.json({ email, flag: emailVerification.ok ? null : emailVerification.reason }, 201);
});
