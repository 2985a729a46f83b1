/**
 * @see https://www.rfc-editor.org/rfc/rfc5321#section-5.1
 * @see https://www.rfc-editor.org/rfc/rfc7505
 */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { findMailRoute, lookUpHost } from '../../src/verifier/mail-route.js';
import type { Zone } from '../support/dns-server.js';
import { FOREVER, setUp as startResolver } from './bench.js';
import { setUp, WAYS } from './zone.js';

test('a domain with a hundred exchangers does not make us ask a hundred questions', async (t) => {
  const { dns, verifier } = await setUp(t);
  const { status, sub_status } = await verifier.verify('anna@many.org');
  // Those that were not asked for may have an address.
  assert.deepEqual([status, sub_status], ['unknown', ['dns_error']]);
  // Nine, and some again where a machine is slow.
  assert.ok(dns.queries.length >= 9 && dns.queries.length < 30, String(dns.queries.length));
});

describe('in a closed network', () => {
  for (const [name, way] of Object.entries(WAYS)) {
    test(`its own addresses and names take mail, ${name}`, async (t) => {
      const { verifier } = await setUp(t, { privateNetworks: true }, way);
      for (const domain of ['loopback.org', 'private.org', 'inner.org', 'own-loopback.org', 'half-inner.org']) {
        const { status, mx_record } = await verifier.verify(`anna@${domain}`);
        assert.deepEqual([status, mx_record === ''], ['valid', false], domain);
      }
      assert.deepEqual((await verifier.verify('anna@literal.org')).sub_status, ['no_mail_server']);
    });
  }
});

describe('the route', () => {
  const hosts = ['a.net', 'b.net', 'c.net', 'd.net', 'e.net', 'f.net'];
  const zone: Zone = {
    'firm.org': {
      MX: [
        [10, 'gone.net'],
        [20, 'mx.firm.org'],
        [30, 'spare.firm.org'],
        [40, 'last.firm.org'],
      ],
    },
    'mx.firm.org': { A: ['1.2.3.4', '127.0.0.1', '1.2.3.5'], AAAA: ['2a00::1'] },
    'spare.firm.org': { A: ['10.0.0.1'], AAAA: ['2a00::1'] },
    'broken.firm.org': { behaviour: 'servfail' },
    'wide.net': { A: Array.from({ length: 25 }, (_, n) => `1.2.3.${n + 1}`) },
    'equal.org': { MX: hosts },
    ...Object.fromEntries(hosts.map((host) => [host, { A: ['1.2.3.4'] }])),
  };

  test('keeps a few addresses of a host that has many', async (t) => {
    const { resolver } = await startResolver(t, zone);
    assert.equal((await lookUpHost('wide.net', resolver, FOREVER)).addresses.length, 16);
  });

  test('has the addresses of the best exchanger, and the hosts after it, which are not asked for', async (t) => {
    const { dns, resolver } = await startResolver(t, zone);
    const route = await findMailRoute('firm.org', resolver, FOREVER);
    assert.deepEqual(
      { ...route, addresses: [...route.addresses].sort() },
      { host: 'mx.firm.org', addresses: ['1.2.3.4', '1.2.3.5'], next: ['spare.firm.org', 'last.firm.org'] },
    );
    assert.deepEqual(
      dns.queries.map(({ name, type }) => `${name} ${type}`),
      ['firm.org MX', 'gone.net A', 'mx.firm.org A'],
    );
  });

  test('goes on to the next hosts on demand: addresses, none for sure, not found out', async (t) => {
    const { resolver } = await startResolver(t, zone);
    assert.deepEqual(await lookUpHost('spare.firm.org', resolver, FOREVER), { addresses: ['2a00:0:0:0:0:0:0:1'] });
    assert.deepEqual(await lookUpHost('last.firm.org', resolver, FOREVER), { addresses: [] });
    assert.deepEqual(await lookUpHost('broken.firm.org', resolver, FOREVER), { addresses: [], code: 'dns_error' });
  });

  test('begins with any of the exchangers that are as good (RFC 5321 §5.1)', async (t) => {
    const firsts = new Set<string>();
    for (let n = 0; n < 40 && firsts.size < 3; n++) {
      const { resolver } = await startResolver(t, zone);
      const { host, next } = await findMailRoute('equal.org', resolver, FOREVER);
      firsts.add(host);
      assert.deepEqual([host, ...next].sort(), hosts);
    }
    assert.equal(firsts.size, 3);
  });
});

describe('what DNS says of a domain', () => {
  for (const [what, domain, status, mx, ...codes] of [
    ['the best of its exchangers', 'firm.org', 'valid', 'mx.firm.org', 'smtp_not_checked'],
    ['an exchanger with IPv6 alone', 'six.org', 'valid', 'mx.six.org', 'smtp_not_checked'],
    ['an alias of a domain with exchangers', 'alias.org', 'valid', 'mx.firm.org', 'smtp_not_checked'],
    ['an exchanger that is an alias', 'farm.org', 'valid', 'alias-mx.farm.org', 'smtp_not_checked'],
    ['a null MX', 'null.org', 'invalid', '', 'null_mx'],
    ['a dot among real exchangers', 'mixed.org', 'valid', 'mx.firm.org', 'smtp_not_checked'],
    ['no MX but an IPv4 address', 'website.org', 'valid', 'website.org', 'implicit_mx', 'smtp_not_checked'],
    ['no MX but an IPv6 address', 'website6.org', 'valid', 'website6.org', 'implicit_mx', 'smtp_not_checked'],
    ['neither MX nor address', 'text.org', 'invalid', '', 'no_mail_server'],
    ['nothing but a name below it', 'parent.org', 'invalid', '', 'no_mail_server'],
    ['exchangers of which none has an address', 'dead.org', 'invalid', '', 'no_mail_server'],
    [
      'a best exchanger without an address and another with one',
      'spare.org',
      'valid',
      'mx.firm.org',
      'smtp_not_checked',
    ],
    ['exchangers of which one could not be found out', 'doubt.org', 'unknown', '', 'dns_error'],
    ['an exchanger whose name cannot be a host', 'badname.org', 'invalid', '', 'no_mail_server'],
    ['an exchanger that is an IPv4 address', 'literal.org', 'invalid', '', 'no_mail_server'],
    ['an exchanger at a loopback address', 'loopback.org', 'invalid', '', 'no_mail_server'],
    ['exchangers at addresses of closed networks', 'private.org', 'invalid', '', 'no_mail_server'],
    ['exchangers with inner names', 'inner.org', 'invalid', '', 'no_mail_server'],
    ['no MX but a loopback address', 'own-loopback.org', 'invalid', '', 'no_mail_server'],
    [
      'two inner exchangers, and one with a private address and one of the Internet',
      'half-inner.org',
      'valid',
      'both.half-inner.org',
      'smtp_not_checked',
    ],
    ['an alias, and nothing of its target', 'far.org', 'valid', 'mx.firm.org', 'smtp_not_checked'],
    ['an alias of an alias, each in a message of its own', 'farther.org', 'valid', 'mx.firm.org', 'smtp_not_checked'],
    ['an alias of a name without MX and address, in two messages', 'far-empty.org', 'invalid', '', 'no_mail_server'],
    ['an alias of a name that does not exist, in two messages', 'far-gone.org', 'invalid', '', 'domain_not_found'],
    ['a circle of aliases over many messages', 'circle.org', 'unknown', '', 'dns_error'],
    ['other servers to ask, and no more', 'lame.org', 'unknown', '', 'dns_error'],
    ['a response that is cut off over TCP too', 'both-cut.org', 'unknown', '', 'dns_error'],
    ['no MX and an address that could not be found out', 'halffail.org', 'unknown', '', 'dns_error'],
    ['that it does not exist', 'no-such-firm.org', 'invalid', '', 'domain_not_found'],
    ['SERVFAIL', 'servfail.org', 'unknown', '', 'dns_error'],
    ['REFUSED', 'refused.org', 'unknown', '', 'dns_error'],
    ['nothing at all', 'silent.org', 'unknown', '', 'dns_timeout'],
    ['more than fits into a datagram', 'cut.org', 'valid', 'mx.firm.org', 'smtp_not_checked'],
  ] as const) {
    for (const [name, way] of Object.entries(WAYS)) {
      test(`${what}, ${name}: ${status}, ${codes.join(', ')}`, async (t) => {
        // Only who waits for the end of the time is to meet it, however slow the machine.
        const { verifier } = await setUp(t, domain === 'silent.org' ? { dnsTimeoutMs: 2500 } : {}, way);
        const result = await verifier.verify(`anna@${domain}`);
        assert.deepEqual([result.status, result.mx_record, result.sub_status], [status, mx, codes]);
        assert.deepEqual([result.account, result.domain], ['anna', domain]);
      });
    }
  }

  test('garbage in a datagram, which may be anybody’s: it waits for the true answer', async (t) => {
    const { verifier } = await setUp(t, { dnsTimeoutMs: 2500 });
    const { status, sub_status } = await verifier.verify('anna@garbage.org');
    assert.deepEqual([status, sub_status], ['unknown', ['dns_timeout']]);
  });
});
