/** The packed middleware and schema, in programs that are written with the frameworks' own types. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { whole } from '../support/whole.js';
import { usePacked } from './support/packed.js';

const TSC = join(import.meta.dirname, '../../node_modules/typescript-7/bin/tsc');

const PROGRAM = `
import type { StandardSchemaV1 } from '@standard-schema/spec';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { receiptSchema, verifyForm, verifyReceipt, type EmailVerification, type FormOptions } from 'email-verify-element/receipt';
import { emailVerification as onExpress } from 'email-verify-element/receipt/express';
import { emailVerification as onFastify } from 'email-verify-element/receipt/fastify';
import { emailVerification as onHono } from 'email-verify-element/receipt/hono';

const options: FormOptions = { audience: 'https://shop.example', jwks: 'https://edge.example/.well-known/jwks.json' };

express().post('/sign-up', onExpress(options), (request, response) => {
  const outcome: EmailVerification | undefined = request.emailVerification;
  response.json(outcome?.ok ? outcome.claims.status : outcome?.reason);
});

fastify().post('/sign-up', { preHandler: onFastify(options) }, async (request) =>
  request.getDecorator<EmailVerification>('emailVerification').email,
);

new Hono<{ Variables: { emailVerification: EmailVerification } }>().post('/sign-up', onHono(options), (context) =>
  context.text(context.get('emailVerification').email),
);

// As the manual writes it.
void verifyForm(new FormData(), options).then((check) => {
  if (!check.accepted) return check.problem.status;
  const { ok, email, decision, reason } = check.emailVerification;
  const flag: string | null = ok ? null : reason;
  const place: string | undefined = decision;
  return [email, flag, place];
});
void verifyReceipt('', { email: '', audience: '', jwks: '' }).then(({ ok, reason, email }) => {
  const stored: string | undefined = email;
  return ok ? stored : reason.length;
});

const schema: StandardSchemaV1<{ email: string }, { email: string }> = receiptSchema(options);
void schema;
void verifyForm(new FormData(), options).then((check) => (check.accepted ? check.emailVerification.email : check.problem.status));
// @ts-expect-error no such word
onExpress({ ...options, whenUnavailable: 'refuse' });
// @ts-expect-error no page
onHono({ jwks: options.jwks });
// @ts-expect-error an unknown address has no claims for sure
void verifyForm({}, options).then((check) => check.accepted && check.emailVerification.claims.status);
`;

const packed = usePacked();
afterAll(() => {
  packed.remove();
});

test.runIf(whole)('fit the types of Express, Fastify, Hono and Standard Schema', async () => {
  const peers = ['@types/express', '@types/node', 'fastify', 'hono', '@standard-schema/spec'];
  const project = await packed.install(...peers);
  const compilerOptions = {
    ...{ target: 'es2022', module: 'nodenext', strict: true, exactOptionalPropertyTypes: true, noEmit: true },
    ...{ types: ['node'], skipLibCheck: true },
  };
  project.write('tsconfig.json', JSON.stringify({ files: ['server.ts'], compilerOptions }));
  project.write('server.ts', PROGRAM);
  const { stdout } = spawnSync(process.execPath, [TSC, '-p', '.'], { cwd: project.folder, encoding: 'utf8' });
  assert.equal(stdout, '');
});
