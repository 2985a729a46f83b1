import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { describe, test } from 'vitest';
import { parseAddress } from '../../../src/address/index.js';
import { mailboxHash } from '../../../src/service/lists/file/duplicates.js';
import { StartupError } from '../../../src/config/startup-error.js';
import { eventually } from '../../support/eventually.js';
import type { Zone } from '../../support/dns-server.js';
import { addresses, openBench, ZONE, type Bench } from './support.js';

const FOUND = '2026-01-31T12:00:00+00:00';

/** Aborts a run when at least `enough` addresses are in its sidecar. */
const runAndStop = async (bench: Bench, args: string[], enough: number) => {
  const stop = new AbortController();
  const ran = bench.run(args, { signal: stop.signal });
  const part = join(bench.folder, 'out.csv.part');
  await eventually(() => existsSync(part) && bench.read('out.csv.part').split('\n').length > enough + 1);
  stop.abort();
  return ran;
};

describe('email-verify list -o', () => {
  test('says with --max-bounce whether more of the addresses may bounce, each counted once', async (t) => {
    const bench = await openBench(t);
    const file = bench.put('list.txt', 'a@firm1.org\nb@firm2.org\nx@dead.org\nx@dead.org\nno address\nc@firm3.org\n');
    const run = (out: string, ...more: string[]) => bench.run([file, '-o', join(bench.folder, out), ...more]);
    const fails = await run('one.csv', '--max-bounce', '36');
    assert.deepEqual([fails.error, fails.isWithin], [null, false]);
    assert.match(
      fails.stderr,
      /^Projected bounces: 25 to 36\.3 % of the addresses \(general ranges\), more than the 36 % of --max-bounce\.$/m,
    );
    const passes = await run('two.csv', '--max-bounce', '36.3');
    assert.deepEqual([passes.error, passes.isWithin], [null, true]);
    assert.match(passes.stderr, /, within the 36\.3 % of --max-bounce\.$/m);
    // The results are there in any case.
    assert.match(bench.read('one.csv'), /x@dead\.org/);
    assert.equal((await run('three.csv')).isWithin, true);
  });

  test('writes the rows of a CSV file in their order, with the results behind their columns', async (t) => {
    const bench = await openBench(t);
    const file = bench.put(
      'list.csv',
      'Name;E-Mail\nAnna;anna@firm1.org\n=1+A1;info@firm2.org\nDora;no address\n"Emil;x";" ANNA@firm1.org";extra\nAnna;anna@FIRM1.org\n',
    );
    const { error, stderr } = await bench.run([file, '-o', join(bench.folder, 'out.csv')]);
    assert.equal(error, null);
    const anna = mailboxHash(parseAddress('anna@firm1.org'));
    assert.equal(
      bench.read('out.csv'),
      [
        'Name;E-Mail;column_3;email_verify_status;quality;score;sub_status;did_you_mean;mx_record;checked_at;mailbox_group;mailbox;duplicate_of;email_checked;more_addresses',
        `Anna;anna@firm1.org;;valid;safe;0.95;smtp_not_checked;;mx.provider.org;${FOUND};1;${anna};;;0`,
        `'=1+A1;info@firm2.org;;valid;safe;0.92;smtp_not_checked role_account;;mx.provider.org;${FOUND};2;${mailboxHash(parseAddress('info@firm2.org'))};;;0`,
        `Dora;no address;;invalid;unsafe;0.00;syntax_error;;;${FOUND};;;;;0`,
        `"Emil;x";" ANNA@firm1.org";extra;valid;safe;0.95;smtp_not_checked;;mx.provider.org;${FOUND};1;${anna};1;ANNA@firm1.org;0`,
        `Anna;anna@FIRM1.org;;valid;safe;0.95;smtp_not_checked;;mx.provider.org;${FOUND};1;${anna};1;;0`,
        '',
      ].join('\n'),
    );
    assert.match(
      stderr,
      /^5 rows are in .*out\.csv\.\nNo mail server was asked \(SMTP_PROBE=off\)\. A valid row says: The domain takes mail; the mailbox was not asked\.\nProjected bounces: 0 to 15 % of the addresses \(general ranges\)\.\n$/m,
    );
    assert.deepEqual(readdirSync(bench.folder).sort(), ['list.csv', 'out.csv']);
    assert.equal(statSync(join(bench.folder, 'out.csv')).mode & 0o777, 0o600);
  });

  test('leaves out repeated addresses, or all but one of those that reach the same person', async (t) => {
    const bench = await openBench(t);
    const file = bench.put('list.txt', 'a@firm1.org\nb.b@gmail.com\na@FIRM1.org\nbb+x@gmail.com\nno\nno\n');
    const kept = async (name: string, ...options: string[]): Promise<string[][]> => {
      const { error } = await bench.run([file, '-o', join(bench.folder, name), '--no-header', ...options]);
      assert.equal(error, null);
      return parse(bench.read(name))
        .slice(1)
        .map((cells) => [cells[0] ?? '', cells.at(-5) ?? '']);
    };
    assert.deepEqual(
      (await kept('all.csv')).map(([email]) => email),
      ['a@firm1.org', 'b.b@gmail.com', 'a@FIRM1.org', 'bb+x@gmail.com', 'no', 'no'],
    );
    assert.deepEqual(await kept('addresses.csv', '--remove-duplicates'), [
      ['a@firm1.org', '1'],
      ['b.b@gmail.com', '2'],
      ['bb+x@gmail.com', '2'],
      ['no', ''],
    ]);
    assert.deepEqual(await kept('people.csv', '--remove-same-mailbox'), [
      ['a@firm1.org', '1'],
      ['b.b@gmail.com', '2'],
      ['no', ''],
    ]);
  });

  test('reads the address in each cell, and makes a row or columns of several', async (t) => {
    const bench = await openBench(t);
    const file = bench.put(
      'list.csv',
      'Name,Mail,Privat\nAnna,<anna@firm1.org>; ben@firm2.org,\nCara,,cara@firm3.org\nDora,dora@firm4.org,anna@firm1.org\n',
    );
    const shown = async (...options: string[]) => {
      const { stdout, error } = await bench.run([file, '-o', '-', ...options]);
      assert.equal(error, null);
      return parse<Record<string, string>>(stdout, { columns: true });
    };
    const pick = (rows: Record<string, string>[], ...names: string[]) =>
      rows.map((row) => names.map((name) => row[name] ?? ''));
    const ours = ['Mail', 'email_verify_status', 'email_checked', 'more_addresses'];
    assert.deepEqual(pick(await shown(), ...ours), [
      ['<anna@firm1.org>; ben@firm2.org', 'valid', 'anna@firm1.org', '1'],
      ['', 'invalid', '', '0'],
      ['dora@firm4.org', 'valid', '', '0'],
    ]);
    assert.deepEqual(pick(await shown('--split-cells'), 'Name', ...ours), [
      ['Anna', '<anna@firm1.org>', 'valid', 'anna@firm1.org', '0'],
      ['Anna', 'ben@firm2.org', 'valid', '', '0'],
      ['Cara', '', 'invalid', '', '0'],
      ['Dora', 'dora@firm4.org', 'valid', '', '0'],
    ]);
    const both = await shown('--email-column', 'Mail,Privat');
    assert.deepEqual(
      pick(both, 'Name', 'email_verify_status_Mail', 'email_verify_status_Privat', 'duplicate_of_Privat'),
      [
        ['Anna', 'valid', '', ''],
        ['Cara', '', 'valid', ''],
        ['Dora', 'valid', 'valid', '1'],
      ],
    );
  });

  test('takes the named column, and the header that is said to be one', async (t) => {
    const bench = await openBench(t);
    const file = bench.put('list.csv', 'anna@firm1.org,old@firm1.org\nben@firm2.org,young@firm2.org\n');
    const { stdout } = await bench.run([file, '-o', '-', '--column', '2', '--header']);
    assert.match(
      stdout,
      /^anna@firm1\.org,old@firm1\.org,email_verify_status,.*\nben@firm2\.org,young@firm2\.org,valid/,
    );
    const { error } = await bench.run([file, '-o', '-', '--column', 'Mail']);
    assert(error instanceof StartupError);
    assert.match(error.message, /list\.csv: There is no column "Mail"\. The columns are "anna@firm1\.org"/);
  });

  test('reads standard input and writes JSON to standard output, and leaves nothing behind', async (t) => {
    const bench = await openBench(t);
    const folders = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('email-verify-list-'));
    const before = folders();
    const { stdout, error } = await bench.run(['-', '-o', '-', '--json'], {
      stdin: Readable.from([Buffer.from('email\nanna@firm1.org\nANNA@firm'), Buffer.from('1.org\nanna@firm1.org\n')]),
    });
    assert.equal(error, null);
    const { status, data } = JSON.parse(stdout) as { status: string; data: Record<string, unknown>[] };
    assert.equal(status, 'completed');
    assert.deepEqual(
      data.map(({ row, email, status: verdict, duplicate_of }) => [row, email, verdict, duplicate_of]),
      [
        [1, 'anna@firm1.org', 'valid', null],
        [2, 'ANNA@firm1.org', 'valid', 1],
        [3, 'anna@firm1.org', 'valid', 1],
      ],
    );
    assert.deepEqual(
      folders().filter((name) => !before.includes(name)),
      [],
    );
  });

  test('goes on where it was stopped, and asks nothing twice', async (t) => {
    const zone: Zone = { ...ZONE };
    const emails = addresses(300).flatMap((email, n) => [email, `person@slow${n}.org`]);
    // Every second address has no verdict for seconds.
    for (let n = 0; n < 300; n += 1) zone[`slow${n}.org`] = { behaviour: 'silent' };
    const bench = await openBench(t, zone);
    const file = bench.put('list.txt', `${emails.join('\n')}\n`);
    const args = [file, '-o', join(bench.folder, 'out.csv')];
    const stopped = await runAndStop(bench, args, 100);
    assert(stopped.error instanceof Error);
    assert.match(
      stopped.stderr,
      /^Stopped: \d+ of 600 addresses are checked, and kept in .*out\.csv\.part\. Start the same command again to go on\.$/m,
    );
    const kept = bench.read('out.csv.part').split('\n').slice(1, -1).length;
    assert.equal(existsSync(join(bench.folder, 'out.csv')), false);
    // A process that was killed while it wrote leaves half a line.
    truncateSync(join(bench.folder, 'out.csv.part'), statSync(join(bench.folder, 'out.csv.part')).size - 5);
    for (let n = 0; n < 300; n += 1) bench.zone[`slow${n}.org`] = { MX: ['mx.provider.org'] };
    const { error, stderr } = await bench.run(args);
    assert.equal(error, null);
    assert.match(stderr, new RegExp(`^Going on: ${kept - 1} of 600 addresses were checked before\\.$`, 'm'));
    assert.deepEqual(
      parse(bench.read('out.csv'))
        .slice(1)
        .map(([email]) => email),
      emails,
    );
    assert.deepEqual(readdirSync(bench.folder).sort(), ['list.txt', 'out.csv']);
  });

  test('refuses the sidecar of another list, a result file that exists, and a file that is no list', async (t) => {
    const bench = await openBench(t);
    const file = bench.put('list.txt', 'anna@firm1.org\n');
    const out = join(bench.folder, 'out.csv');
    const refusal = async (path: string, ...options: string[]): Promise<string> => {
      const { error } = await bench.run([path, '-o', out, ...options]);
      assert(error instanceof StartupError);
      assert.equal(error.message.split('\n').length, 1);
      return error.message;
    };
    bench.put('out.csv.part', '{"email-verify list":"another"}\n{"row":1}\n');
    assert.match(await refusal(file), /out\.csv\.part is of another list, or of other options; start that again/);
    bench.put('out.csv.part', 'my own notes');
    assert.match(await refusal(file), /out\.csv\.part is of another list/);
    assert.equal(bench.read('out.csv.part'), 'my own notes');
    assert.match(await refusal(join(bench.folder, 'none.csv')), /none\.csv cannot be read \(ENOENT\)/);
    assert.match(
      await refusal(bench.put('list.xlsx', Buffer.from('504b0304', 'hex'))),
      /list\.xlsx: This is a spreadsheet or a ZIP archive that cannot be read/,
    );
    bench.put('out.csv', 'precious');
    assert.match(await refusal(file), /out\.csv exists; name another file with -o, or remove it\./);
    const { error } = await bench.run([file, '-o', join(bench.folder, 'none', 'out.csv')]);
    assert.match((error as Error).message, /cannot be written \(ENOENT\)/);
  });

  test('notices that the list was changed while it was checked', async (t) => {
    const bench = await openBench(t);
    const file = bench.put('list.txt', `${addresses(50).join('\n')}\n`);
    const stop = bench.run([file, '-o', join(bench.folder, 'out.csv')]);
    await eventually(() => existsSync(join(bench.folder, 'out.csv.part')));
    bench.put('list.txt', `${addresses(51).join('\n')}\n`);
    const { error } = await stop;
    assert.match((error as Error).message, /list\.txt has changed while it was checked; start again\./);
  });
});
