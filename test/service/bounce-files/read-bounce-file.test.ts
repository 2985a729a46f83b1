import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NoOutcomes, readBounceFile, type BounceFile } from '../../../src/service/bounce-files/read-bounce-file.js';
import type { MailOutcome, MailReport } from '../../../src/service/mail-outcomes/mail-outcomes.js';

const FOLDER = join(import.meta.dirname, '../../fixtures/bounces');

/** Yields the bytes in parts of a size. */
async function* inParts(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield Promise.resolve(content.subarray(at, at + size));
}

const read = async (
  content: string | Buffer,
  outcome?: MailOutcome,
  size = 65_536,
): Promise<BounceFile & { told: string[] }> => {
  const all: MailReport[] = [];
  const file = await readBounceFile(inParts(Buffer.from(content), size), { outcome }, (reports) => {
    assert.ok(reports.length <= 1000);
    all.push(...reports);
    return Promise.resolve();
  });
  const told = all.map(({ email, outcome: of, at }) => [email, of, at?.toISOString() ?? ''].join(' ').trim());
  return { ...file, told };
};

describe('a file of outcomes', () => {
  it('is a list with a column of outcomes, in the words of mail providers', async () => {
    const { kind, entries, without, unreadTimes, told } = await read(
      'Email;Event;Timestamp\n' +
        'a@firm.example;Hard Bounce;2026-01-26T10:00:00+01:00\n' +
        'b@firm.example;soft-bounce;2026-01-26 10:00:00\n' +
        'c@firm.example;delivered;1769418000\n' +
        'd@firm.example;Spam Report;2026-01-26\n' +
        'e@firm.example;unsubscribed;\n' +
        'f@firm.example;bounced;yesterday\n' +
        'nobody;bounced;\n',
    );
    assert.deepEqual([kind, entries, unreadTimes], ['list', 7, 1]);
    assert.deepEqual(without, { no_address: 1, no_outcome: 1, no_notification: 0, nothing_final: 0 });
    assert.deepEqual(told, [
      'a@firm.example hard_bounce 2026-01-26T09:00:00.000Z',
      'b@firm.example soft_bounce 2026-01-26T10:00:00.000Z',
      'c@firm.example delivered 2026-01-26T09:00:00.000Z',
      'd@firm.example complaint 2026-01-26T23:59:59.999Z',
      'f@firm.example hard_bounce',
    ]);
  });

  it('has a column of times in the language of its header', async () => {
    for (const name of [
      ...['Datum', 'Zeitpunkt', 'Date', 'Fecha', 'Data', 'Dato', 'Tarih', 'Päivämäärä', 'Dzień', 'Дата', 'Время'],
      ...[
        '日付',
        '日期',
        '날짜',
        'Ημερομηνία',
        'Bounce date',
        'Date/Time',
        'Fecha y hora',
        'Data e Hora',
        'التاريخ',
        'תאריך',
      ],
    ]) {
      const { told, unreadTimes } = await read(`E-Mail;Status;${name}\na@firm.example;bounced;2026-01-26T09:00:00Z\n`);
      assert.deepEqual([name, told, unreadTimes], [name, ['a@firm.example hard_bounce 2026-01-26T09:00:00.000Z'], 0]);
    }
  });

  it('has days as they are written in most of Europe and in East Asia, and none whose order could be another', async () => {
    const timeOf = async (cell: string): Promise<string> =>
      (await read(`E-Mail;Status;Datum\na@firm.example;bounced;${cell}\n`)).told[0]?.split(' ')[2] ?? '';
    for (const cell of [
      '26.01.2026 09:30',
      '26.1.2026, 9:30',
      '2026/01/26 09:30',
      '2026/1/26 9:30:00',
      '2026.01.26 09:30',
    ])
      assert.deepEqual([cell, await timeOf(cell)], [cell, '2026-01-26T09:30:00.000Z']);
    for (const cell of ['26.01.2026', '26.1.2026', '2026/1/26', '2026. 1. 26.', '2026年1月26日'])
      assert.deepEqual([cell, await timeOf(cell)], [cell, '2026-01-26T23:59:59.999Z']);
    for (const cell of ['01/02/2026', '1/26/2026', '26.1.26', '32.1.2026', '26.13.2026', '1.2.3.4'])
      assert.deepEqual([cell, await timeOf(cell)], [cell, '']);
  });

  it('is neither a list nor a mail: the error says which files are read here', async () => {
    const jpeg = Buffer.from('ffd8ffe000104a4649460001', 'hex');
    await assert.rejects(read(jpeg), /^ListFileError: .*This is a JPEG image, .*\.eml.*mbox.*column of outcomes/);
    await assert.rejects(read('<html><p>a@b.org</p></html>'), /This is a web page \(HTML\), .*\.eml/);
    await assert.rejects(read(Buffer.from('1f8b0800', 'hex')), /it is compressed\. Unpack it first\. .*\.eml/);
    await assert.rejects(read(''), /The file is empty\. .*\.eml/);
  });

  it('is a mail also behind a byte order mark and empty lines', async () => {
    const mail = readFileSync(join(FOLDER, 'gmail.eml'), 'utf8');
    const { told } = await read(mail);
    for (const before of ['\ufeff', '\n', '\r\n\r\n', '\ufeff\n'])
      assert.deepEqual((await read(before + mail)).told, told);
  });

  it('is a list of addresses whose outcome is named', async () => {
    const { told, reports } = await read('a@firm.example\nb@firm.example\n', 'hard_bounce');
    assert.deepEqual(told, ['a@firm.example hard_bounce', 'b@firm.example hard_bounce']);
    assert.deepEqual(reports, { delivered: 0, hard_bounce: 2, soft_bounce: 0, complaint: 0 });
    // The named outcome is that of all rows.
    assert.deepEqual((await read('email,event\na@firm.example,bounced\n', 'delivered')).told, [
      'a@firm.example delivered',
    ]);
  });

  it('is refused when it tells no outcome: results of checks are none', async () => {
    for (const content of ['a@firm.example\n', 'email,status\na@firm.example,valid\nb@firm.example,invalid\n'])
      await assert.rejects(read(content), NoOutcomes);
    await assert.rejects(read(''), /The file is empty/);
  });

  it('is bounded in its entries', async () => {
    const mail = readFileSync(join(FOLDER, 'gmail.eml'), 'utf8');
    for (const content of [
      'email,outcome\na@b.example,bounced\nc@d.example,bounced\n',
      `From a b\n${mail}\nFrom a b\n${mail}`,
    ])
      await assert.rejects(
        readBounceFile(inParts(Buffer.from(content), 100), { maxEntries: 1 }, () => Promise.resolve()),
        /^ListFileError: .*The file has more than 1 (rows|mails)\. Split it\.$/,
      );
  });

  it('is handed on by the thousand', async () => {
    const rows = Array.from({ length: 2500 }, (_, n) => `a${n}@firm.example,bounced`);
    const { told, entries } = await read(`email,outcome\n${rows.join('\n')}`);
    assert.deepEqual([told.length, entries], [2500, 2500]);
  });

  it('is a mail, or many in an mbox file, however it is cut into parts', async () => {
    const names = readdirSync(FOLDER).sort();
    const mails = names.map((name) => readFileSync(join(FOLDER, name), 'utf8'));
    const alone = await read(mails[names.indexOf('postfix.eml')] ?? '');
    assert.deepEqual([alone.kind, alone.entries], ['mails', 1]);
    assert.deepEqual(alone.reports, { delivered: 0, hard_bounce: 1, soft_bounce: 1, complaint: 0 });
    const long = `Subject: long\n\n${'x'.repeat(70)}\n`.concat('>From here\n'.repeat(60_000));
    const mbox = [...mails, long, mails[0]]
      .map((mail) => `From MAILER-DAEMON Mon Jan 26 10:00:00 2026\n${mail}\n`)
      .join('');
    for (const size of [65_536, 977]) {
      const { entries, without, reports } = await read(mbox, undefined, size);
      assert.equal(entries, names.length + 2);
      assert.deepEqual(without, { no_address: 0, no_outcome: 0, no_notification: 1, nothing_final: 1 });
      assert.deepEqual(reports, { delivered: 2, hard_bounce: 5, soft_bounce: 2, complaint: 0 });
    }
  });

  it('is an mbox file whose mail is nothing but line feeds, and keeps nobody waiting', async () => {
    const timeOf = async (filler: string): Promise<number> => {
      const mbox = Buffer.from(`From a b\n${filler.repeat(20_000_000)}`);
      const started = process.cpuUsage();
      const { kind, entries } = await read(mbox);
      assert.deepEqual([kind, entries], ['mails', 1]);
      const { user, system } = process.cpuUsage(started);
      return (user + system) / 1000;
    };
    // In ms of CPU: three seconds when each line feed was looked at, and a tenth for letters.
    const letters = await timeOf('x');
    const lineFeeds = await timeOf('\n');
    expect(lineFeeds).toBeLessThan(300 + 12 * letters);
  });
});
