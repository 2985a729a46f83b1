/** Checks that ask mail servers: a real DNS server, and real SMTP servers on 127.0.0.0/8. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'vitest';
import { createVerifier, type BulkVerifier } from '../../src/verifier/index.js';
import { QUICK } from './smtp/setup.js';
import { startDnsServer, type Zone } from '../support/dns-server.js';
import { startSmtpServer, type SmtpScript, type SmtpServer } from '../support/smtp-server.js';

const ANNA = 'anna@firm.org';
/** Knows `anna@` alone, and `postmaster@`. */
const onlyAnna: SmtpScript = {
  rcpt: (recipient) => (/^(?:anna|postmaster)@/.test(recipient) ? '250 OK' : '550 5.1.1 No such user'),
};

const ZONE: Zone = {
  'firm.org': {
    MX: [
      [10, 'first.firm.org'],
      [20, 'second.firm.org'],
    ],
  },
  'first.firm.org': { A: ['127.0.0.2'] },
  'second.firm.org': { A: ['127.0.0.3'] },
  'gmial.com': { MX: ['second.firm.org'] },
  'hmail.com': { MX: ['second.firm.org'] },
};

/** Starts a mail server for each exchanger that has a script, on one port. */
const setUp = async (
  t: TestContext,
  { first, second = onlyAnna }: { first?: SmtpScript; second?: SmtpScript } = {},
): Promise<{ verifier: BulkVerifier; servers: SmtpServer[] }> => {
  const dns = await startDnsServer({ zone: ZONE });
  t.onTestFinished(() => dns.close());
  const last = await startSmtpServer({ ...second, host: '127.0.0.3' });
  const { port } = last;
  const servers = first ? [await startSmtpServer({ ...first, host: '127.0.0.2', port }), last] : [last];
  const verifier = createVerifier({
    dnsServers: [dns.address],
    privateNetworks: true,
    smtp: { helo: 'probe.test', from: 'probe@verifier.test', port, anyReceiver: QUICK },
  });
  t.onTestFinished(async () => {
    await verifier.close();
    await Promise.all(servers.map((server) => server.close()));
  });
  return { verifier, servers };
};

describe('a check that asks mail servers', () => {
  test('calls a mailbox that exists valid, and its score is whole', async (t) => {
    const { verifier } = await setUp(t, { first: onlyAnna });
    const { status, score, sub_status } = await verifier.verify(ANNA);
    assert.deepEqual([status, score, sub_status], ['valid', 1, []]);
  });

  test('calls a mailbox that does not exist invalid, a role account too', async (t) => {
    const { verifier } = await setUp(t, { first: onlyAnna });
    const { status, sub_status } = await verifier.verify('info@firm.org');
    assert.deepEqual([status, sub_status], ['invalid', ['mailbox_not_found', 'role_account']]);
  });

  test('asks the next exchanger when the first cannot be reached, and looks it up only then', async (t) => {
    const { verifier, servers } = await setUp(t);
    assert.equal((await verifier.verify(ANNA)).status, 'valid');
    assert.equal(servers[0]?.recipients[0], ANNA);
  });

  test('is unknown at the end of its time, whatever keeps silent', async (t) => {
    const { verifier } = await setUp(t, { first: { greeting: null }, second: { greeting: null } });
    const { status, sub_status } = await verifier.verify(ANNA, { timeoutMs: 300 });
    assert.deepEqual([status, sub_status], ['unknown', ['smtp_timeout']]);
  });

  test('asks for no mailbox of a text that is no address, or of a domain without mail servers', async (t) => {
    const { verifier, servers } = await setUp(t);
    for (const email of ['anna@', 'anna@example.com', 'anna@none.org']) await verifier.verify(email);
    assert.equal(servers[0]?.sessions.length, 0);
  });

  test('offers the address that was meant where the typed mailbox does not exist', async (t) => {
    const { verifier } = await setUp(t);
    const { status, did_you_mean } = await verifier.verify('berta@hmail.com');
    assert.deepEqual([status, did_you_mean], ['invalid', 'berta@gmail.com']);
    assert.equal((await verifier.verify('anna@hmail.com')).did_you_mean, null);
  });
});

const addresses = (count: number): string[] => Array.from({ length: count }, (_, n) => `p${n}@firm.org`);

/** All results by address. */
const collect = async (results: AsyncIterable<{ email: string; status: string }>): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  for await (const { email, status } of results) {
    assert.ok(!found.has(email), 'each once');
    found.set(email, status);
  }
  return found;
};

describe('verifyMany()', () => {
  test('gives a result for each address, and shares sessions among them', async (t) => {
    const { verifier, servers } = await setUp(t, { first: onlyAnna });
    const found = await collect(verifier.verifyMany([ANNA, ...addresses(300), 'anna@']));
    assert.equal(found.size, 302);
    assert.deepEqual([found.get(ANNA), found.get('p7@firm.org'), found.get('anna@')], ['valid', 'invalid', 'invalid']);
    assert.ok((servers[0]?.sessions.length ?? 0) <= 10, `${servers[0]?.sessions.length} sessions`);
  });

  test('asks greylisted ones again later', async (t) => {
    const seen = new Set<string>();
    const greylisting: SmtpScript = {
      rcpt: (recipient) => {
        if (!recipient.startsWith('anna@')) return '550 5.1.1 No such user';
        if (seen.has(recipient)) return '250 OK';
        seen.add(recipient);
        return '450 4.2.0 Greylisted, try again later';
      },
    };
    const { verifier } = await setUp(t, { first: greylisting });
    const again = await collect(verifier.verifyMany([ANNA], { retryGreylistedMs: [50] }));
    assert.equal(again.get(ANNA), 'valid');
    seen.clear();
    const once = await collect(verifier.verifyMany([ANNA], { retryGreylistedMs: [] }));
    assert.equal(once.get(ANNA), 'unknown');
  });

  test('reads no more addresses than there is room for', async (t) => {
    const { verifier } = await setUp(t, { first: onlyAnna });
    let read = 0;
    async function* source(): AsyncGenerator<string> {
      for (const address of addresses(1000)) {
        read++;
        yield await Promise.resolve(address);
      }
    }
    const results = verifier.verifyMany(source(), { concurrency: 2 });
    await results.next();
    assert.ok(read <= 2 * 20 + 2, `${read} were read for one result`);
    assert.equal((await collect(results)).size, 999);
  });

  test('ends when its caller wants no more, and when the signal is aborted', async (t) => {
    const { verifier } = await setUp(t, { first: { greeting: null }, second: { greeting: null } });
    for await (const { email } of verifier.verifyMany(['anna@', ANNA])) {
      assert.equal(email, 'anna@');
      break;
    }
    const controller = new AbortController();
    const results = collect(verifier.verifyMany([ANNA], { signal: controller.signal }));
    controller.abort(new Error('enough'));
    await assert.rejects(results, { message: 'enough' });
  });

  test('refuses a concurrency with which it would never begin', async (t) => {
    const { verifier } = await setUp(t);
    for (const concurrency of [0, NaN])
      await assert.rejects(collect(verifier.verifyMany([ANNA], { concurrency })), {
        name: 'RangeError',
        message: `concurrency must be 1 or more, got ${concurrency}`,
      });
  });

  test('throws what its addresses throw', async (t) => {
    const { verifier } = await setUp(t);
    async function* source(): AsyncGenerator<string> {
      yield 'anna@';
      await Promise.reject(new Error('the file is gone'));
    }
    await assert.rejects(collect(verifier.verifyMany(source())), { message: 'the file is gone' });
  });
});
