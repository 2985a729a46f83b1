import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readServeSettings } from '../../src/cli/serve-settings.js';
import { DEFAULT_QUOTAS } from '../../src/edge/options.js';
import { StartupError } from '../../src/config/startup-error.js';
import { createVerifier } from '../../src/verifier/index.js';

for (const name of ['PUBLIC_URL', 'UPSTREAM_URL'])
  for (const text of [
    'https://user@verify.example',
    'https://:pass@verify.example',
    'https://verify.example/?',
    'https://verify.example/#',
    'ftp://verify.example',
  ])
    test(`${name} is refused as ${text}, in one line that does not repeat it`, () => {
      assert.throws(
        () => readServeSettings({ UPSTREAM_URL: 'https://service.example', UPSTREAM_KEY: 'k', [name]: text }),
        (error) => {
          assert.ok(error instanceof StartupError);
          assert.match(error.message, new RegExp(`^${name} must be an http or https URL .*$`));
          assert.ok(!error.message.includes(text));
          return true;
        },
      );
    });

for (const [given, line] of [
  [{ UPSTREAM: 'aws' }, 'UPSTREAM must be one of service, ses, reacher, got "aws".'],
  [
    { UPSTREAM: 'ses', AWS_REGION: 'eu-central-1' },
    'AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: not set; UPSTREAM=ses takes all three.',
  ],
  [{ UPSTREAM: 'reacher' }, 'UPSTREAM_URL is not set; UPSTREAM=reacher takes the URL of the backend.'],
] as const)
  test(`serve does not start with ${JSON.stringify(given)}, and says in one line why`, () => {
    assert.throws(() => readServeSettings(given), { name: 'StartupError', message: line });
  });

for (const text of [
  'geheim',
  'http://:geheim@redis.example',
  'redis://',
  'redis://:geheim@redis.example/name',
  'redis://:geheim@redis.example/0?db=1',
  'redis://:geheim%@redis.example',
  'redis://:geheim%ff@redis.example',
  'redis://:geheim@redis.example:66666',
])
  test(`REDIS_URL is refused as ${text}, in one line that does not repeat it`, () => {
    assert.throws(
      () => readServeSettings({ REDIS_URL: text }),
      (error) => {
        assert.ok(error instanceof StartupError);
        assert.match(error.message, /^REDIS_URL must be the URL of a Redis, such as redis:.*$/);
        assert.ok(!error.message.includes('geheim'));
        return true;
      },
    );
  });

test('REDIS_URL takes what Redis is reached by', () => {
  for (const text of [
    'redis://localhost',
    'redis://127.0.0.1:6380/15',
    'redis://[::1]:6379/',
    'rediss://user:p%40ss@redis.example:6379',
  ])
    assert.equal(readServeSettings({ REDIS_URL: text }).redisUrl, text);
  assert.equal(readServeSettings({}).redisUrl, null);
});

for (const [text, servers] of [
  ['9.9.9.9', ['9.9.9.9']],
  ['[2620:fe::fe]:53', ['[2620:fe::fe]:53']],
  ['2620:fe::fe', ['2620:fe::fe']],
  ['fe80::1%eth0', ['fe80::1%eth0']],
  [' 9.9.9.9:5353 , [2620:fe::fe]  ', ['9.9.9.9:5353', '[2620:fe::fe]']],
] as const)
  test(`DNS_SERVERS takes '${text}', as createVerifier does`, async () => {
    const { dnsServers } = readServeSettings({ DNS_SERVERS: text });
    assert.deepEqual(dnsServers, servers);
    await createVerifier({ dnsServers }).close();
  });

for (const text of [
  'dns.example:53',
  '9.9.9.9:0',
  '9.9.9.9:65536',
  '9.9.9',
  '2620:fe::fe::1',
  '[9.9.9.9]:53',
  '2620:fe::fe:53:x',
])
  test(`DNS_SERVERS is refused as '${text}', in one line that quotes it`, () => {
    assert.throws(
      () => readServeSettings({ DNS_SERVERS: `9.9.9.9:53, ${text}` }),
      (error) =>
        error instanceof StartupError && /^DNS_SERVERS .*$/.test(error.message) && error.message.includes(text),
    );
  });

test('every quota of an edge is a setting of serve', () => {
  const names = Object.keys(DEFAULT_QUOTAS);
  const variables = names.map((name) => name.replace(/[A-Z]/g, '_$&').toUpperCase());
  const { quotas } = readServeSettings(Object.fromEntries(variables.map((variable, index) => [variable, index + 1])));
  assert.deepEqual(quotas, Object.fromEntries(names.map((name, index) => [name, index + 1])));
  assert.throws(() => readServeSettings({ CHECKS_PER_TOKEN: '0' }), StartupError);
});
