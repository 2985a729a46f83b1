/** The promises that the middleware of every framework keeps. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { FormOptions } from '../../src/receipt/index.js';
import { ORIGIN } from '../edge/support.js';
import { claimsAt, EMAIL, eddsa, signWith } from './support.js';

export const formOptions: FormOptions = { audience: ORIGIN, jwks: { keys: [eddsa] } };

/**
 * Tests a framework's middleware.
 * @param start starts a server that answers `POST /sign-up` with 201 and the outcome as JSON; resolves to its URL.
 */
export const testMiddleware = (start: (options: FormOptions) => Promise<string>): void => {
  const send = async (fields: Record<string, string>, over: Partial<FormOptions> = {}, json = false) => {
    const url = await start({ ...formOptions, ...over });
    const type = json ? 'application/json' : 'application/x-www-form-urlencoded';
    const response = await fetch(`${url}/sign-up`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: json ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
    });
    const type_ = response.headers.get('content-type')?.split(';')[0];
    return { status: response.status, type: type_, body: (await response.json()) as Record<string, unknown> };
  };
  const good = (): Promise<string> => signWith(eddsa, claimsAt(Date.now()));

  for (const json of [false, true]) {
    test(`gives the handler the verified address of ${json ? 'JSON' : 'a form'}, in normal form`, async () => {
      const fields = { email: ' ada@EXAMPLE.com', 'email-verification': await good() };
      const { status, body } = await send(fields, {}, json);
      assert.deepEqual([status, body['ok'], body['email'], body['decision']], [201, true, EMAIL, 'allow']);
    });
  }

  test('accepts a form without a receipt, with the reason', async () => {
    const { status, body } = await send({ email: EMAIL });
    assert.deepEqual([status, body], [201, { ok: false, reason: 'malformed', email: EMAIL }]);
  });

  test('accepts a form while the keys are unavailable', async () => {
    const fields = { email: EMAIL, 'email-verification': await good() };
    const { status, body } = await send(fields, { jwks: 'http://127.0.0.1:9/' });
    assert.deepEqual([status, body['reason']], [201, 'keys_unavailable']);
  });

  test('answers 422 for a blocked address, as a problem', async () => {
    const receipt = await signWith(eddsa, claimsAt(Date.now(), { status: 'invalid' }));
    const { status, type, body } = await send({ email: EMAIL, 'email-verification': receipt });
    assert.deepEqual([status, type], [422, 'application/problem+json']);
    assert.deepEqual([body['status'], body['code'], body['reason']], [422, 'email_blocked', 'policy']);
  });

  test('answers 422 for a form without a receipt if whenUnavailable is block', async () => {
    const { status, body } = await send({ email: EMAIL }, { whenUnavailable: 'block' });
    assert.deepEqual([status, body['code']], [422, 'email_not_verified']);
  });

  test('answers 400 for a form without an address', async () => {
    const { status, type, body } = await send({ name: 'Ada' });
    assert.deepEqual([status, type, body['code']], [400, 'application/problem+json', 'missing_email']);
  });

  test('refuses a wrong option at the start', async () => {
    await assert.rejects(start({ ...formOptions, audience: 'shop.example' }), /audience: it takes the origin/);
  });
};
