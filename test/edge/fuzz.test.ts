import assert from 'node:assert/strict';
import { test } from 'vitest';
import fc from 'fast-check';
import type { Edge } from '../../src/edge/index.js';
import { verifyReceipt } from '../../src/receipt/index.js';
import { QUALITIES, STATUSES, type EdgeVerdict, type Problem } from '../../src/protocol/index.js';
import {
  checkOnce,
  fetchToken,
  forge,
  ISSUER,
  ORIGIN,
  post,
  receiptKey,
  result,
  setUp,
  startUpstream,
  validate,
} from './support.js';
import { runs } from '../support/whole.js';

/** A run that takes longer than ten seconds hangs. */
const RUNS = {
  numRuns: runs(500, 100),
  timeout: 10_000,
};
const generous = {
  checksPerToken: 1e9,
  checksPerClientPerMinute: 1e9,
  tokensPerClientPerMinute: 1e9,
  receiptsPerClientPerMinute: 1e9,
  checksPerClientPerDay: 1e9,
  checksPerOriginPerDay: 1e9,
  checksPerDay: 1e9,
};
let answerWith: Uint8Array | string = '{}';
const upstream = await startUpstream((_, response) => {
  response.end(answerWith);
});
const { edge, lines } = setUp(upstream.baseUrl, { quotas: generous });
const token = await fetchToken(edge);
const { receipt } = await checkOnce(edge, 'ada@example.com');

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string());
const anyBytes = fc.uint8Array({ maxLength: 3000 });
/**
 * A text with some of its characters replaced, left out or doubled: near enough to reach what lies behind the first
 * check.
 */
const mangled = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.nat(text.length - 1), fc.nat(2), fc.string({ maxLength: 3 })), { minLength: 1, maxLength: 3 })
    .map((cuts) => cuts.reduce((now, [at, drop, put]) => now.slice(0, at) + put + now.slice(at + drop), text));
const anyJwt = fc.oneof(
  anyText,
  mangled(token),
  mangled(receipt),
  fc
    .tuple(
      fc.record({
        alg: fc.oneof(fc.constantFrom('none', 'HS256', 'EdDSA', 'ES256'), fc.jsonValue()),
        kid: fc.jsonValue(),
      }),
      fc.dictionary(fc.constantFrom('aud', 'exp', 'client', 'jti', 'checks', 'sub', 'status'), fc.jsonValue()),
      fc.base64String(),
    )
    .map(([header, claims, signature]) => forge(header, claims, signature)),
);

/**
 * True if two texts are the same JWS: the last character of a signature has unused bits, and white space within it is
 * skipped.
 */
const isSame = (one: unknown, other: string): boolean => {
  const parts = (text: unknown): string[] => {
    const [header = '', claims = '', signature = ''] = String(text).split('.');
    return [header, claims, Buffer.from(signature, 'base64url').toString('hex')];
  };
  return typeof one === 'string' && parts(one).join() === parts(other).join();
};

const assertDocumented = async (response: Response, statuses: readonly number[]): Promise<void> => {
  assert.ok(statuses.includes(response.status), String(response.status));
  const body = (await response.json()) as Problem | EdgeVerdict;
  assert.ok('code' in body ? body.status === response.status : response.status === 200);
};

test('any body at all is answered 200, or 400, 401 or 413 with a problem', async () => {
  const anyObject = fc.record({
    token: fc.oneof(fc.constant(token), fc.jsonValue()),
    email: fc.oneof(anyText, fc.jsonValue()),
  });
  const anyBody = fc.oneof(
    anyBytes,
    anyText,
    fc.json(),
    anyObject.map((value) => JSON.stringify(value)),
  );
  await fc.assert(
    fc.asyncProperty(anyBody, async (body) => {
      await assertDocumented(await post(edge, '/validate', body as BodyInit), [200, 400, 401, 413]);
    }),
    RUNS,
  );
});

test('any token that was not issued here is a bad token', async () => {
  await fc.assert(
    fc.asyncProperty(anyJwt, async (forged) => {
      fc.pre(!isSame(forged, token));
      await assertDocumented(await validate(edge, forged.slice(0, 1500), 'ada@example.com'), [400, 401, 413]);
    }),
    RUNS,
  );
});

test('any text as an address is answered with a verdict for that text', async () => {
  answerWith = JSON.stringify(result('x@example.com'));
  const anyAddress = fc.oneof(
    anyText,
    fc.emailAddress(),
    anyText.map((local) => `${local}@example.com`),
  );
  await fc.assert(
    fc.asyncProperty(anyAddress, async (email) => {
      fc.pre(email.trim() !== '' && email.length <= 320 && !/\p{Cs}/u.test(email));
      const response = await validate(edge, token, email);
      await assertDocumented(response.clone(), [200]);
      assert.equal(((await response.json()) as EdgeVerdict).email, email);
    }),
    RUNS,
  );
});

test('whatever an upstream answers, the page gets a verdict in the protocol’s words', async () => {
  const anyResult = fc.record({
    email: fc.jsonValue(),
    status: fc.oneof(fc.constantFrom(...STATUSES), fc.jsonValue()),
    quality: fc.jsonValue(),
    sub_status: fc.oneof(
      fc.array(fc.jsonValue()),
      fc.array(fc.string({ maxLength: 100 }), { maxLength: 100 }),
      fc.jsonValue(),
    ),
    did_you_mean: fc.oneof(anyText, fc.emailAddress(), fc.jsonValue()),
  });
  let n = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        anyBytes,
        anyText,
        fc.json(),
        anyResult.map((value) => JSON.stringify(value)),
      ),
      async (answer) => {
        answerWith = answer;
        const email = `p${n++}@example.com`;
        const response = await validate(edge, token, email);
        assert.equal(response.status, 200);
        const verdict = (await response.json()) as EdgeVerdict;
        assert.equal(verdict.email, email);
        assert.ok(STATUSES.includes(verdict.status) && QUALITIES.includes(verdict.quality));
        assert.ok(
          verdict.sub_status.length <= 16 &&
            verdict.sub_status.every((code) => typeof code === 'string' && code.length <= 64),
        );
        assert.ok(verdict.did_you_mean === null || verdict.did_you_mean.includes('@'));
      },
    ),
    RUNS,
  );
});

test('any receipt that was not signed here is refused with a reason, and never throws', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyJwt, fc.anything()), anyText, async (forged, email) => {
      fc.pre(!isSame(forged, receipt));
      const jwks = { keys: [receiptKey] };
      const check = await verifyReceipt(forged, { email, audience: ORIGIN, jwks });
      assert.equal(check.ok, false);
    }),
    RUNS,
  );
});

test('any method, path and headers are answered with a documented status', async () => {
  const paths = fc.oneof(
    fc.constantFrom('/token', '/validate', '/outcomes', '/healthz', '/.well-known/jwks.json', '/receipt'),
    fc.webPath(),
  );
  const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'QUERY');
  const visible = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });
  const call = (edge: Edge, method: string, path: string, origin: string, address: string): Promise<Response> =>
    edge(new Request(`${ISSUER}${path}`, { method, headers: { origin } }), { clientAddress: address });
  await fc.assert(
    fc.asyncProperty(
      methods,
      paths,
      fc.oneof(fc.constant(ORIGIN), visible),
      anyText,
      async (method, path, origin, address) => {
        const { status } = await call(edge, method, path, origin, address);
        assert.ok([200, 204, 400, 403, 404, 405].includes(status), `${method} ${path}: ${status}`);
      },
    ),
    RUNS,
  );
});

test('nothing of all this was an internal error', () => {
  assert.deepEqual(
    lines.filter(({ event }) => event === 'error'),
    [],
  );
});
