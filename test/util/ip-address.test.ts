import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { describe, test } from 'vitest';
import fc from 'fast-check';
import { ipv4Octets, ipv6Groups, isPublicAddress } from '../../src/util/ip-address.js';
import { runs } from '../support/whole.js';

describe('an address of the Internet', () => {
  for (const address of [
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2a00:1450:4001:0:0:0:0:1b',
    '2620:fe::fe',
    '3ffe::1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2002:808:808::1',
  ]) {
    test(`is ${address}`, () => {
      assert.equal(isPublicAddress(address), true);
    });
  }

  for (const address of [
    '',
    'mail.firm.org',
    '1.2.3',
    '1.2.3.256',
    '0.0.0.0',
    '0.1.2.3',
    '10.255.255.255',
    '100.64.0.0',
    '100.127.255.255',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.0',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.255',
    '192.168.255.255',
    '198.18.0.0',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::1.2.3.4',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::808:808',
    '100::1',
    '2001::1',
    '2001:2::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:a00:1::1',
    '2002:7f00:1::1',
    '3fff:fff::1',
    '4000::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'fe80::1%eth0',
  ]) {
    test(`is not ${address || 'an empty text'}`, () => {
      assert.equal(isPublicAddress(address), false);
    });
  }

  test('is any other, as Node sees the same blocks', () => {
    const blocks = new BlockList();
    for (const block of [
      ['0.0.0.0', 8],
      ['10.0.0.0', 8],
      ['100.64.0.0', 10],
      ['127.0.0.0', 8],
      ['169.254.0.0', 16],
      ['172.16.0.0', 12],
      ['192.0.0.0', 24],
      ['192.0.2.0', 24],
      ['192.88.99.0', 24],
      ['192.168.0.0', 16],
      ['198.18.0.0', 15],
      ['198.51.100.0', 24],
      ['203.0.113.0', 24],
      ['224.0.0.0', 4],
      ['240.0.0.0', 4],
    ] as const)
      blocks.addSubnet(block[0], block[1], 'ipv4');
    const octet = fc.oneof(fc.nat(255), fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203));
    fc.assert(
      fc.property(fc.tuple(octet, octet, octet, octet), (octets) => {
        const address = octets.join('.');
        assert.deepEqual(ipv4Octets(address), octets);
        assert.equal(isPublicAddress(address), !blocks.check(address));
        assert.equal(isPublicAddress(`::ffff:${address}`), isPublicAddress(address));
      }),
      { numRuns: runs(2000, 200) },
    );
  });
});

test('IPv6 in any spelling has the groups that a URL shows', () => {
  fc.assert(
    fc.property(fc.ipV6(), (text) => {
      const groups = ipv6Groups(text) ?? assert.fail(text);
      const spelled = groups.map((group) => group.toString(16)).join(':');
      assert.equal(new URL(`http://[${spelled}]`).hostname, new URL(`http://[${text}]`).hostname);
    }),
  );
});
