import assert from 'node:assert/strict';
import { it } from 'vitest';
import { copyLine } from '../../../src/service/store/copy-text.js';

it('escapes a backslash, a tab and line ends once each, and writes null apart from its text', () => {
  assert.equal(copyLine([1, 'a\\b', '\t', '\r\n', '\\n', '\\N', null]), '1\ta\\\\b\t\\t\t\\r\\n\t\\\\n\t\\\\N\t\\N\n');
});
