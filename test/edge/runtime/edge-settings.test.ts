import assert from 'node:assert/strict';
import { test } from 'vitest';
import fc from 'fast-check';
import { readListening } from '../../../src/config/setting-groups.js';
import type { Environment } from '../../../src/config/settings.js';
import { StartupError } from '../../../src/config/startup-error.js';
import { openEdge } from '../../../src/edge/runtime/open-edge.js';
import { readEdgeSettings } from '../../../src/edge/runtime/edge-settings.js';
import { receiptKey, SECRET } from '../support.js';

const RIGHT: Environment = { ALLOWED_ORIGINS: 'https://a.example, https://b.example', SECRET };

test('what is set is read, and what is not has its default', () => {
  assert.deepEqual(readEdgeSettings(RIGHT), {
    origins: ['https://a.example', 'https://b.example'],
    secret: SECRET,
    previousSecret: null,
    receiptKeys: null,
    upstream: null,
    dohUrl: null,
    publicUrl: null,
    basePath: '',
    quotas: {},
    testMode: false,
    challenge: { name: 'adaptive' },
    logLevel: 'info',
    outcomesFeed: 'on',
  });
  const set = readEdgeSettings({
    ...RIGHT,
    RECEIPT_KEY: JSON.stringify(receiptKey),
    UPSTREAM_URL: 'https://api.example/',
    UPSTREAM_KEY: 'k',
    UPSTREAM_RATE: '20',
    DOH_URL: 'https://dns.example/dns-query',
    PREVIOUS_SECRET: `before: ${SECRET}`,
    PUBLIC_URL: 'https://edge.example/verify/',
    BASE_PATH: '/verify',
    CHECKS_PER_DAY: '10',
    CHECKS_PER_TOKEN: '2',
    TEST_MODE: '1',
    OUTCOMES_FEED: 'off',
    LOG_LEVEL: 'warn',
  });
  assert.deepEqual(set, {
    origins: ['https://a.example', 'https://b.example'],
    secret: SECRET,
    previousSecret: `before: ${SECRET}`,
    receiptKeys: [receiptKey],
    upstream: { service: { baseUrl: 'https://api.example', apiKey: 'k', ratePerSecond: 20 } },
    dohUrl: 'https://dns.example/dns-query',
    publicUrl: 'https://edge.example/verify',
    testMode: true,
    basePath: '/verify',
    quotas: { checksPerDay: 10, checksPerToken: 2 },
    challenge: { name: 'adaptive' },
    logLevel: 'warn',
    outcomesFeed: 'off',
  });
  assert.deepEqual(readListening({}), { port: 8080, host: null, trustedProxies: 0 });
});

for (const [name, text, says] of [
  ['ALLOWED_ORIGINS', '', /^ALLOWED_ORIGINS is not set: /],
  ['ALLOWED_ORIGINS', '*', /^ALLOWED_ORIGINS must be a list of origins .*https:\/\/shop\.example.*, got "\*"\.$/],
  ['ALLOWED_ORIGINS', 'https://a.example/', /^ALLOWED_ORIGINS must .* got "https:\/\/a\.example\/"/],
  ['SECRET', '', /^SECRET is not set: /],
  ['SECRET', 'hidden', /^SECRET must be 32 or more random characters, got 6\.$/],
  ['RECEIPT_KEY', '{"d":"hidden"', /^RECEIPT_KEY: it takes a JWK as JSON/],
  [
    'RECEIPT_KEY',
    JSON.stringify({ ...receiptKey, d: 'A'.repeat(43) }),
    /^RECEIPT_KEY: the first key's d does not match its x/,
  ],
  ['RECEIPT_KEY', '{"d":"hidden"}', /^RECEIPT_KEY/],
  ['CHALLENGE', 'riddle', /^CHALLENGE must be one of adaptive, off, altcha/],
  ['CHALLENGE_SECRET', 'hidden', /^CHALLENGE_SECRET: set, but CHALLENGE is adaptive, which takes none/],
  ['UPSTREAM_KEY', 'hidden', /^UPSTREAM_KEY is set but UPSTREAM_URL is not/],
  ['UPSTREAM_URL', 'https://api.example', /^UPSTREAM_URL is set but UPSTREAM_KEY is not/],
  ['UPSTREAM_URL', 'https://a:hidden@api.example', /^UPSTREAM_URL must be an http or https URL/],
  ['PREVIOUS_SECRET', 'hidden', /^PREVIOUS_SECRET must be 32 .* got 6/],
  ['PREVIOUS_SECRET', SECRET, /^PREVIOUS_SECRET is the same as SECRET: unset it\.$/],
  ['UPSTREAM_RATE', '0', /^UPSTREAM_RATE must be a whole number from 1 to 10000, got "0"/],
  ['DOH_URL', 'hidden', /^DOH_URL must be the http or https URL of a DNS server/],
  ['PUBLIC_URL', 'verify.example', /^PUBLIC_URL must be an http or https URL/],
  ['BASE_PATH', 'verify/', /^BASE_PATH must be a path .* got "verify\/"/],
  ['CHECKS_PER_DAY', '0', /^CHECKS_PER_DAY must be a whole number from 1 .* got "0"/],
  ['LOG_LEVEL', 'loud', /^LOG_LEVEL must be one of trace, .* got "loud"/],
  ['PORT', '65536', /^PORT must be .* got "65536"/],
  ['TRUSTED_PROXIES', '-1', /^TRUSTED_PROXIES must be .* got "-1"/],
] as const)
  test(`${name}=${text} is refused in one line that says what would be right, without a secret`, async () => {
    const upstream = name.startsWith('UPSTREAM') ? {} : { UPSTREAM_URL: 'https://api.example', UPSTREAM_KEY: 'k' };
    const environment = { ...RIGHT, ...upstream, [name]: text };
    const start = async (): Promise<unknown> => {
      readListening(environment);
      return openEdge(readEdgeSettings(environment), {
        issuer: 'https://e.example',
        log: () => undefined,
        verifier: () => assert.fail(),
      });
    };
    await assert.rejects(start, (error) => {
      assert.ok(error instanceof StartupError);
      assert.match(error.message, says);
      assert.doesNotMatch(error.message, /\n|hidden/);
      return true;
    });
  });

test('whatever stands in the environment, it is read or refused in a line', () => {
  const names = [
    'ALLOWED_ORIGINS',
    'SECRET',
    'RECEIPT_KEY',
    'UPSTREAM_URL',
    'PUBLIC_URL',
    'BASE_PATH',
    'CHECKS_PER_DAY',
  ];
  const values = fc.oneof(fc.string(), fc.webUrl(), fc.json(), fc.integer().map(String), fc.object());
  fc.assert(
    fc.property(fc.record(Object.fromEntries(names.map((name) => [name, values])), { requiredKeys: [] }), (given) => {
      try {
        readEdgeSettings({ ...RIGHT, ...given });
      } catch (error) {
        assert.ok(error instanceof StartupError, String(error));
      }
    }),
  );
});
