import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readServeSettings } from '../../src/cli/serve-settings.js';
import { readAll } from '../../src/config/read-settings.js';
import { StartupError } from '../../src/config/startup-error.js';
import { readEdgeSettings } from '../../src/edge/runtime/edge-settings.js';

/** The lines of the error that a reader throws. */
const linesOf = (read: () => unknown): string[] => {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof StartupError);
    return error.message.split('\n');
  }
  return [];
};

test('names every wrong and missing setting at once, in groups too', () => {
  assert.deepEqual(
    linesOf(() => readEdgeSettings({ LOG_LEVEL: 'loud', UPSTREAM_KEY: 'k', CHECKS_PER_DAY: '0', TOKENS: '1' })),
    [
      "ALLOWED_ORIGINS is not set: your pages' origins, such as https://shop.example.",
      'SECRET is not set: 32 or more random characters, such as openssl rand -base64 32 prints.',
      'UPSTREAM_KEY is set but UPSTREAM_URL is not; set both, or neither.',
      'CHECKS_PER_DAY must be a whole number from 1 to 9007199254740991, got "0".',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, got "loud".',
    ],
  );
  const lines = linesOf(() => readServeSettings({ PORT: 'x', SMTP_PORT: 'y', WORKER: 'off', METRICS_PORT: '-1' }));
  assert.deepEqual(
    lines.map((line) => /^\w+/.exec(line)?.[0]),
    ['PORT', 'METRICS_PORT', 'WORKER', 'SMTP_PORT'],
  );
});

test('names a setting once that two groups read', () => {
  const fail = () => {
    throw new StartupError('PORT is wrong');
  };
  assert.deepEqual(
    linesOf(() => readAll({ one: fail, other: fail })),
    ['PORT is wrong'],
  );
});

test('passes on what is no mistake of a setting', () => {
  const fail = () => {
    throw new TypeError('a fault');
  };
  assert.throws(() => readAll({ fail }), TypeError);
});
