// The backend of a sign-up form, with tRPC: npm install @trpc/server zod email-verify-element
import { initTRPC } from '@trpc/server';
import { z } from 'zod';
import { memoryStore, receiptSchema } from 'email-verify-element/receipt';

const { EDGE = 'http://localhost:8080/verify', PAGE_ORIGIN = 'http://localhost:8080' } = process.env;

const signUp = receiptSchema(
  { audience: PAGE_ORIGIN, jwks: `${EDGE}/.well-known/jwks.json`, once: memoryStore() },
  z.object({ name: z.string().min(1) }), // the other fields
);

const t = initTRPC.create();

export const appRouter = t.router({
  signUp: t.procedure.input(signUp).mutation(({ input: { name, email, emailVerification } }) => {
    return { name, email, flag: emailVerification.ok ? null : emailVerification.reason };
  }),
});
