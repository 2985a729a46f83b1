import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readServeSettings } from '../../../src/cli/serve-settings.js';
import { challengeFromSettings } from '../../../src/edge/index.js';
import { post, setUp } from '../support.js';
import { assertAsked } from '../challenge/support.js';

const read = (settings: Record<string, string>): ReturnType<typeof challengeFromSettings> =>
  challengeFromSettings((name) => settings[name]);

test('the settings name a challenge; without one it is the adaptive one', async () => {
  assert.equal(read({}), 'adaptive');
  assert.equal(read({ CHALLENGE: ' ', CHALLENGE_SECRET: '' }), 'adaptive');
  assert.equal(read({ CHALLENGE: 'off' }), 'off');
  for (const type of ['altcha', 'turnstile', 'hcaptcha', 'recaptcha']) {
    const keys = type === 'altcha' ? {} : { CHALLENGE_SITE_KEY: 'k', CHALLENGE_SECRET: 's' };
    const challenge = read({ CHALLENGE: type, ...keys });
    assert.ok(challenge);
    const { edge } = setUp('http://127.0.0.1:9', { challenge });
    assert.equal((await assertAsked(await post(edge, '/token', null), 'challenge_required')).type, type);
  }
});

for (const [settings, message] of [
  [
    { CHALLENGE: 'captcha' },
    /^CHALLENGE must be one of adaptive, off, altcha, turnstile, hcaptcha, recaptcha, got "captcha"\.$/,
  ],
  [{ CHALLENGE: 'toString' }, /^CHALLENGE must be one of/],
  [{ CHALLENGE: 'turnstile' }, /^CHALLENGE_SITE_KEY and CHALLENGE_SECRET: not set;/],
  [{ CHALLENGE: 'hcaptcha', CHALLENGE_SITE_KEY: 'k' }, /^CHALLENGE_SECRET: not set;/],
  [
    { CHALLENGE: 'altcha', CHALLENGE_SECRET: 'hush' },
    /^CHALLENGE_SECRET: set, but CHALLENGE is altcha, which takes none;/,
  ],
  [
    { CHALLENGE_SECRET: 'hush' },
    /^CHALLENGE_SECRET: set, but CHALLENGE is adaptive, which takes none; set it to turnstile, hcaptcha or recaptcha\.$/,
  ],
] as [Record<string, string>, RegExp][])
  test(`${JSON.stringify(settings)} stops the start with one line that says what would be right`, () => {
    assert.throws(() => read(settings), { name: 'StartupError', message });
    assert.throws(() => readServeSettings(settings), { name: 'StartupError', message });
    assert.throws(
      () => read(settings),
      (error) => !(error as Error).message.includes('hush'),
    );
  });
