import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../../src/cli/settings.js';
import { WrongSetting } from '../../src/edge/runtime/environment.js';

for (const name of ['PUBLIC_URL', 'UPSTREAM_URL'])
  for (const text of [
    'https://user@verify.example',
    'https://:pass@verify.example',
    'https://verify.example/?',
    'https://verify.example/#',
    'ftp://verify.example',
  ])
    test(`${name} is refused as ${text}, in one line that does not repeat it`, () => {
      assert.throws(
        () => readSettings({ UPSTREAM_URL: 'https://service.example', UPSTREAM_KEY: 'k', [name]: text }),
        (error) => {
          assert.ok(error instanceof WrongSetting);
          assert.match(error.message, new RegExp(`^${name} is not .*$`));
          assert.ok(!error.message.includes(text));
          return true;
        },
      );
    });
