import type { TestContext } from 'vitest';
import { createDohVerifier } from '../../src/verifier/doh.js';
import { createVerifier, type Verifier } from '../../src/verifier/index.js';
import type { DnsOptions } from '../../src/verifier/types.js';
import { startDnsServer, type DnsServer, type Zone } from '../support/dns-server.js';
import { startDohServer } from '../support/doh-server.js';

/** A domain of every kind that there is. */
export const ZONE: Zone = {
  'firm.org': {
    MX: [
      [20, 'second.firm.org'],
      [10, 'MX.firm.org'],
      [30, 'third.firm.org'],
    ],
  },
  'mx.firm.org': { A: ['1.2.3.4'] },
  'second.firm.org': { A: ['1.2.3.4'] },
  'six.org': { MX: ['mx.six.org'] },
  'mx.six.org': { AAAA: ['2a00::1'] },
  'alias.org': { CNAME: 'firm.org' },
  'farm.org': { MX: ['alias-mx.farm.org'] },
  'alias-mx.farm.org': { CNAME: 'mx.firm.org' },
  'null.org': { MX: [[0, '.']] },
  'mixed.org': {
    MX: [
      [0, '.'],
      [10, 'mx.firm.org'],
    ],
  },
  'website.org': { A: ['1.2.3.4'] },
  'website6.org': { AAAA: ['2a00::1'] },
  'text.org': { TXT: ['v=spf1 -all'] },
  'www.parent.org': { A: ['1.2.3.4'] },
  'dead.org': { MX: ['gone.dead.org', 'empty.dead.org'] },
  'empty.dead.org': { TXT: ['nothing'] },
  'spare.org': {
    MX: [
      [1, 'gone.spare.org'],
      [2, 'mx.firm.org'],
    ],
  },
  'doubt.org': {
    MX: [
      [1, 'gone.doubt.org'],
      [2, 'fail.doubt.org'],
    ],
  },
  'fail.doubt.org': { behaviour: 'servfail' },
  'many.org': { MX: Array.from({ length: 100 }, (_, n) => `gone${n}.many.org`) },
  'literal.org': { MX: ['1.2.3.4'] },
  'loopback.org': { MX: ['mx.loopback.org'] },
  'mx.loopback.org': { A: ['127.0.0.1'], AAAA: ['::1'] },
  'private.org': { MX: ['a.private.org', 'b.private.org', 'c.private.org', 'd.private.org'] },
  'a.private.org': { A: ['10.1.2.3', '192.168.0.1', '172.31.9.9', '100.64.0.1'] },
  'b.private.org': { A: ['169.254.1.1', '0.0.0.0', '224.0.0.1', '255.255.255.255'], AAAA: ['fd00::1', 'fe80::1'] },
  'c.private.org': { AAAA: ['::', 'ff02::1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', '2001:db8::1', '2002:a00:1::'] },
  'd.private.org': { A: ['192.0.2.1', '198.51.100.7', '203.0.113.9', '198.18.0.1'] },
  'inner.org': { MX: ['localhost', 'mail', 'mail.local', 'mail.internal'] },
  localhost: { A: ['1.2.3.4'] },
  mail: { A: ['1.2.3.4'] },
  'mail.local': { A: ['1.2.3.4'] },
  'mail.internal': { A: ['1.2.3.4'] },
  'own-loopback.org': { A: ['127.0.0.1'] },
  'half-inner.org': {
    MX: [
      [1, 'localhost'],
      [2, 'mx.loopback.org'],
      [3, 'both.half-inner.org'],
    ],
  },
  'both.half-inner.org': { A: ['10.0.0.1'], AAAA: ['2a00::1'] },
  'far.org': { CNAME: 'firm.org', behaviour: 'alias_only' },
  'farther.org': { CNAME: 'far.org', behaviour: 'alias_only' },
  'far-empty.org': { CNAME: 'text.org', behaviour: 'alias_only' },
  'far-gone.org': { CNAME: 'no-such-firm.org', behaviour: 'alias_only' },
  'circle.org': { CNAME: 'round.org', behaviour: 'alias_only' },
  'round.org': { CNAME: 'circle.org', behaviour: 'alias_only' },
  'lame.org': { MX: ['mx.firm.org'], behaviour: 'lame' },
  'both-cut.org': { MX: ['mx.firm.org'], behaviour: 'cut' },
  'badname.org': { MX: ['mail server.badname.org'] },
  'halffail.org': { behaviour: 'servfail', only: 'A' },
  'servfail.org': { behaviour: 'servfail' },
  'refused.org': { behaviour: 'refused' },
  'silent.org': { behaviour: 'silent' },
  'garbage.org': { behaviour: 'garbage' },
  'cut.org': { MX: ['mx.firm.org'], behaviour: 'truncate' },
  'slow.org': { MX: ['mx.firm.org'], delayMs: 60 },
  'xn--mnchen-3ya.de': { MX: ['mx.firm.org'] },
  'gmial.com': { MX: ['mx.firm.org'] },
  'hmail.com': { MX: ['mx.firm.org'] },
  'gmail.com': { MX: ['mx.firm.org'] },
  'mailinator.com': { MX: ['mx.firm.org'] },
  'duck.com': { MX: ['mx.firm.org'] },
  'angi.com': { MX: ['mx.firm.org'] },
  'new-one.org': { MX: ['mail.mailinator.com'] },
  'mail.mailinator.com': { A: ['1.2.3.5'] },
};

/** A way to the DNS server: gives a verifier that goes it, to end with the test. */
export type Way = (t: TestContext, address: string, options: DnsOptions) => Promise<Verifier> | Verifier;

const overUdp: Way = (_t, address, options) => createVerifier({ dnsServers: [address], ...options });

const overHttps: Way = async (t, address, options) => {
  const doh = await startDohServer(address);
  t.onTestFinished(() => doh.close());
  return createDohVerifier({ url: doh.url, ...options });
};

/** Every way, by its name. */
export const WAYS: Readonly<Record<string, Way>> = { 'over UDP and TCP': overUdp, 'over HTTPS': overHttps };

/** Starts a verifier over a DNS server with this zone, both to end with the test. */
export const setUp = async (
  t: TestContext,
  options: DnsOptions = {},
  way: Way = overUdp,
): Promise<{ dns: DnsServer; verifier: Verifier }> => {
  const dns = await startDnsServer({ zone: ZONE });
  t.onTestFinished(() => dns.close());
  const verifier = await way(t, dns.address, { dnsTimeoutMs: 20_000, ...options });
  t.onTestFinished(() => verifier.close());
  return { dns, verifier };
};
