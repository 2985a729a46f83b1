import assert from 'node:assert/strict';
import { test } from 'vitest';
import { heloOf } from '../../src/cli/open-verifier.js';
import { StartupError } from '../../src/config/startup-error.js';

test('mail servers are told SMTP_HELO, or else the name of this machine', () => {
  assert.equal(heloOf('probe.firm.example', 'machine_1'), 'probe.firm.example');
  assert.equal(heloOf(null, 'machine-1'), 'machine-1');
});

test('a machine whose name is no host name stops the start with one line that names SMTP_HELO', () => {
  for (const name of ['machine_1', '', 'two words', 'x\r\nRCPT TO:<a@b.org>'])
    assert.throws(
      () => heloOf(null, name),
      (error) =>
        error instanceof StartupError &&
        !/[\r\n]/.test(error.message) &&
        /^The name of this machine, ".*", is no host name: set SMTP_HELO to a host name such as/.test(error.message),
    );
});
