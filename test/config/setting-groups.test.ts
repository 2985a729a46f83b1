import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readMail, readTestMode } from '../../src/config/setting-groups.js';
import { StartupError } from '../../src/config/startup-error.js';

test('a mail server comes with a sender, or neither is set', () => {
  const url = 'smtp://verify:secret@mail.example:587';
  const from = 'verify@firm.example';
  assert.equal(readMail({}), null);
  assert.deepEqual(readMail({ SMTP_URL: url, MAIL_FROM: from }), { url, from });
  assert.deepEqual(readMail({ SMTP_URL: 'smtps://[2001:db8::1]', MAIL_FROM: from })?.url, 'smtps://[2001:db8::1]');
  const isNamed = (error: unknown): boolean =>
    error instanceof StartupError && error.message.includes('SMTP_URL') && error.message.includes('MAIL_FROM');
  assert.throws(() => readMail({ SMTP_URL: url }), isNamed);
  assert.throws(() => readMail({ MAIL_FROM: from }), isNamed);
});

test('test mode is refused in production', () => {
  assert.equal(readTestMode({}), false);
  assert.equal(readTestMode({ NODE_ENV: 'production', TEST_MODE: '0' }), false);
  assert.equal(readTestMode({ TEST_MODE: '1' }), true);
  assert.equal(readTestMode({ TEST_MODE: '1', NODE_ENV: 'test' }), true);
  assert.throws(
    () => readTestMode({ TEST_MODE: '1', NODE_ENV: 'production' }),
    new StartupError('TEST_MODE=1 is for tests: it checks nothing. Unset it, or NODE_ENV=production.'),
  );
  assert.throws(() => readTestMode({ TEST_MODE: 'yes' }), /^StartupError: TEST_MODE must be 1 or 0, got "yes"\.$/);
});
