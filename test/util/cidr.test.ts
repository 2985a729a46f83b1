import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isBlock, isInBlocks } from '../../src/util/cidr.js';

test('a block is an address, or a CIDR block without bits after its length', () => {
  for (const text of [
    '192.0.2.1',
    '192.0.2.0/24',
    '0.0.0.0/0',
    '10.0.0.0/8',
    '2001:db8::/32',
    '::/0',
    '::1',
    '::1/128',
  ])
    assert.ok(isBlock(text), text);
  for (const text of [
    '',
    '/',
    '192.0.2.1/24',
    '192.0.2.0/33',
    '192.0.2.0/',
    '192.0.2/24',
    '::ffff:10.0.0.0/104',
    'a/8',
    ' ::1',
    '1.2.3.4/8/8',
  ])
    assert.ok(!isBlock(text), text);
});

test('an address is in a block of its family that has its first bits', () => {
  assert.ok(isInBlocks('192.0.2.255', ['10.0.0.0/8', '192.0.2.0/24']));
  assert.ok(isInBlocks('172.31.255.255', ['172.16.0.0/12']));
  assert.ok(!isInBlocks('172.32.0.0', ['172.16.0.0/12']));
  assert.ok(isInBlocks('2001:DB8:0:0::1', ['2001:db8::/33']));
  assert.ok(!isInBlocks('2001:db8:8000::1', ['2001:db8::/33']));
  assert.ok(isInBlocks('8.8.8.8', ['0.0.0.0/0']));
  assert.ok(!isInBlocks('8.8.8.8', ['::/0']));
  assert.ok(!isInBlocks('', ['0.0.0.0/0', '::/0']));
  assert.ok(!isInBlocks('8.8.8.8', []));
});

test('IPv4-mapped IPv6, a port and a zone make no difference', () => {
  for (const address of ['::ffff:192.0.2.1', '::ffff:c000:201', '192.0.2.1:80', '[::ffff:192.0.2.1]:80'])
    assert.ok(isInBlocks(address, ['192.0.2.1']), address);
  assert.ok(isInBlocks('fe80::1%eth0', ['fe80::/10']));
  assert.ok(isInBlocks('192.0.2.1', ['::ffff:192.0.2.1']));
});
