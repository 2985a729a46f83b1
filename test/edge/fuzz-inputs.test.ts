/** Random input other than checks: `POST /receipt`, `POST /token` with a challenge, bodies in pieces, settings. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import fc from 'fast-check';
import { readListening } from '../../src/config/setting-groups.js';
import type { Environment } from '../../src/config/settings.js';
import { StartupError } from '../../src/config/startup-error.js';
import { altcha } from '../../src/edge/index.js';
import { readText, TooLargeError } from '../../src/util/read-body.js';
import { readEdgeSettings } from '../../src/edge/runtime/edge-settings.js';
import type { Problem } from '../../src/protocol/index.js';
import { ISSUER, ORIGIN, post, receiptKey, SECRET, setUp, startUpstream } from './support.js';
import { runs } from '../support/whole.js';

const RUNS = {
  numRuns: runs(500, 100),
  timeout: 10_000,
};
const upstream = await startUpstream();
const quotas = { tokensPerClientPerMinute: 1e9, receiptsPerClientPerMinute: 1e9 };
const { edge, lines } = setUp(upstream.baseUrl, { quotas, challenge: altcha({ maxNumber: 4 }) });

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string());
const anyBytes = fc.uint8Array({ maxLength: 3000 });
const anyOf = (value: unknown): fc.Arbitrary<unknown> => fc.oneof(fc.constant(value), anyText, fc.jsonValue());
const anyBody = (object: fc.Arbitrary<unknown>): fc.Arbitrary<BodyInit> =>
  fc.oneof(
    anyBytes.map((bytes) => bytes as BodyInit),
    anyText,
    fc.json(),
    object.map((value) => JSON.stringify(value)),
  );

const assertAnswer = async (response: Response, statuses: readonly number[]): Promise<void> => {
  const body = (await response.json()) as Partial<Problem> & { ok?: boolean };
  assert.ok(statuses.includes(response.status), `${response.status} ${body.detail ?? ''}`);
  assert.ok(response.status === 200 ? body.ok === false : body.status === response.status);
};

test('any body of POST /receipt is answered, and nothing made up is a receipt', async () => {
  const object = fc.record(
    {
      receipt: anyOf(null),
      email: anyOf('ada@example.com'),
      audience: fc.oneof(fc.constant([ORIGIN]), anyOf(ORIGIN)),
      policy: fc.oneof(fc.record({ block: fc.array(anyText) }), anyOf({})),
      once: anyOf(true),
      ['__proto__']: fc.jsonValue(),
    },
    { requiredKeys: ['receipt', 'email'] },
  );
  await fc.assert(
    fc.asyncProperty(anyBody(object), async (body) => {
      await assertAnswer(await post(edge, '/receipt', body, { origin: null }), [200, 400, 413]);
    }),
    RUNS,
  );
});

test('any body of POST /token is refused where a challenge is asked', async () => {
  const payload = fc
    .record({
      algorithm: anyOf('SHA-256'),
      challenge: anyText,
      salt: fc.oneof(
        anyText,
        anyText.map((text) => `${text}?expires=9999999999&`),
      ),
      signature: anyText,
      number: fc.oneof(fc.integer(), fc.double(), fc.jsonValue()),
    })
    .map((value) => Buffer.from(JSON.stringify(value)).toString('base64'));
  const object = fc.record({ challenge: fc.oneof(payload, anyText, fc.jsonValue()) });
  await fc.assert(
    fc.asyncProperty(anyBody(object), async (body) => {
      await assertAnswer(await post(edge, '/token', body), [400, 403, 413]);
    }),
    RUNS,
  );
});

test('a body in any pieces is the same text, or too large, or not UTF-8', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 20 }),
      fc.nat(300),
      async (pieces, most) => {
        const whole = Buffer.concat(pieces);
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            for (const piece of pieces) controller.enqueue(piece);
            controller.close();
          },
        });
        const read = await readText(new Response(body), { maxBytes: most, signal: new AbortController().signal }).catch(
          (error: unknown) => error,
        );
        if (whole.length > most) assert.ok(read instanceof TooLargeError);
        else if (typeof read === 'string') assert.equal(read, new TextDecoder().decode(whole));
        else {
          assert.ok(read instanceof TypeError);
          assert.throws(() => new TextDecoder('utf-8', { fatal: true }).decode(whole));
        }
      },
    ),
    RUNS,
  );
});

test('any settings are read, or are a wrong setting in one line that quotes no secret', () => {
  const setting = fc.oneof(
    anyText,
    fc.constantFrom(
      '',
      ' ',
      '0',
      '-1',
      '1e3',
      'https://a.example',
      'https://u:p@a.example/?x#y',
      '/verify',
      'altcha',
      'info',
      '{}',
    ),
    fc.jsonValue(),
  );
  const names = [
    'UPSTREAM_URL',
    'UPSTREAM_RATE',
    'PUBLIC_URL',
    'BASE_PATH',
    'DOH_URL',
    'CHECKS_PER_DAY',
    'LOG_LEVEL',
    'CHALLENGE',
    'CHALLENGE_SITE_KEY',
    'PORT',
    'TRUSTED_PROXIES',
    'HOST',
    'RECEIPT_KEY',
    'ALLOWED_ORIGINS',
  ];
  const secrets = { SECRET, UPSTREAM_KEY: 'k_very-secret', CHALLENGE_SECRET: 's_very-secret' };
  const environment = fc
    .tuple(
      fc.dictionary(fc.constantFrom(...names), setting),
      fc.constantFrom<Environment>({}, secrets, { SECRET }),
      fc.boolean(),
    )
    .map(([some, more, key]): Environment => ({
      ALLOWED_ORIGINS: ORIGIN,
      ...more,
      ...some,
      ...(key && { RECEIPT_KEY: JSON.stringify({ ...receiptKey, x: 'broken' }) }),
    }));
  fc.assert(
    fc.property(environment, (given) => {
      for (const read of [readEdgeSettings, readListening]) {
        try {
          read(given);
        } catch (error) {
          assert.ok(error instanceof StartupError, String(error));
          for (const secret of [...Object.values(secrets), receiptKey.d]) assert.ok(!error.message.includes(secret));
        }
      }
    }),
    RUNS,
  );
});

test(`nothing of all this was an internal error, or reached the upstream behind ${ISSUER}`, () => {
  assert.deepEqual(
    lines.filter(({ event }) => event === 'error' || event === 'challenge'),
    [],
  );
  assert.equal(upstream.urls.length, 0);
});
