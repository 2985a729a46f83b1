import assert from 'node:assert/strict';
import { StartupError } from '../../src/config/startup-error.js';

/** For `assert.rejects`: true for a StartupError of one line with this in it. */
export const isOneLine =
  (pattern: RegExp) =>
  (error: unknown): true => {
    assert.ok(error instanceof StartupError, String(error));
    assert.match(error.message, pattern);
    assert.doesNotMatch(error.message, /\n/);
    return true;
  };
