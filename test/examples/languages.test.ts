/**
 * The receipt checks in Python and Ruby, with those languages' own JOSE libraries, on receipts that the built edge has
 * signed.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type * as EdgeModule from '../../src/edge/index.js';
import type * as NodeModule from '../../src/edge/runtime/node.js';
import { result } from '../support/result.js';

const root = join(import.meta.dirname, '../..');
const { createEdge, generateReceiptKey } = (await import(join(root, 'dist/edge/index.js'))) as typeof EdgeModule;
const { toNodeListener } = (await import(join(root, 'dist/edge/runtime/node.js'))) as typeof NodeModule;

const PAGE_ORIGIN = 'https://shop.example';
const OTHER_ORIGIN = 'https://other.example';
const GOOD = 'Ada@example.com';

interface Language {
  name: string;
  /** Exits with 0 if the language and its libraries are installed. */
  probe: [command: string, ...args: string[]];
  /** Checks a receipt and an address for each line of its input, a JSON list, and prints a line of JSON. */
  program: [command: string, ...args: string[]];
  /** Debian's packages. */
  packages: string;
  folder: string;
  /** A text that its libraries could stumble over. */
  odd: string;
}

const LANGUAGES: Language[] = [
  {
    name: 'Python',
    // Debian's own, which has Debian's libraries.
    probe: ['/usr/bin/python3', '-c', 'import jwt, cryptography'],
    program: [
      '/usr/bin/python3',
      '-Bc',
      'import json, sys, email_receipt as r\nfor line in sys.stdin: print(json.dumps(r.check_receipt(*json.loads(line))))',
    ],
    packages: 'python3-jwt python3-cryptography',
    folder: 'python',
    odd: '\ud800',
  },
  {
    name: 'Ruby',
    probe: ['ruby', '-e', 'require "jwt"; require "rbnacl"'],
    program: [
      'ruby',
      '-r./email_receipt',
      '-e',
      'STDIN.each_line { |line| puts JSON.generate(EmailReceipt.check(*JSON.parse(line))) }',
    ],
    packages: 'ruby ruby-jwt ruby-rbnacl',
    folder: 'ruby',
    odd: '\0.\0.\0',
  },
];

const nested = (depth: number): string => `${Buffer.from('['.repeat(depth)).toString('base64url')}.e30.AA`;

interface Outcome {
  decision: string;
  reason: string | null;
  email: unknown;
  claims?: { jti: string };
}

/** The outcomes of some receipts and addresses, in their order. */
const check = async (
  { program: [command, ...args], folder }: Language,
  edge: string,
  forms: [receipt: unknown, email: unknown][],
): Promise<Outcome[]> => {
  const child = spawn(command, args, {
    cwd: join(root, 'examples/backends', folder),
    env: { ...process.env, EDGE: edge, PAGE_ORIGIN },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(forms.map((form) => `${JSON.stringify(form)}\n`).join(''));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const outcomes = output.split('\n').flatMap((line) => (line ? [JSON.parse(line) as Outcome] : []));
  assert.equal(outcomes.length, forms.length, errors);
  return outcomes;
};

for (const algorithm of ['EdDSA', 'ES256'] as const) {
  describe(`receipts that are signed with ${algorithm}`, async () => {
    const receiptKey = await generateReceiptKey(algorithm);
    const clock = { offset: 0 };
    let receiptsMade = 0;
    const edge = createEdge({
      origins: [PAGE_ORIGIN, OTHER_ORIGIN],
      secret: 'a secret of more than thirty-two bytes',
      receiptKey,
      issuer: 'https://edge.example',
      upstream: {
        verify: (email) => {
          const status = (['invalid', 'risky'] as const).find((word) => email.startsWith(word)) ?? 'valid';
          return Promise.resolve(result(email, { status }));
        },
        close: () => Promise.resolve(),
      },
      now: () => Date.now() + clock.offset,
    });
    let server: Server;
    let url = '';

    beforeAll(async () => {
      server = createServer(toNodeListener(edge));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });

    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });

    /** The receipt that a page gets now, or some minutes ago. */
    const receiptFor = async (email: string, { origin = PAGE_ORIGIN, minutesAgo = 0 } = {}): Promise<string> => {
      clock.offset = minutesAgo * -60_000;
      // One each, below the quota of a client.
      const clientAddress = `192.0.2.${(receiptsMade += 1)}`;
      try {
        const ask = async (path: string, body: object): Promise<Record<string, string>> => {
          const headers = { origin, 'content-type': 'text/plain' };
          const init = { method: 'POST', headers, body: JSON.stringify(body) };
          const response = await edge(new Request(`https://edge.example${path}`, init), { clientAddress });
          return (await response.json()) as Record<string, string>;
        };
        const { token } = await ask('/token', {});
        const { receipt } = await ask('/validate', { token, email });
        assert.ok(receipt);
        return receipt;
      } finally {
        clock.offset = 0;
      }
    };

    /** A receipt with other claims or another header, signed with the edge's key or another one. */
    const resign = async (receipt: string, claims: object, header: object = {}, key = receiptKey): Promise<string> =>
      new SignJWT({ ...decodeJwt(receipt), ...claims })
        .setProtectedHeader({ ...decodeProtectedHeader(receipt), alg: algorithm, ...header })
        .sign(await importJWK({ ...key }, algorithm));

    const unsigned = (receipt: string, alg: string): string => {
      const header = Buffer.from(JSON.stringify({ ...decodeProtectedHeader(receipt), alg })).toString('base64url');
      return [header, ...receipt.split('.').slice(1)].join('.');
    };

    for (const language of LANGUAGES) {
      const [command, ...args] = language.probe;
      const isThere = spawnSync(command, args).status === 0;
      if (!isThere) console.warn(`${language.name} is not tested; Debian: apt-get install ${language.packages}`);

      describe.runIf(isThere)(language.name, () => {
        test('accepts what is genuine, and gives the address to store and the id for single use', async () => {
          const receipts = await Promise.all(
            [GOOD, 'risky@example.com', 'invalid@example.com'].map((a) => receiptFor(a)),
          );
          const outcomes = await check(language, url, [
            [receipts[0], ' Ada@EXAMPLE.com\n'],
            [receipts[1], 'risky@example.com'],
            [receipts[2], 'invalid@example.com'],
          ]);
          assert.deepEqual(
            outcomes.map(({ decision, reason, email, claims }) => [decision, reason, email, claims?.jti]),
            [
              ['allow', null, GOOD, decodeJwt(receipts[0]!).jti],
              ['warn', null, 'risky@example.com', decodeJwt(receipts[1]!).jti],
              ['block', null, 'invalid@example.com', decodeJwt(receipts[2]!).jti],
            ],
          );
        });

        test('does not accept what is not, whoever made it', async () => {
          const receipt = await receiptFor(GOOD);
          const [head = '', body = '', signature = ''] = receipt.split('.');
          const foreign = await generateReceiptKey(algorithm);
          const other = algorithm === 'EdDSA' ? 'ES256' : 'EdDSA';
          const wrong: Record<string, [receipt: unknown, reason: RegExp, email?: unknown]> = {
            'no receipt': [null, /.+/],
            'an empty receipt': ['', /.+/],
            words: ['let me in', /.+/],
            'a header that is null': ['bnVsbA.e30.AAAA', /.+/],
            'an odd text': [language.odd, /.+/],
            'an odd address': [receipt, /.+/, language.odd],
            'a list': [[receipt], /.+/],
            'one of 8,193 characters': [receipt.padEnd(8193, 'A'), /not a receipt/i],
            'a header that is nested 200,000 deep': [nested(200_000), /not a receipt/i],
            // Fits into 8,192 characters.
            'a header that is nested 6,000 deep': [nested(6000), /.+/],
            'an expired one': [await receiptFor(GOOD, { minutesAgo: 40 }), /expired/i],
            'one for another site': [await receiptFor(GOOD, { origin: OTHER_ORIGIN }), /audience/i],
            'one for another address': [receipt, /another address/, 'bob@example.com'],
            'one for the address in another letter case': [receipt, /another address/, 'ada@example.com'],
            'one for an address that is no text': [receipt, /another address/, [GOOD]],
            'one with a changed signature': [
              `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
              /signature/i,
            ],
            'one that is signed with another key': [await resign(receipt, {}, {}, foreign), /signature/i],
            'one of an unknown key': [await resign(receipt, {}, { kid: 'other' }), /unknown key/i],
            'alg none': [unsigned(`${head}.${body}.`, 'none'), /\balg/i],
            'alg none with its signature': [unsigned(receipt, 'none'), /\balg/i],
            HMAC: [unsigned(receipt, 'HS256'), /\balg/i],
            'the other algorithm': [unsigned(receipt, other), /\balg/i],
            'another kind of token': [await resign(receipt, {}, { typ: 'JWT' }), /not a receipt/i],
            'one without an end': [await resign(receipt, { exp: undefined }), /exp/],
            'one of the test mode': [await resign(receipt, { test: true }), /test mode/],
          };
          const forms = Object.values(wrong).map(([made, , email = GOOD]): [unknown, unknown] => [made, email]);
          const outcomes = await check(language, url, forms);
          Object.entries(wrong).forEach(([name, [, reason]], i) => {
            assert.equal(outcomes[i]!.decision, 'unverified', name);
            assert.match(outcomes[i]!.reason ?? '', reason, name);
            assert.deepEqual(outcomes[i]!.email, forms[i]![1], name);
          });
        });

        test('without the edge, an address is not verified', async () => {
          const forms: [string, string][] = [[await receiptFor(GOOD), GOOD]];
          const [outcome] = await check(language, 'http://127.0.0.1:9', forms);
          assert.deepEqual([outcome?.decision, outcome?.email], ['unverified', GOOD]);
          assert.match(outcome?.reason ?? '', /no keys/i);
        });

        const WRONG: [name: string, answer: string][] = [
          ['ends too early', 'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"keys":['],
          ['is not HTTP', '\x15\x03\x01 no\r\n\r\n'],
          ...['[]', '{"keys":["x"]}', '{"keys":5}', 'null'].map((body): [string, string] => [
            `is ${body}`,
            `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
          ]),
        ];
        test.each(WRONG)('an edge whose answer %s breaks no form', async (_name, answer) => {
          const broken = createTcpServer((socket) =>
            socket.once('data', () => socket.end(answer)).on('error', () => 0),
          );
          await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
          const forms: [string, string][] = [[await receiptFor(GOOD), GOOD]];
          const [outcome] = await check(language, `http://127.0.0.1:${(broken.address() as AddressInfo).port}`, forms);
          broken.close();
          assert.match(outcome?.reason ?? '', /no keys/i);
        });

        const SLOW: [name: string, begin: string][] = [
          ['body', 'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n'],
          ['headers', 'HTTP/1.1 200 OK\r\nX-Slow: '],
        ];
        test.each(SLOW)(
          'an edge that sends its %s byte by byte is given up after three seconds',
          async (_name, begin) => {
            const slow = createTcpServer((socket) => {
              socket.write(begin);
              const timer = setInterval(() => socket.write(' '), 500);
              socket
                .on('error', () => 0)
                .on('close', () => {
                  clearInterval(timer);
                });
            });
            await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
            const since = performance.now();
            const forms: [string, string][] = [[await receiptFor(GOOD), GOOD]];
            const [outcome] = await check(language, `http://127.0.0.1:${(slow.address() as AddressInfo).port}`, forms);
            slow.close();
            assert.match(outcome?.reason ?? '', /no keys/i);
            assert.ok(performance.now() - since < 8000);
          },
        );
      });
    }
  });
}
