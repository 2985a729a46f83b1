import assert from 'node:assert/strict';
import { getRequestListener } from '@hono/node-server';
import { createServer } from 'node:http';
import { Hono } from 'hono';
import { test } from 'vitest';
import { emailVerification, type EmailVerification, type FormOptions } from '../../src/receipt/hono.js';
import { listen } from '../edge/support.js';
import { formOptions, testMiddleware } from './middleware.js';
import { EMAIL } from './support.js';

const appWith = (options: FormOptions) =>
  new Hono<{ Variables: { emailVerification: EmailVerification } }>().post(
    '/sign-up',
    emailVerification(options),
    async (context) => {
      const fields = await context.req.parseBody();
      return context.json(
        { ...context.get('emailVerification'), ...('plan' in fields && { plan: fields['plan'] }) },
        201,
      );
    },
  );

// eslint-disable-next-line @typescript-eslint/no-misused-promises -- as Hono's own server passes it.
testMiddleware(async (options) => listen(createServer(getRequestListener(appWith(options).fetch))));

const post = (init: RequestInit): Promise<Response> =>
  Promise.resolve(appWith(formOptions).request('/sign-up', { method: 'POST', ...init }));

test('reads a multipart form, and leaves it to the handler', async () => {
  const body = new FormData();
  body.append('email', EMAIL);
  body.append('plan', 'paid');
  const response = await post({ body });
  assert.deepEqual(await response.json(), { ok: false, reason: 'malformed', email: EMAIL, plan: 'paid' });
});

test('answers 400 for two addresses, and for a body that is broken or of another type', async () => {
  const bodies: [type: string, body: string][] = [
    ['application/x-www-form-urlencoded', 'email=a%40b.example&email=b%40b.example'],
    ['application/json', '{'],
    ['application/json', 'null'],
    ['multipart/form-data; boundary=x', 'no parts'],
    ['text/plain', 'email=a%40b.example'],
    ['text/plain; note=application/json', '{"email":"a@b.example"}'],
  ];
  for (const [type, body] of bodies) {
    assert.equal((await post({ headers: { 'content-type': type }, body })).status, 400, `${type} ${body}`);
  }
});
