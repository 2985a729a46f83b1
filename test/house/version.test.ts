import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { EmailVerifyElement } from '../../src/element/index.js';

test('the element says the version that the package has', () => {
  const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  assert.equal(EmailVerifyElement.version, (JSON.parse(text) as { version: string }).version);
});
