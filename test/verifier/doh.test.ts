/**
 * DNS over HTTPS (RFC 8484): what goes over the wire, and what comes of an endpoint that is out of order.
 * @see https://www.rfc-editor.org/rfc/rfc8484
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test, type TestContext } from 'vitest';
import { decode, encode, TRUNCATED_RESPONSE, type Packet } from 'dns-packet';
import { createDohVerifier, type DohVerifierOptions } from '../../src/verifier/doh.js';
import type { Verifier } from '../../src/verifier/index.js';
import { startDnsServer, type DnsServer } from '../support/dns-server.js';
import { MEDIA_TYPE, startDohServer, type DohFault, type DohServer } from '../support/doh-server.js';
import { ZONE } from './zone.js';

const setUp = async (
  t: TestContext,
  { urls = [], ...options }: Omit<DohVerifierOptions, 'url'> & { urls?: readonly string[] } = {},
): Promise<{ dns: DnsServer; doh: DohServer; verifier: Verifier }> => {
  const dns = await startDnsServer({ zone: ZONE });
  const doh = await startDohServer(dns.address);
  const verifier = createDohVerifier({ url: [...urls, doh.url], dnsTimeoutMs: 20_000, ...options });
  t.onTestFinished(async () => {
    await verifier.close();
    await doh.close();
    await dns.close();
  });
  return { dns, doh, verifier };
};

describe('over the wire', () => {
  test('a question is a POST of a DNS message with the id 0', async (t) => {
    const { doh, verifier } = await setUp(t);
    assert.equal((await verifier.verify('anna@firm.org')).status, 'valid');
    const [{ method, headers, message } = assert.fail('nothing was asked')] = doh.requests;
    assert.deepEqual([method, headers['content-type'], headers.accept], ['POST', MEDIA_TYPE, MEDIA_TYPE]);
    const { id, flag_rd: recursion, questions } = decode(message);
    assert.deepEqual([id, recursion, questions], [0, true, [{ name: 'firm.org', type: 'MX', class: 'IN' }]]);
  });

  test('nothing of the address goes out but its domain', async (t) => {
    const { doh, verifier } = await setUp(t);
    await verifier.verify('anna.smith@firm.org');
    assert.ok(doh.requests.length > 0);
    assert.ok(
      doh.requests.every(
        ({ message, headers }) => !/anna|smith/.test(message.toString('latin1') + JSON.stringify(headers)),
      ),
    );
  });

  test('the media type of an answer may have parameters and capitals', async (t) => {
    const { doh, verifier } = await setUp(t);
    doh.fail((response, answer) =>
      response.writeHead(200, { 'content-type': 'Application/DNS-Message; x=1' }).end(answer),
    );
    assert.equal((await verifier.verify('anna@firm.org')).status, 'valid');
  });

  test('an answer that lay in a cache is remembered for the rest of its time only', async (t) => {
    let seconds = 0;
    const { dns, doh, verifier } = await setUp(t, { now: () => new Date(seconds * 1000) });
    doh.fail((response, answer) => response.writeHead(200, { 'content-type': MEDIA_TYPE, age: '290' }).end(answer));
    const asked = async (): Promise<number> => {
      const before = dns.queries.length;
      await verifier.verify('anna@firm.org');
      return dns.queries.length - before;
    };
    assert.equal(await asked(), 2);
    seconds = 9;
    assert.equal(await asked(), 0);
    seconds = 11;
    assert.equal(await asked(), 2);
  });
});

/** The true answer, changed. */
const changed =
  (change: (packet: Packet) => Packet): DohFault =>
  (response, answer) =>
    response.writeHead(200, { 'content-type': MEDIA_TYPE }).end(encode(change(decode(answer))));

const noSuchName = (packet: Packet): Packet => ({ ...packet, answers: [], flags: (packet.flags ?? 0) | 3 });

const status =
  (code: number, headers: Record<string, string> = { 'content-type': MEDIA_TYPE }): DohFault =>
  (response, answer) =>
    response.writeHead(code, headers).end(encode(noSuchName(decode(answer))));

describe('an endpoint out of order finds out nothing, and says nothing against an address', () => {
  const faults: [what: string, fault: DohFault, code: 'dns_error' | 'dns_timeout'][] = [
    ['HTTP status 500', status(500), 'dns_error'],
    ['HTTP status 404', status(404), 'dns_error'],
    ['HTTP status 429', status(429), 'dns_error'],
    ['another media type', status(200, { 'content-type': 'text/html' }), 'dns_error'],
    ['no media type', status(200, {}), 'dns_error'],
    ['a redirect', status(302, { location: '/elsewhere', 'content-type': MEDIA_TYPE }), 'dns_error'],
    ['no body', (response) => response.writeHead(200, { 'content-type': MEDIA_TYPE }).end(), 'dns_error'],
    ['status 204', (response) => response.writeHead(204, { 'content-type': MEDIA_TYPE }).end(), 'dns_error'],
    [
      'garbage',
      (response) => response.writeHead(200, { 'content-type': MEDIA_TYPE }).end('garbage '.repeat(9)),
      'dns_error',
    ],
    [
      'half of its answer',
      (response, answer) =>
        response.writeHead(200, { 'content-type': MEDIA_TYPE }).end(answer.subarray(0, answer.length >> 1)),
      'dns_error',
    ],
    [
      'the mark of an answer that was cut',
      changed((packet) => ({ ...packet, answers: [], flags: TRUNCATED_RESPONSE })),
      'dns_error',
    ],
    ['another id', changed((packet) => noSuchName({ ...packet, id: 7 })), 'dns_error'],
    [
      'an answer to another question',
      changed((packet) => noSuchName({ ...packet, questions: [{ name: 'other.org', type: 'MX' }] })),
      'dns_error',
    ],
    ['a question', changed((packet) => noSuchName({ ...packet, type: 'query' })), 'dns_error'],
    [
      'more than any honest answer has',
      (response) => response.writeHead(200, { 'content-type': MEDIA_TYPE }).end(Buffer.alloc(20_000)),
      'dns_error',
    ],
    [
      'an end in the middle of its answer',
      (response, answer) => {
        response
          .writeHead(200, { 'content-type': MEDIA_TYPE, 'content-length': answer.length })
          .write(answer.subarray(0, 20));
        setImmediate(() => response.destroy());
      },
      'dns_error',
    ],
    ['an end before its answer', (response) => response.destroy(), 'dns_error'],
    ['nothing', () => undefined, 'dns_timeout'],
    [
      'half of its answer, and silence',
      (response, answer) => {
        response.writeHead(200, { 'content-type': MEDIA_TYPE }).write(answer.subarray(0, 20));
      },
      'dns_timeout',
    ],
  ];
  for (const [what, fault, code] of faults) {
    test(`${what}: unknown, ${code}`, async (t) => {
      // Only who waits for the end of the time is to meet it, however slow the machine.
      const { doh, verifier } = await setUp(t, { dnsTimeoutMs: code === 'dns_timeout' ? 1200 : 20_000 });
      doh.fail(fault);
      const result = await verifier.verify('anna@firm.org');
      assert.deepEqual([result.status, result.sub_status], ['unknown', [code]]);
      assert.ok(doh.requests.length > 0);
    });
  }

  test('nobody listens: unknown, dns_error', async (t) => {
    const { doh, verifier } = await setUp(t);
    await doh.close().catch(() => undefined);
    assert.deepEqual((await verifier.verify('anna@firm.org')).sub_status, ['dns_error']);
  });

  test('an endless answer is let go, not read', async (t) => {
    const { doh, verifier } = await setUp(t);
    const gone = new Promise<number>((resolve) => {
      doh.fail((response) => {
        let written = 0;
        response.writeHead(200, { 'content-type': MEDIA_TYPE });
        const more = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(16_384))) written += 16_384;
        };
        response.on('drain', more).on('close', () => {
          resolve(written);
        });
        more();
      });
    });
    assert.deepEqual((await verifier.verify('anna@firm.org')).sub_status, ['dns_error']);
    assert.ok((await gone) < 50_000_000);
  });
});

describe('several endpoints', () => {
  test('the next one is asked when the first cannot tell', async (t) => {
    const dead = createServer((_request, response) => response.writeHead(503).end());
    await new Promise<void>((resolve) => dead.listen(0, '127.0.0.1', resolve));
    t.onTestFinished(() => void dead.close());
    const { verifier } = await setUp(t, { urls: [`http://127.0.0.1:${(dead.address() as AddressInfo).port}/`] });
    assert.equal((await verifier.verify('anna@firm.org')).status, 'valid');
    assert.equal((await verifier.verify('anna@no-such-firm.org')).status, 'invalid');
  });
});

describe('a URL', () => {
  for (const url of [
    '',
    'dns.example',
    'ftp://dns.example/',
    'https://user:secret@dns.example/dns-query',
    'https://dns.example/#secret',
    'https://dns.example/secret{?dns}',
  ]) {
    test(`is refused, and not quoted: ${url}`, () => {
      assert.throws(
        () => createDohVerifier({ url }),
        (error: Error) =>
          error instanceof RangeError && error.message.includes('url') && !error.message.includes('secret'),
      );
    });
  }

  test('need not be given', async () => {
    await createDohVerifier().close();
    await createDohVerifier({ url: [] }).close();
  });
});
