import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readSettings } from '../../src/cli/settings.js';
import { WrongSetting } from '../../src/edge/runtime/environment.js';

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
        () => readSettings({ UPSTREAM_URL: 'https://service.example', UPSTREAM_KEY: 'k', [name]: text }),
        (error) => {
          assert.ok(error instanceof WrongSetting);
          assert.match(error.message, new RegExp(`^${name} is not .*$`));
          assert.ok(!error.message.includes(text));
          return true;
        },
      );
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
      () => readSettings({ REDIS_URL: text }),
      (error) => {
        assert.ok(error instanceof WrongSetting);
        assert.match(error.message, /^REDIS_URL is not the address of a Redis; write redis:.*$/);
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
    assert.equal(readSettings({ REDIS_URL: text }).beside.redisUrl, text);
  assert.equal(readSettings({}).beside.redisUrl, null);
});
