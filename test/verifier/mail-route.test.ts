import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { setUp, WAYS } from './walk.js';

test('a domain with a hundred exchangers does not make us ask a hundred questions', async (t) => {
  const { dns, verifier } = await setUp(t);
  const { status, sub_status } = await verifier.verify('anna@many.org');
  assert.deepEqual([status, sub_status], ['invalid', ['no_mail_server']]);
  // Nine, and one or two again where a machine is slow.
  assert.ok(dns.queries.length >= 9 && dns.queries.length < 20, String(dns.queries.length));
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
    ['no MX and an address that could not be found out', 'halffail.org', 'unknown', '', 'dns_error'],
    ['that it does not exist', 'no-such-firm.org', 'invalid', '', 'domain_not_found'],
    ['SERVFAIL', 'servfail.org', 'unknown', '', 'dns_error'],
    ['REFUSED', 'refused.org', 'unknown', '', 'dns_error'],
    ['nothing at all', 'silent.org', 'unknown', '', 'dns_timeout'],
    ['more than fits into a datagram', 'cut.org', 'valid', 'mx.firm.org', 'smtp_not_checked'],
  ] as const) {
    for (const [name, way] of Object.entries(WAYS)) {
      test(`${what}, ${name}: ${status}, ${codes.join(', ')}`, async (t) => {
        const { verifier } = await setUp(t, {}, way);
        const result = await verifier.verify(`anna@${domain}`);
        assert.deepEqual([result.status, result.mx_record, result.sub_status], [status, mx, codes]);
        assert.deepEqual([result.account, result.domain], ['anna', domain]);
      });
    }
  }

  test('garbage in a datagram, which may be anybody’s: it waits for the true answer', async (t) => {
    const { verifier } = await setUp(t);
    const { status, sub_status } = await verifier.verify('anna@garbage.org');
    assert.deepEqual([status, sub_status], ['unknown', ['dns_timeout']]);
  });
});
