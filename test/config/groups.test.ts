import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readMail } from '../../src/config/groups.js';
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
