import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readBounceMail } from '../../../src/service/bounce-files/bounce-mail.js';
import { readDeliveryStatus } from '../../../src/service/bounce-files/delivery-status.js';
import { longestTurn } from '../../support/longest-turn.js';
import { runs } from '../../support/whole.js';

const FOLDER = join(import.meta.dirname, '../../fixtures/bounces');
const mail = (name: string): Buffer => readFileSync(join(FOLDER, `${name}.eml`));

/** Recorded shapes: what each mail server sends, with other names. */
const SHAPES: [name: string, told: [email: string, outcome: string][], at: string][] = [
  [
    'postfix',
    [
      ['gone@firm.example', 'hard_bounce'],
      ['full@firm.example', 'soft_bounce'],
    ],
    '2026-01-26T09:00:03.000Z',
  ],
  ['postfix-delayed', [], ''],
  [
    'postfix-success',
    [
      ['anna@firm.example', 'delivered'],
      ['bert@firm.example', 'delivered'],
    ],
    '2026-01-26T09:00:05.000Z',
  ],
  [
    'exim',
    [
      ['gone@firm.example', 'hard_bounce'],
      ['policy@firm.example', 'soft_bounce'],
    ],
    '2026-01-26T09:00:04.000Z',
  ],
  ['exchange', [['gone@firm.example', 'hard_bounce']], '2026-01-26T09:00:06.000Z'],
  ['gmail', [['gone.bert@gmail.com', 'hard_bounce']], '2026-01-26T09:00:07.000Z'],
];

describe('a mail that came back', () => {
  it.each(SHAPES)('of %s tells its outcomes, with LF and CRLF', async (name, told, at) => {
    const text = mail(name).toString();
    for (const written of [text, text.replaceAll('\n', '\r\n')]) {
      const reports = await readBounceMail(Buffer.from(written));
      assert.deepEqual(
        reports?.map(({ email, outcome }) => [email, outcome]),
        told,
      );
      for (const report of reports) assert.equal(report.at?.toISOString(), at);
    }
  });

  it('tells nothing when it is another mail, or one that quotes a notification', async () => {
    const quoted = mail('postfix')
      .toString()
      .replace('multipart/report; report-type=delivery-status', 'multipart/mixed');
    for (const text of ['', 'Hello', 'Subject: Hello\n\nHi', quoted])
      assert.equal(await readBounceMail(Buffer.from(text)), null);
  });

  it('is read in a moment, and tells nothing, when it was made to cost time', async () => {
    const head = 'Content-Type: multipart/report; boundary=a\n';
    const nested = Array.from(
      { length: 5000 },
      (_, n) => `--b${n}\nContent-Type: multipart/mixed; boundary=b${n + 1}\n\n`,
    );
    const hostile = [
      `${head}\n${nested.join('')}`,
      `${'X-Header: 1\n'.repeat(100_000)}${head}\n`,
      `${head}\n--a\nContent-Type: message/delivery-status\n\n${'\n'.repeat(2_000_000)}`,
      `${head}\n--a\nContent-Type: message/delivery-status\n\nA: b\n${' folded\n'.repeat(200_000)}`,
      `${head}\n${'--a\n\n'.repeat(100_000)}`,
    ];
    // Header fields and parts that a parser of mail takes 0.3 to 1.3 s for, though no status needs them.
    hostile.push(
      `${head}From: ${'a:b;'.repeat(65_000)}\n\n`,
      `${head}To: ${'<'.repeat(260_000)}\n\n`,
      `${head}\n${'--a\n\n'.repeat(4990)}`,
      `${head}Content-Transfer-Encoding: base64\n\n${'YQ=='.repeat(120_000)}`,
      `${head}\n${'--a'.repeat(170_000)}`,
      `${head.trim()}${' ;'.repeat(130_000)}\n\n`,
      `${head}\n--a\nContent-Type: message/delivery-status\n\nA: b\n\n${'Diagnostic-Code: smtp; 550 user\n\n'.repeat(900)}`,
    );
    for (const [n, text] of hostile.entries()) {
      const longest = await longestTurn(async () => {
        const reports = await readBounceMail(Buffer.from(text));
        assert.ok(reports === null || reports.length === 0, String(n));
      });
      // Some 0.2 s; on a busy machine the same work takes more CPU.
      expect(longest, String(n)).toBeLessThan(2000);
    }
  });

  it('is decoded, and has its status between boundaries that are written in any way', async () => {
    const status =
      'Reporting-MTA: dns; a\n\nFinal-Recipient: utf-8; jürgen@firm.example\nAction: failed\nStatus: 5.1.1\n';
    const base64 = Buffer.from(status).toString('base64').replace(/.{60}/g, '$&\n');
    const quoted = [...Buffer.from(status)]
      .map((byte, n) => `=${byte.toString(16).padStart(2, '0').toUpperCase()}${n % 20 ? '' : '=\n'}`)
      .join('');
    for (const [boundary, line] of [
      ['boundary="a b:(c)"', '--a b:(c)'],
      ['\n\tboundary=a;charset=x', '--a'],
      ['BOUNDARY = "a\\"b"', '--a"b'],
    ] as const)
      for (const [encoding, body] of [
        ['8bit', status],
        ['Base64', base64],
        ['quoted-printable', quoted],
      ] as const) {
        const part = `content-type: Message/Delivery-Status; x=y\nContent-Transfer-Encoding: ${encoding}\n\n${body}`;
        const text = `Date: Mon, 26 Jan 2026 09:00:03 +0000 (UTC)\nContent-Type: multipart/report; ${boundary}\n\npreamble\n${line}  \n\nhi\n${line}x\n${line}\n${part}\n${line}--\n`;
        for (const written of [text, text.replaceAll('\n', '\r\n'), text.slice(0, text.lastIndexOf(line))])
          assert.deepEqual(await readBounceMail(Buffer.from(written)), [
            { email: 'jürgen@firm.example', outcome: 'hard_bounce', at: new Date('2026-01-26T09:00:03Z') },
          ]);
      }
  });

  it('tells at most a thousand recipients', async () => {
    const one = (n: number): string => `\nFinal-Recipient: rfc822; a${n}@firm.example\nAction: failed\nStatus: 5.1.1\n`;
    const text = `Reporting-MTA: dns; a\n${Array.from({ length: 3000 }, (_, n) => one(n)).join('')}`;
    assert.equal((await readDeliveryStatus(text)).length, 1000);
  });
});

const told = (fields: string): Promise<unknown> => readDeliveryStatus(`Reporting-MTA: dns; a\n\n${fields}`);

describe('a delivery status', () => {
  it.each([
    // RFC 3463: the mailbox, its domain, and what is final by itself.
    ['5.1.1', '', 'hard_bounce'],
    ['5.1.2', '', 'hard_bounce'],
    ['5.2.1', '', 'hard_bounce'],
    ['5.4.4', 'x-postfix; Host or domain name not found', 'hard_bounce'],
    ['5.0.0', '', 'hard_bounce'],
    ['5.0.0', 'smtp; 550 5.7.26 unauthenticated mail is not accepted', 'soft_bounce'],
    ['5.2.2', '', 'soft_bounce'],
    ['5.3.4', '', 'soft_bounce'],
    ['5.7.1', '', 'soft_bounce'],
    ['5.7.1', 'smtp; 550 5.7.1 Service unavailable, client host blocked using Spamhaus', 'soft_bounce'],
    ['5.1.8', '', 'soft_bounce'],
    ['4.4.7', 'smtp; 550 4.4.7 QUEUE.Expired; message expired', 'soft_bounce'],
    ['4.2.2', '', 'soft_bounce'],
    ['', '', 'soft_bounce'],
    ['', 'smtp; 550 5.1.1 no such user', 'hard_bounce'],
  ])('of a failure %s %s is a %s', async (status, diagnostic, outcome) => {
    const fields = `Final-Recipient: rfc822; a@firm.example\nAction: failed\nStatus: ${status}\n`;
    assert.deepEqual(await told(`${fields}${diagnostic && `Diagnostic-Code: ${diagnostic}\n`}`), [
      { email: 'a@firm.example', outcome },
    ]);
  });

  it('names the address that the mail was sent to, in any of its forms', async () => {
    for (const [recipients, email] of [
      ['Original-Recipient: rfc822;a@firm.example\nFinal-Recipient: rfc822;b@inner.example', 'a@firm.example'],
      ['FINAL-RECIPIENT: RFC822; <a@firm.example>', 'a@firm.example'],
      ['Final-Recipient: utf-8; jürgen@firm.example', 'jürgen@firm.example'],
      ['Original-Recipient: x400; c=de\nFinal-Recipient: rfc822; a@firm.example', 'a@firm.example'],
    ])
      assert.deepEqual(await told(`${recipients}\nAction: failed\nStatus: 5.1.1`), [{ email, outcome: 'hard_bounce' }]);
    assert.deepEqual(await told('Final-Recipient: rfc822; nobody\nAction: failed\nStatus: 5.1.1'), []);
    assert.deepEqual(await told('Final-Recipient: a@firm.example\nAction: failed\nStatus: 5.1.1'), []);
  });
});

test('no bytes make the reader throw', async () => {
  const parts = fc.constantFrom(
    'Action: failed',
    'Status: 5.1.1',
    'Final-Recipient: rfc822; a@b.example',
    '',
    ' x',
    ':',
    '\0',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(parts, fc.string())),
      fc.uint8Array({ maxLength: 200 }),
      async (lines, bytes) => {
        assert.ok(Array.isArray(await readDeliveryStatus(lines.join('\n'))));
        const head = Buffer.from(
          'Content-Type: multipart/report; boundary=a\n\n--a\nContent-Type: message/delivery-status\n\n',
        );
        await readBounceMail(Buffer.concat([head, bytes, Buffer.from(lines.join('\n'))]));
      },
    ),
    { numRuns: runs(2000, 200) },
  );
});
