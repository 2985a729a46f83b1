import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Environment } from '../../src/config/settings.js';
import { StartupError } from '../../src/config/startup-error.js';
import { readAnyUpstream } from '../../src/config/upstream-settings.js';

const AWS = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'a secret key' };

test('without UPSTREAM, a service of the interface is read, whatever keys of AWS are there', () => {
  assert.equal(readAnyUpstream({}), null);
  assert.equal(readAnyUpstream(AWS), null);
  assert.deepEqual(readAnyUpstream({ ...AWS, UPSTREAM_URL: 'https://api.example/', UPSTREAM_KEY: 'k' }), {
    service: { baseUrl: 'https://api.example', apiKey: 'k', ratePerSecond: 5 },
  });
});

test('UPSTREAM=ses reads region and keys, and may have a token, an endpoint and a rate', () => {
  const credentials = { accessKeyId: 'AKID', secretAccessKey: 'a secret key' };
  assert.deepEqual(readAnyUpstream({ UPSTREAM: 'ses', ...AWS }), { ses: { region: 'eu-central-1', credentials } });
  const more = { AWS_SESSION_TOKEN: 't', UPSTREAM_URL: 'https://vpce.example', UPSTREAM_RATE: '10' };
  assert.deepEqual(readAnyUpstream({ UPSTREAM: 'ses', ...AWS, ...more }), {
    ses: {
      region: 'eu-central-1',
      credentials: { ...credentials, sessionToken: 't' },
      endpoint: 'https://vpce.example',
      ratePerSecond: 10,
    },
  });
});

test('UPSTREAM=reacher reads the URL, and may have a key and a rate', () => {
  const url = { UPSTREAM: 'reacher', UPSTREAM_URL: 'http://reacher:8080/' };
  assert.deepEqual(readAnyUpstream(url), { reacher: { baseUrl: 'http://reacher:8080' } });
  assert.deepEqual(readAnyUpstream({ ...url, UPSTREAM_KEY: 'k', UPSTREAM_RATE: '2' }), {
    reacher: { baseUrl: 'http://reacher:8080', apiKey: 'k', ratePerSecond: 2 },
  });
});

const ROWS: [environment: Environment, says: string][] = [
  [{ UPSTREAM: 'aws' }, 'UPSTREAM must be one of service, ses, reacher, got "aws".'],
  [{ UPSTREAM: 'ses' }, 'AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: not set; UPSTREAM=ses takes all three.'],
  [
    { UPSTREAM: 'ses', ...AWS, AWS_SECRET_ACCESS_KEY: ' ' },
    'AWS_SECRET_ACCESS_KEY: not set; UPSTREAM=ses takes all three.',
  ],
  [
    { UPSTREAM: 'ses', ...AWS, UPSTREAM_KEY: 'a secret key' },
    'UPSTREAM_KEY is set, but UPSTREAM=ses takes the keys of AWS; unset it.',
  ],
  [
    { UPSTREAM: 'reacher', UPSTREAM_KEY: 'a secret key' },
    'UPSTREAM_URL is not set; UPSTREAM=reacher takes the URL of the backend.',
  ],
];
for (const [environment, says] of ROWS) {
  test(`the start stops with: ${says}`, () => {
    assert.throws(() => readAnyUpstream(environment), new StartupError(says));
  });
}
