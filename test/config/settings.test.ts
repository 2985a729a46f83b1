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
  assert.equal(messageOf({ SMTP_PROBE: 'yes' }, 'SMTP_PROBE'), 'SMTP_PROBE must be one of off, on, got "yes".');
  for (const [name, wrong, right] of [
    ['SMTP_HELO', 'no name', 'a host name such as probe.firm.example, or an address such as [192.0.2.1]'],
    ['SMTP_HELO', '192.0.2.1', 'a host name such as probe.firm.example, or an address such as [192.0.2.1]'],
    ['SMTP_SOURCE_ADDRESSES', '192.0.2.999', 'a list of IP addresses, separated by commas'],
  ] as const)
    assert.equal(messageOf({ [name]: wrong }, name), `${name} must be ${right}, got ${JSON.stringify(wrong)}.`);
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
  ['SMTP_PROXY', 'http://anna:geheim@proxy.example'],
  ['SMTP_FROM', 'geheim'],
  ['MAIL_FROM', 'geheim'],
  ['SMTP_URL', 'http://anna:geheim@mail.example'],
  ['SMTP_URL', 'smtp://anna:geheim@mail.example/?pool=true'],
  ['SMTP_URL', 'smtp://anna:geheim%@mail.example'],
] as const)
  test(`${name}: the message does not quote ${hidden}`, () => {
    const message = messageOf({ [name]: hidden }, name);
    assert.match(message, new RegExp(`^${name} must be .*\\.$`));
    assert.ok(!message.includes('geheim'));
  });

test('a URL to which paths are appended is read in its canonical form', () => {
  for (const PUBLIC_URL of ['HTTPS://Edge.Example:443', 'https:edge.example', 'https://edge.example/'])
    assert.equal(readSetting({ PUBLIC_URL }, 'PUBLIC_URL'), 'https://edge.example');
});

test('an address to listen on is read without the brackets that IPv6 has in a URL', () => {
  for (const name of ['HOST', 'METRICS_HOST'] as const) {
    for (const [given, read] of [
      ['[::1]', '::1'],
      ['::1', '::1'],
      ['127.0.0.1', '127.0.0.1'],
      ['fe80::1%eth0', 'fe80::1%eth0'],
      ['localhost', 'localhost'],
    ])
      assert.equal(readSetting({ [name]: given }, name), read);
    for (const wrong of ['[::1', '[::1]:8080', '[localhost]'])
      assert.equal(
        messageOf({ [name]: wrong }, name),
        `${name} must be an address of this machine, such as 127.0.0.1 or ::1, got "${wrong}".`,
      );
  }
});
