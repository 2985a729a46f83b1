import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseHostPort } from '../../src/util/host-port.js';

const PORT = 53;

describe('host and port', () => {
  for (const [text, host, port = PORT] of [
    ['9.9.9.9', '9.9.9.9'],
    ['9.9.9.9:5353', '9.9.9.9', 5353],
    ['[2620:fe::fe]:5353', '2620:fe::fe', 5353],
    ['[2620:fe::fe]', '2620:fe::fe'],
    ['2620:fe::fe', '2620:fe::fe'],
    ['2001:DB8:0:0:0:0:0:1', '2001:DB8:0:0:0:0:0:1'],
    ['::', '::'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
    ['[fe80::1%eth0]:53', 'fe80::1%eth0'],
    ['localhost', 'localhost'],
    ['dns.example:65535', 'dns.example', 65_535],
    ['9.9.9.9.example', '9.9.9.9.example'],
  ] as const) {
    test(`are read from ${text}`, () => {
      assert.deepEqual(parseHostPort(text, PORT), { host, port });
    });
  }

  for (const text of [
    '',
    ':',
    ':53',
    'a b',
    '9.9.9.9:',
    '9.9.9.9:0',
    '9.9.9.9:65536',
    '9.9.9.9:x',
    '9.9.9.9:-1',
    '9.9.9',
    '9.9.9.999',
    '9.9.9.9.',
    '0x9.9.9.9',
    '2620:fe::fe::1',
    '2620:fe::fe:12345',
    '1:2:3:4:5:6:7:8:9',
    'fe80::1%',
    '[2620:fe::fe',
    '2620:fe::fe]:53',
    '[9.9.9.9]:53',
    '[dns.example]:53',
    'http://9.9.9.9',
    'dns..example',
    '-dns.example',
    'münchen.example',
    `${'a'.repeat(64)}.example`,
  ]) {
    test(`are not read from ${JSON.stringify(text)}`, () => {
      assert.equal(parseHostPort(text, PORT), null);
    });
  }

  test('are read from every address and port there is, and from no other text is anything thrown', () => {
    const port = fc.integer({ min: 1, max: 65_535 });
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV6(), port, fc.string(), (v4, v6, number, text) => {
        assert.deepEqual(parseHostPort(v4, PORT), { host: v4, port: PORT });
        assert.deepEqual(parseHostPort(`${v4}:${number}`, PORT), { host: v4, port: number });
        assert.deepEqual(parseHostPort(v6, PORT), { host: v6, port: PORT });
        assert.deepEqual(parseHostPort(`[${v6}]:${number}`, PORT), { host: v6, port: number });
        parseHostPort(text, PORT);
      }),
    );
  });
});
