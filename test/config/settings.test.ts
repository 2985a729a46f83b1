import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readSetting, SETTINGS, type Environment, type SettingName } from '../../src/config/settings.js';
import { StartupError } from '../../src/config/startup-error.js';

const messageOf = (environment: Environment, name: SettingName): string => {
  try {
    readSetting(environment, name);
  } catch (error) {
    assert.ok(error instanceof StartupError, String(error));
    return error.message;
  }
  return assert.fail(`${name} was taken`);
};

test('an empty setting has its default, as an unset one has', () => {
  for (const [name, { default: value }] of Object.entries(SETTINGS) as [SettingName, { default: unknown }][])
    for (const environment of [{}, { [name]: '' }, { [name]: ' \n' }, { [name]: null }])
      assert.equal(readSetting(environment, name), value);
});

test('a number among a Worker’s variables is read as its digits; what is not text is refused, not ignored', () => {
  assert.equal(readSetting({ UPSTREAM_RATE: 20 }, 'UPSTREAM_RATE'), 20);
  assert.equal(messageOf({ SECRET: { hidden: 1 } }, 'SECRET'), 'SECRET must be text, got object.');
  assert.equal(messageOf({ LOG_LEVEL: true }, 'LOG_LEVEL'), 'LOG_LEVEL must be text, got boolean.');
});

test('a message is one line that quotes the wrong value, or of a list the wrong item', () => {
  assert.equal(messageOf({ PORT: '80\n81' }, 'PORT'), 'PORT must be a whole number from 0 to 65535, got "80\\n81".');
  assert.match(
    messageOf({ ALLOWED_ORIGINS: 'https://a.example b.example' }, 'ALLOWED_ORIGINS'),
    /, got "b\.example"\.$/,
  );
  assert.match(messageOf({ ALLOWED_ORIGINS: ' , ' }, 'ALLOWED_ORIGINS'), /, got ","\.$/);
  const probed = 'SMTP_PROBE must be off or unset: mailboxes are not probed yet, got "on".';
  assert.equal(messageOf({ SMTP_PROBE: 'on' }, 'SMTP_PROBE'), probed);
});

for (const [name, hidden] of [
  ['SECRET', 'geheim'],
  ['PREVIOUS_SECRET', 'geheim'],
  ['PUBLIC_URL', 'https://anna:geheim@verify.example'],
  ['UPSTREAM_URL', 'https://anna:geheim@verify.example'],
  ['DATABASE_URL', 'mysql://anna:geheim@db.example'],
  ['REDIS_URL', 'redis://anna:geheim@redis.example/name'],
  ['DOH_URL', 'https://dns.example/geheim{?dns}'],
  ['DOH_URL', 'https://anna:geheim@dns.example/'],
] as const)
  test(`${name}: the message does not quote ${hidden}`, () => {
    const message = messageOf({ [name]: hidden }, name);
    assert.match(message, new RegExp(`^${name} must be .*\\.$`));
    assert.ok(!message.includes('geheim'));
  });
