/**
 * The verifier over DNS servers that nobody here wrote: Knot with zone files, and Unbound before it, over UDP and TCP
 * and over HTTPS.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { haveDaemons, startKnot, startUnbound, type Daemon } from '../support/dns-daemons.js';
import { WAYS } from './zone.js';

const SOA = '@ 300 SOA ns.nowhere.org. root.nowhere.org. 1 3600 600 86400 30\n@ 300 NS ns.nowhere.org.\n';

/** A name server that answers from these zones only: what it knows of one says nothing of an alias's target in another. */
const ZONES = {
  '.': `${SOA}ns.nowhere.org. 300 A 1.2.3.53
firm.org. 300 MX 20 second.firm.org.
firm.org. 300 MX 10 MX.firm.org.
mx.firm.org. 300 A 1.2.3.4
second.firm.org. 300 A 1.2.3.5
six.org. 300 MX 10 mx.six.org.
mx.six.org. 300 AAAA 2a00::1
alias.org. 300 CNAME firm.org.
chain.org. 300 CNAME a.chain.org.
a.chain.org. 300 CNAME b.chain.org.
b.chain.org. 300 CNAME firm.org.
farm.org. 300 MX 10 alias-mx.farm.org.
alias-mx.farm.org. 300 CNAME mx.firm.org.
null.org. 300 MX 0 .
website.org. 300 A 1.2.3.4
text.org. 300 TXT "v=spf1 -all"
www.parent.org. 300 A 1.2.3.4
dead.org. 300 MX 10 gone.dead.org.
literal.org. 300 MX 10 1.2.3.4.
loopback.org. 300 MX 10 mx.loopback.org.
mx.loopback.org. 300 A 127.0.0.1
*.wild.org. 300 MX 10 mx.firm.org.
*.wild-a.org. 300 A 1.2.3.4
\\255\\000odd.org. 300 A 1.2.3.4
odd.org. 300 MX 10 \\255\\000odd.org.
${Array.from({ length: 90 }, (_, n) => `large.org. 300 MX ${n + 1} exchanger-with-a-long-name-${n}.firm.org.`).join('\n')}
exchanger-with-a-long-name-0.firm.org. 300 A 1.2.3.4
`,
  'one.net': `${SOA}mail 300 CNAME mail.two.net.\n`,
  'two.net': `${SOA}mail 300 CNAME mail.three.net.\n`,
  'three.net': `${SOA}mail 300 MX 10 mx.firm.org.\n`,
};

const SCENES = [
  ['the best of its exchangers', 'firm.org', 'valid', 'mx.firm.org', 'smtp_not_checked'],
  ['an exchanger with IPv6 alone', 'six.org', 'valid', 'mx.six.org', 'smtp_not_checked'],
  ['an alias', 'alias.org', 'valid', 'mx.firm.org', 'smtp_not_checked'],
  ['a chain of aliases', 'chain.org', 'valid', 'mx.firm.org', 'smtp_not_checked'],
  ['a chain of aliases through three zones', 'mail.one.net', 'valid', 'mx.firm.org', 'smtp_not_checked'],
  ['an exchanger that is an alias', 'farm.org', 'valid', 'alias-mx.farm.org', 'smtp_not_checked'],
  ['a null MX', 'null.org', 'invalid', '', 'null_mx'],
  ['no MX but an address', 'website.org', 'valid', 'website.org', 'implicit_mx', 'smtp_not_checked'],
  ['neither MX nor address', 'text.org', 'invalid', '', 'no_mail_server'],
  ['nothing but a name below it', 'parent.org', 'invalid', '', 'no_mail_server'],
  ['an exchanger that does not exist', 'dead.org', 'invalid', '', 'no_mail_server'],
  ['an exchanger that is an IPv4 address', 'literal.org', 'invalid', '', 'no_mail_server'],
  ['an exchanger at a loopback address', 'loopback.org', 'invalid', '', 'no_mail_server'],
  ['an exchanger whose name no host can have', 'odd.org', 'invalid', '', 'no_mail_server'],
  ['an MX for any name below a domain', 'any.wild.org', 'valid', 'mx.firm.org', 'smtp_not_checked'],
  ['an address for any name', 'any.wild-a.org', 'valid', 'any.wild-a.org', 'implicit_mx', 'smtp_not_checked'],
  [
    'more exchangers than fit into a datagram',
    'large.org',
    'valid',
    'exchanger-with-a-long-name-0.firm.org',
    'smtp_not_checked',
  ],
  ['that it does not exist', 'no-such-firm.org', 'invalid', '', 'domain_not_found'],
] as const;

describe.skipIf(!haveDaemons)('a name server of Knot, and Unbound that asks it', () => {
  const daemons: Daemon[] = [];
  beforeAll(async () => {
    const knot = await startKnot(ZONES);
    daemons.push(knot, await startUnbound(knot.address));
  });
  afterAll(async () => {
    for (const daemon of daemons.reverse()) await daemon.end();
  });

  for (const [index, server] of ['Knot', 'Unbound'].entries()) {
    for (const [name, way] of Object.entries(WAYS)) {
      for (const [what, domain, status, mx, ...codes] of SCENES) {
        test(`${server}, ${name}: ${what}: ${codes.join(', ')}`, async (t) => {
          const verifier = await way(t, daemons[index]?.address ?? '', {});
          t.onTestFinished(() => verifier.close());
          const result = await verifier.verify(`anna@${domain}`);
          assert.deepEqual([result.status, result.mx_record, result.sub_status], [status, mx, codes]);
        });
      }
    }
  }
});
