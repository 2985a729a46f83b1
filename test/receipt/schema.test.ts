/** The receipt's check as a Standard Schema, in the libraries that take one. */
import assert from 'node:assert/strict';
import { sValidator } from '@hono/standard-validator';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { FormApi } from '@tanstack/form-core';
import { initTRPC, TRPCError } from '@trpc/server';
import { Hono } from 'hono';
import { describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import {
  memoryStore,
  receiptSchema,
  type EmailVerification,
  type ReceiptFields,
  type VerifiedFields,
} from '../../src/receipt/index.js';
import { formOptions } from './middleware.js';
import { claimsAt, EMAIL, eddsa, signWith } from './support.js';

const good = await signWith(eddsa, claimsAt(Date.now()));
const invalid = await signWith(eddsa, claimsAt(Date.now(), { status: 'invalid' }));
const fields = (receipt = good): ReceiptFields => ({ email: ' ada@EXAMPLE.com', 'email-verification': receipt });

const schema = receiptSchema(formOptions);
const strict = receiptSchema({ ...formOptions, whenUnavailable: 'block' });
const withName = receiptSchema(formOptions, z.object({ name: z.string().min(1).trim() }));
const BLOCKED = 'This address cannot receive mail. Please check it.';

describe('by the specification', () => {
  test('is a StandardSchemaV1 with the types of what goes in and comes out', () => {
    const one: StandardSchemaV1<ReceiptFields, VerifiedFields> = schema;
    assert.deepEqual([one['~standard'].version, one['~standard'].vendor], [1, 'email-verify-element']);
    expectTypeOf<StandardSchemaV1.InferInput<typeof withName>>().toExtend<ReceiptFields & { name: string }>();
    expectTypeOf<StandardSchemaV1.InferOutput<typeof withName>>().toExtend<VerifiedFields & { name: string }>();
    expectTypeOf<StandardSchemaV1.InferOutput<typeof schema>>().toEqualTypeOf<VerifiedFields>();
  });

  test('gives the normal form and the verification, and drops other fields', async () => {
    const result = await schema['~standard'].validate({ ...fields(), admin: true });
    assert.ok(!result.issues);
    assert.deepEqual(Object.keys(result.value).sort(), ['email', 'emailVerification']);
    assert.deepEqual([result.value.email, result.value.emailVerification.ok], [EMAIL, true]);
  });

  test('accepts an address that is not verified, as sent', async () => {
    const result = await schema['~standard'].validate({ email: EMAIL });
    assert.ok(!result.issues);
    const { email, emailVerification } = result.value;
    assert.deepEqual([email, emailVerification], [EMAIL, { ok: false, reason: 'malformed', email: EMAIL }]);
  });

  test('gives issues with the path of the field', async () => {
    const issuesOf = async (one: StandardSchemaV1, value: unknown) => (await one['~standard'].validate(value)).issues;
    assert.deepEqual(await issuesOf(schema, fields(invalid)), [{ message: BLOCKED, path: ['email'] }]);
    for (const value of [null, 'text', [], {}, { email: 7 }]) {
      assert.deepEqual((await issuesOf(schema, value))?.[0]?.path, ['email']);
    }
    assert.deepEqual((await issuesOf(strict, { email: EMAIL }))?.[0]?.path, ['email-verification']);
  });

  test('checks the other fields first, and does not use up a receipt for them', async () => {
    const once = receiptSchema({ ...formOptions, once: memoryStore() }, z.object({ name: z.string().min(1) }));
    const wrong = await once['~standard'].validate({ ...fields(), name: '' });
    assert.deepEqual(wrong.issues?.[0]?.path, ['name']);
    const right = await once['~standard'].validate({ ...fields(), name: 'Ada' });
    assert.ok(!right.issues && right.value.emailVerification.ok);
  });

  test('refuses a wrong option at once', () => {
    assert.throws(() => receiptSchema({ ...formOptions, audience: 'shop.example' }), /audience: it takes the origin/);
  });
});

describe('in tRPC', () => {
  const t = initTRPC.create();
  const router = t.router({
    one: t.procedure.input(withName).mutation(({ input }) => input),
    chained: t.procedure
      .input(z.object({ plan: z.string() }))
      .input(schema)
      .mutation(({ input }) => input),
  });
  const caller = t.createCallerFactory(router)({});

  test('gives the procedure the verified address and the other fields', async () => {
    const { emailVerification, ...rest } = await caller.one({ ...fields(), name: ' Ada ' });
    assert.deepEqual([rest, emailVerification.ok], [{ email: EMAIL, name: 'Ada' }, true]);
  });

  test('stands beside other inputs', async () => {
    const { emailVerification, ...rest } = await caller.chained({ ...fields(), plan: 'paid' });
    assert.deepEqual([rest, emailVerification.ok], [{ email: EMAIL, plan: 'paid' }, true]);
  });

  test('refuses a blocked address as a bad request, with its message', async () => {
    const error: unknown = await caller.one({ ...fields(invalid), name: 'Ada' }).catch((reason: unknown) => reason);
    assert.ok(error instanceof TRPCError);
    assert.equal(error.code, 'BAD_REQUEST');
    assert.match(error.message, new RegExp(BLOCKED));
  });
});

describe('in TanStack Form', () => {
  const submit = async (defaultValues: ReceiptFields) => {
    let submitted: ReceiptFields | null = null;
    const form = new FormApi({
      defaultValues,
      validators: { onSubmitAsync: schema },
      onSubmit: ({ value }) => {
        submitted = value;
      },
    });
    form.mount();
    await form.handleSubmit();
    return { submitted: submitted as ReceiptFields | null, errors: form.state.errors };
  };

  test('lets a verified form through', async () => {
    const { submitted, errors } = await submit(fields());
    assert.deepEqual([submitted, errors], [fields(), []]);
  });

  test('puts the message at the e-mail field', async () => {
    const { submitted, errors } = await submit(fields(invalid));
    assert.equal(submitted, null);
    assert.deepEqual(errors, [{ email: [{ message: BLOCKED, path: ['email'] }] }]);
  });
});

describe('in Hono’s standard validator', () => {
  const app = new Hono().post('/sign-up', sValidator('form', schema), (context) => {
    expectTypeOf(context.req.valid('form').emailVerification).toEqualTypeOf<EmailVerification>();
    return context.json(context.req.valid('form'), 201);
  });
  const post = (receipt: string): Promise<Response> => {
    const body = new URLSearchParams({ ...fields(), 'email-verification': receipt });
    return Promise.resolve(app.request('/sign-up', { method: 'POST', body }));
  };

  test('gives the handler the verified address', async () => {
    const response = await post(good);
    assert.equal(response.status, 201);
    assert.equal(((await response.json()) as VerifiedFields).email, EMAIL);
  });

  test('refuses a blocked address', async () => {
    const response = await post(invalid);
    assert.equal(response.status, 400);
    assert.ok((await response.text()).includes(BLOCKED));
  });
});
