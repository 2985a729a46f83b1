import assert from 'node:assert/strict';
import { test } from 'vitest';
import { placeOf } from '../../src/cli/open-service.js';
import { readServeSettings } from '../../src/cli/serve-settings.js';

test('the origins of a server on port 80 are spelt as browsers send them', () => {
  assert.deepEqual(placeOf(readServeSettings({ PORT: '80' })), {
    publicUrl: 'http://localhost',
    origins: ['http://localhost', 'http://127.0.0.1', 'http://[::1]'],
  });
});
