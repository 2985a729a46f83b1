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
  const verifier = await way(t, dns.address, { dnsTimeoutMs: 1200, ...options });
  t.onTestFinished(() => verifier.close());
  return { dns, verifier };
};
