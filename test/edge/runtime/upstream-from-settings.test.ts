import assert from 'node:assert/strict';
import { test } from 'vitest';
import { StartupError } from '../../../src/config/startup-error.js';
import type { Environment } from '../../../src/config/settings.js';
import { readEdgeSettings } from '../../../src/edge/runtime/edge-settings.js';
import { openEdge } from '../../../src/edge/runtime/open-edge.js';
import { checkOnce, ISSUER, ORIGIN, SECRET } from '../support.js';
import {
  CREDENTIALS,
  isSigned,
  REACHER_KEY,
  reacherAnswer,
  REGION,
  replyJson,
  sesAnswer,
  startService,
} from '../upstream/adapters/support.js';

const RIGHT: Environment = { ALLOWED_ORIGINS: ORIGIN, SECRET, CHALLENGE: 'off' };
const SES = {
  UPSTREAM: 'ses',
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
  AWS_SESSION_TOKEN: CREDENTIALS.sessionToken,
};

const open = async (environment: Environment) =>
  openEdge(readEdgeSettings({ ...RIGHT, ...environment }), {
    issuer: ISSUER,
    log: () => undefined,
    verifier: () => Promise.reject(new Error('the upstream is asked')),
  });

test('an edge with UPSTREAM=ses asks SES with the keys of its settings', async () => {
  const service = await startService(replyJson(sesAnswer('LOW', { MailboxExists: 'LOW' })));
  const { edge, end } = await open({ ...SES, UPSTREAM_URL: service.url });
  assert.deepEqual((await checkOnce(edge, 'ada@example.com')).sub_status, ['mailbox_not_found']);
  assert.ok(isSigned(service.requests[0]!));
  await end();
});

test('an edge with UPSTREAM=reacher asks Reacher with the key of its settings', async () => {
  const service = await startService(replyJson(reacherAnswer('ada@example.com', { 'misc.is_b2c': true })));
  const { edge, end } = await open({ UPSTREAM: 'reacher', UPSTREAM_URL: service.url, UPSTREAM_KEY: REACHER_KEY });
  assert.deepEqual((await checkOnce(edge, 'ada@example.com')).sub_status, ['free_provider']);
  assert.equal(service.requests[0]?.headers['x-reacher-secret'], REACHER_KEY);
  await end();
});

const ROWS: [over: Environment, setting: string][] = [
  [{ ...SES, AWS_REGION: 'Frankfurt' }, 'AWS_REGION'],
  [{ ...SES, AWS_REGION: 'cn-north-1' }, 'UPSTREAM_URL'],
  [{ ...SES, UPSTREAM_URL: 'http://email.example' }, 'UPSTREAM_URL'],
  [{ ...SES, AWS_SECRET_ACCESS_KEY: 'kéy' }, 'AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY or AWS_SESSION_TOKEN'],
  [{ UPSTREAM: 'reacher', UPSTREAM_URL: 'http://127.0.0.1', UPSTREAM_KEY: 'kéy' }, 'UPSTREAM_KEY'],
];
for (const [over, setting] of ROWS) {
  test(`an edge does not start with a wrong ${setting}, and names it: ${JSON.stringify(over)}`, async () => {
    await assert.rejects(
      open(over),
      (error) =>
        error instanceof StartupError &&
        error.message.startsWith(`${setting}: it takes `) &&
        !/kéy|wJalr/.test(error.message),
    );
  });
}
