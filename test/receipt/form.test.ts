/** The check of a whole form: which forms are accepted, and what the handler is given. */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import {
  memoryStore,
  verifyForm,
  type EmailVerification,
  type FormOptions,
  type FormProblem,
} from '../../src/receipt/index.js';
import { ORIGIN } from '../edge/support.js';
import { claimsAt, EMAIL, eddsa, otherEddsa, signWith } from './support.js';

const options: FormOptions = { audience: ORIGIN, jwks: { keys: [eddsa] } };
const good = await signWith(eddsa, claimsAt(Date.now()));
const invalid = await signWith(eddsa, claimsAt(Date.now(), { status: 'invalid', quality: 'unsafe' }));
const forged = await signWith(otherEddsa, claimsAt(Date.now()), { kid: eddsa.kid });
const testing = await signWith(eddsa, claimsAt(Date.now(), { test: true }));
const form = (receipt?: unknown, email: unknown = EMAIL): object => ({ email, 'email-verification': receipt });

const accepted = async (fields: unknown, over: Partial<FormOptions> = {}): Promise<EmailVerification> => {
  const check = await verifyForm(fields, { ...options, ...over });
  assert.ok(check.accepted);
  return check.emailVerification;
};

const refused = async (fields: unknown, over: Partial<FormOptions> = {}): Promise<FormProblem> => {
  const check = await verifyForm(fields, { ...options, ...over });
  assert.ok(!check.accepted);
  return check.problem;
};

/** Nothing listens on port 9 of this machine. */
const NO_KEYS = 'http://127.0.0.1:9/.well-known/jwks.json';

test('a verified address comes in normal form, with its decision and claims', async () => {
  const found = await accepted(form(good, ' ada@EXAMPLE.com '));
  assert.ok(found.ok);
  assert.deepEqual([found.email, found.decision, found.claims.status], [EMAIL, 'allow', 'valid']);
});

describe('the fields are read from', () => {
  const filled = <T extends FormData | URLSearchParams>(fields: T): T => {
    for (const [name, value] of Object.entries(form(good))) fields.append(name, value as string);
    return fields;
  };
  const kinds: Record<string, object> = {
    'an object': form(good),
    'an object without a prototype': Object.assign(Object.create(null) as object, form(good)),
    FormData: filled(new FormData()),
    URLSearchParams: filled(new URLSearchParams()),
  };
  for (const [kind, fields] of Object.entries(kinds)) {
    test(kind, async () => {
      assert.equal((await accepted(fields)).ok, true);
    });
  }

  test('another e-mail field, by its name', async () => {
    const fields = { billing_email: EMAIL, 'email-verification': good };
    assert.equal((await accepted(fields, { field: 'billing_email' })).ok, true);
    assert.equal((await refused(fields)).code, 'missing_email');
  });
});

test('a form with no e-mail field, an empty one or several is refused with 400', async () => {
  const twice = new URLSearchParams([
    ['email', EMAIL],
    ['email', 'bob@example.com'],
  ]);
  const wrong = [undefined, null, 'email', [], {}, form(good, ''), form(good, ' '), form(good, [EMAIL]), twice];
  for (const fields of wrong) {
    const { status, code, reason } = await refused(fields);
    assert.deepEqual([status, code, reason], [400, 'missing_email', undefined]);
  }
});

test('an inherited property is no field', async () => {
  assert.equal((await refused(Object.create(form(good)))).code, 'missing_email');
});

test('a blocked address is refused with 422, in words that fit its verdict', async () => {
  const problem = await refused(form(invalid));
  assert.deepEqual(problem, {
    type: 'urn:email-verify:problem:email_blocked',
    title: 'This address is not accepted',
    status: 422,
    detail: 'This address cannot receive mail. Please check it.',
    message: 'This address cannot receive mail. Please check it.',
    code: 'email_blocked',
    reason: 'policy',
  });
  const policy = { block: ['valid'] as const };
  assert.match((await refused(form(good), { policy })).detail, /not accepted here/);
});

describe('an address that is not verified', () => {
  const cases: Record<string, [fields: object, reason: string, over?: Partial<FormOptions>]> = {
    'no receipt': [form(), 'malformed'],
    'an empty receipt': [form(''), 'malformed'],
    'a repeated receipt': [form([good, good]), 'malformed'],
    'an expired receipt': [form(good), 'expired', { now: () => Date.now() + 1_900_000 }],
    'a receipt for another address': [form(good, 'bob@example.com'), 'address'],
    'a receipt that is signed with another key': [form(forged), 'signature'],
    'a receipt of the test mode': [form(testing), 'test_mode'],
    'no keys': [form(good), 'keys_unavailable', { jwks: NO_KEYS }],
    'no store': [
      form(good),
      'store_unavailable',
      { once: { setIfAbsent: () => Promise.reject(new Error('The store is down')) } },
    ],
  };
  for (const [name, [fields, reason, over]] of Object.entries(cases)) {
    test(`${name}: is accepted as sent, with the reason`, async () => {
      const found = await accepted(fields, over);
      assert.ok(!found.ok);
      assert.deepEqual([found.reason, found.email], [reason, (fields as { email: string }).email]);
    });

    test(`${name}: is refused if whenUnavailable is block`, async () => {
      const problem = await refused(fields, { ...over, whenUnavailable: 'block' });
      assert.deepEqual([problem.status, problem.code, problem.reason], [422, 'email_not_verified', reason]);
    });
  }
});

test('with once a receipt verifies one form', async () => {
  const once = memoryStore();
  assert.equal((await accepted(form(good), { once })).ok, true);
  const again = await accepted(form(good), { once });
  assert.equal(!again.ok && again.reason, 'used');
});

test('a site says it in its own words', async () => {
  const messages = { email_blocked: 'Bitte andere Adresse.', missing_email: 'Die Adresse fehlt.' };
  const { detail, message } = await refused(form(invalid), { messages });
  assert.deepEqual([detail, message], ['Bitte andere Adresse.', 'Bitte andere Adresse.']);
  assert.equal((await refused({}, { messages })).detail, 'Die Adresse fehlt.');
});

test('a wrong option throws, and is named', async () => {
  const wrong: [Record<string, unknown>, RegExp][] = [
    [{ audience: 'shop.example' }, /audience: it takes the origin/],
    [{ jwks: undefined }, /jwks: it takes the URL/],
    [{ whenUnavailable: 'refuse' }, /whenUnavailable: it takes 'allow' or 'block'/],
    [{ field: '' }, /field: it takes the name/],
    [{ feild: 'mail' }, /^verifyForm: unknown option "feild": it takes .*field/],
    [{ policy: { block: ['disposible'] } }, /policy: unknown word "disposible": write 'disposable'$/],
  ];
  for (const [over, message] of wrong) {
    await assert.rejects(verifyForm({}, { ...options, ...over }), { name: 'TypeError', message });
  }
});
