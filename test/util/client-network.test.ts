import assert from 'node:assert/strict';
import { test } from 'vitest';
import fc from 'fast-check';
import { clientNetwork } from '../../src/util/client-network.js';

test('an IPv4 address is one client, inside IPv6 too', () => {
  for (const text of ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:c000:207', '0:0:0:0:0:ffff:c000:0207', ' 192.0.2.7 ']) {
    assert.equal(clientNetwork(text), '192.0.2.7', text);
  }
});

test('behind a translator each IPv4 address is one client, and so is one that calls by 6to4', () => {
  for (const text of ['64:ff9b::192.0.2.7', '64:FF9B:0:0::c000:207', '2002:c000:207::1', '2002:c000:207:5::9'])
    for (const bits of [48, 56, 64] as const) assert.equal(clientNetwork(text, bits), '192.0.2.7', text);
  assert.equal(clientNetwork('64:ff9b:1::192.0.2.7'), '64:ff9b:1:0::/64', 'a local prefix may hold it anywhere');
});

test('IPv6 counts by /64, however it is written', () => {
  const same = [
    '2001:db8::1',
    '2001:DB8:0:0:ffff::',
    '2001:0db8:0000:0000:1:2:3:4',
    '2001:db8::1.2.3.4',
    '2001:db8::5%eth0',
  ];
  for (const text of same) assert.equal(clientNetwork(text), '2001:db8:0:0::/64', text);
  assert.notEqual(clientNetwork('2001:db8:0:1::1'), clientNetwork('2001:db8::1'));
  assert.equal(clientNetwork('::1'), '0:0:0:0::/64');
  assert.equal(clientNetwork('1:2:3:4:5:6:7:8'), '1:2:3:4::/64');
  assert.equal(clientNetwork('1:2:3:4:5:6:7:8', 48), '1:2:3::/48');
  assert.equal(clientNetwork('1:2:3:4567:5:6:7:8', 56), '1:2:3:4500::/56');
  assert.equal(clientNetwork('1:2:3:67:5:6:7:8', 56), '1:2:3:0::/56');
});

test('a port that a proxy adds is no part of the address', () => {
  assert.equal(clientNetwork('192.0.2.7:4711'), '192.0.2.7');
  assert.equal(clientNetwork('[2001:db8:1:2::9]:4711'), '2001:db8:1:2::/64');
  assert.equal(clientNetwork('[2001:db8:1:2::9]'), '2001:db8:1:2::/64');
});

test('what is no address is one shared client', () => {
  const none = [
    undefined,
    '',
    'unknown',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '1.2.3.4:port',
    '1:2',
    '1::2::3',
    ':::',
    '1:2:3:4:5:6:7:8:9',
  ];
  for (const text of [...none, '1:2:3:4:5:6:7::8', 'g::1', '12345::', '1.2.3.4::', '_hidden']) {
    assert.equal(clientNetwork(text), 'shared', text);
  }
});

test('any IPv6 address in its canonical form stands for its first four groups', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
      assert.equal(clientNetwork(address), clientNetwork(canonical), `${address} ${canonical}`);
      assert.notEqual(clientNetwork(address), 'shared');
    }),
  );
});

test('any IPv4 address stands for itself', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      assert.equal(clientNetwork(address), address);
      assert.equal(clientNetwork(`::ffff:${address}`), address);
    }),
  );
});
