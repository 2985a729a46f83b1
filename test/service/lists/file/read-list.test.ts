import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { csvRecord } from '../../../../src/service/lists/file/csv.js';
import { codeOf, emailsOf, readAll, readText, stream } from './support.js';
import { whole } from '../../../support/whole.js';
import { assertIncludes } from '../../../support/includes.js';

const require = createRequire(import.meta.url);

type Spectrum = (done: (error: unknown, files: { name: string; csv: Buffer; json: Buffer }[]) => void) => void;

/** Removes the bytes of Windows-1252 text that go on with a character of UTF-8. */
const withoutUtf8 = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replace(/(?<=[\u00c0-\u00ff])[\u0080-\u00bf]+/g, ''), 'latin1');

describe('readList', () => {
  it('reads every file of csv-spectrum as it says', async () => {
    const spectrum = require('csv-spectrum') as Spectrum;
    const files = await new Promise<Parameters<Parameters<Spectrum>[0]>[1]>((resolve) => {
      spectrum((_, found) => {
        resolve(found);
      });
    });
    assert.ok(files.length > 10);
    for (const { name, csv, json } of files) {
      const { columns, rows } = await readText(csv, { firstRowIsHeader: true, emailColumn: 1, delimiter: ',' });
      const read = rows.map(({ cells }) => Object.fromEntries((columns ?? []).map((key, at) => [key, cells[at]])));
      // The package's own JSON of this file has another number, and no array.
      if (name === 'location_coordinates') assertIncludes(read, [{ 'Contact Phone Number': '2095257564' }]);
      else assert.deepEqual(read, JSON.parse(json.toString()), name);
    }
  });

  it('says what it found, and gives the rows in order with their lines', async () => {
    const text = 'name;e-mail;note\r\nAnn;ann@firm.org;"two\r\nlines"\r\n\r\nBob;bob@firm.org\r\n';
    assert.deepEqual(await readText(text), {
      columns: ['name', 'e-mail', 'note'],
      emailColumn: { index: 1, name: 'e-mail' },
      otherEmailColumns: [],
      kind: 'csv',
      emailColumns: [{ index: 1, name: 'e-mail' }],
      delimiter: ';',
      encoding: 'utf-8',
      sheet: null,
      dialect: { delimiter: ';', quotesAll: false, lineEnd: '\r\n', bom: false, isAscii: true },
      hasHeader: true,
      warnings: [],
      width: 3,
      sample: [
        ['Ann', 'ann@firm.org', 'two\r\nlines'],
        ['Bob', 'bob@firm.org'],
      ],
      rows: [
        { cells: ['Ann', 'ann@firm.org', 'two\r\nlines'], email: 'ann@firm.org', more: 0, line: 2 },
        { cells: ['Bob', 'bob@firm.org'], email: 'bob@firm.org', more: 0, line: 5 },
      ],
    });
  });

  it('reads a list with one address a line', async () => {
    assertIncludes(await readText('a@firm.org\nb@firm.org\n'), {
      delimiter: null,
      hasHeader: false,
      columns: null,
    });
    assert.deepEqual(await emailsOf('  a@firm.org \n\n \t\n"b@firm.org"\n"c@firm.org" \n'), [
      'a@firm.org',
      'b@firm.org',
      'c@firm.org',
    ]);
  });

  it.each([
    [',', 'id,mail\n1,a@firm.org\n'],
    [';', 'a@firm.org;1,5\nb@firm.org;2,5\n'],
    ['\t', 'a@firm.org\tx, y\nb@firm.org\tz\n'],
    ['|', 'id|mail\n1|a@firm.org\n'],
    [';', 'sep=;\nx;a@firm.org\n'],
    [',', '"Doe; Jane; Dr","a@firm.org"\n"Doe; John; Dr","b@firm.org"\n'],
  ])('finds the delimiter %j', async (delimiter, text) => {
    const { rows, ...list } = await readText(text);
    assert.equal(list.delimiter, delimiter);
    assert.equal(rows[0]?.email, 'a@firm.org');
  });

  it('counts the line of a delimiter hint', async () => {
    assert.equal((await readText('sep=;\nx;a@firm.org\n')).rows[0]?.line, 2);
  });

  it.each([
    ['utf-8', Buffer.from('\ufeffname,mail\nJürgen,a@firm.org\n')],
    ['utf-8', Buffer.from('name,mail\nJürgen,a@firm.org\n')],
    ['utf-16le', Buffer.from('\ufeffname,mail\nJürgen,a@firm.org\n', 'utf16le')],
    ['utf-16le', Buffer.from('name,mail\nJürgen,a@firm.org\n', 'utf16le')],
    ['utf-16be', Buffer.from('\ufeffname,mail\nJürgen,a@firm.org\n', 'utf16le').swap16()],
    ['utf-16be', Buffer.from('name,mail\nJürgen,a@firm.org\n', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('name,mail\nJürgen,a@firm.org\n', 'latin1')],
  ])('reads %s', async (encoding, bytes) => {
    const list = await readText(bytes);
    assertIncludes(list, { encoding, columns: ['name', 'mail'] });
    assert.deepEqual(list.rows[0]?.cells, ['Jürgen', 'a@firm.org']);
  });

  it('decides between UTF-8 and Windows-1252 by the first character beyond ASCII, however late', async () => {
    const start = 'a@firm.org,Ann\n'.repeat(10_000);
    for (const encoding of ['utf8', 'latin1'] as const) {
      const { rows } = await readText(
        Buffer.concat([Buffer.from(start), Buffer.from('b@firm.org,Jürgen\n', encoding)]),
      );
      assert.deepEqual(rows.at(-1)?.cells, ['b@firm.org', 'Jürgen']);
    }
  });

  it('reads a byte that is no UTF-8 as U+FFFD, says so, and the rest as it is', async () => {
    const text = Buffer.concat([Buffer.from('a@firm.org,Jürgen\nb@firm.org,Jé\n'), Buffer.from([0x63, 0xff, 0x0a])]);
    const { encoding, rows, warnings } = await readText(text);
    assert.deepEqual(
      [encoding, rows.map(({ cells }) => cells)],
      ['utf-8', [['a@firm.org', 'Jürgen'], ['b@firm.org', 'Jé'], ['c\ufffd']]],
    );
    assertIncludes(warnings, [{ code: 'bad_bytes' }]);
  });

  it.each([
    ['\n', '\r'],
    ['\r\n', '\n'],
    ['\r', '\r'],
    ['\n', '\r\n'],
  ])('takes %j and %j for line ends', async (one, other) => {
    const { rows } = await readText(`mail,x${one}a@firm.org,1${other}b@firm.org,"2"${one}c@firm.org,3`);
    assert.deepEqual(
      rows.map(({ email, line }) => [email, line]),
      [
        ['a@firm.org', 2],
        ['b@firm.org', 3],
        ['c@firm.org', 4],
      ],
    );
  });

  it('keeps rows of any width', async () => {
    const { rows, width } = await readText('a,b\nx@firm.org\ny@firm.org,1,2,3\n,z\n');
    assert.deepEqual(
      rows.map(({ cells, email }) => [cells.length, email]),
      [
        [1, 'x@firm.org'],
        [4, 'y@firm.org'],
        [2, ''],
      ],
    );
    assert.equal(width, 4);
  });

  it('keeps a quote inside a cell', async () => {
    assert.deepEqual(
      (await readText('a@firm.org,5" pipe\nb@firm.org,"x"y\n')).rows.map(({ cells }) => cells[1]),
      ['5" pipe', '"x"y'],
    );
  });

  it.each([
    ['the header, when no cell of it is an address', 'who,x\nAnn,a@firm.org\n', 1, true],
    ['no header, when the first row has an address', 'Ann,a@firm.org\nBob,b@firm.org\n', 1, false],
    ['the column with more addresses', 'a,b\nx@firm.org,\ny@firm.org,\nz@firm.org,w@firm.org\n', 0, true],
    ['the better name', 'owner,email\nx@firm.org,\ny@firm.org,a@firm.org\nz@firm.org,w@firm.org\n', 1, true],
    ['the first of equals', 'a,b\nx@firm.org,y@firm.org\n', 0, true],
    ['an address in angle brackets', 'who,to\n1,Ann <a@firm.org>\n', 1, true],
    ['a German header', 'Name;E-Mail-Adresse;Chef\nA;a@firm.org;c@firm.org\nB;;c@firm.org\n', 1, true],
  ])('finds %s', async (_, text, index, hasHeader) => {
    assertIncludes(await readText(text), { emailColumn: { index }, hasHeader });
  });

  it('does what it is told about the header', async () => {
    assert.deepEqual(await emailsOf('a@firm.org\nb@firm.org\n', { firstRowIsHeader: true }), ['b@firm.org']);
    assert.deepEqual(await emailsOf('mail\nb@firm.org\n', { firstRowIsHeader: false }), ['mail', 'b@firm.org']);
  });

  it('takes no row for a header because a name stands in it', async () => {
    // Of a list without a header, and of two lists one behind the other.
    for (const text of ['Ana,a@firm.org\nTo,to@firm.org\n', 'a@firm.org,Ana\nemail,name\nb@firm.org,Ben\n']) {
      const { columns, rows } = await readText(text);
      assert.equal(columns, null);
      assert.equal(rows.length, text.split('\n').length - 1);
    }
  });

  it('reads the rows that a stray quote would swallow, and keeps line ends within quotes that are whole', async () => {
    const stray = 'n\tmail\tnote\n1\ta@firm.org\t"one\n2\tb@firm.org\t"two" inches\n3\tc@firm.org\tx\n';
    assert.deepEqual(await emailsOf(stray), ['a@firm.org', 'b@firm.org', 'c@firm.org']);
    const whole = 'n,mail,note\n1,a@firm.org,"x\n2,b@firm.org,y"\n3,c@firm.org,z\n';
    assert.deepEqual(await emailsOf(whole), ['a@firm.org', 'c@firm.org']);
  });

  it('takes the column it is told, by name or number', async () => {
    const text = 'a,Second Mail,c\nx@firm.org,y@firm.org,z\n';
    assert.deepEqual(await emailsOf(text, { emailColumn: 'second mail' }), ['y@firm.org']);
    assert.deepEqual(await emailsOf(text, { emailColumn: 3 }), ['z']);
    assert.deepEqual(await emailsOf('mail\nnonsense\n', { emailColumn: 'mail' }), ['nonsense']);
  });

  it('names the columns there are when the wanted one is not there', async () => {
    const text = 'first,mail\n1,x@firm.org\n';
    await assert.rejects(readText(text, { emailColumn: 'e-mail' }), {
      code: 'unknown_column',
      message:
        'There is no column "e-mail". The columns are "first", "mail". Give a name of these, or a number from 1 to 2.',
    });
    for (const emailColumn of [0, 3, 1.5, -1, NaN]) assert.equal(await codeOf(text, { emailColumn }), 'unknown_column');
    await assert.rejects(readText('1,x@firm.org\n', { firstRowIsHeader: false, emailColumn: 'mail' }), {
      message: 'There is no column "mail". The file has 2 columns and no header. Give a number from 1 to 2.',
    });
  });

  it('stops reading its source when the caller leaves the loop', async () => {
    let closed = false;
    const source = async function* () {
      try {
        for (;;) {
          yield Buffer.from('a@firm.org\n'.repeat(10_000));
          await Promise.resolve();
        }
      } finally {
        closed = true;
      }
    };
    const { readList } = await import('../../../../src/service/lists/file/read-list.js');
    const { rows } = await readList(source());
    for await (const part of rows) if ([...part].some(({ line }) => line > 50_000)) break;
    assert.equal(closed, true);
  });

  it.runIf(whole)('reads the same wherever the stream and its blocks are cut', async () => {
    const cell = fc.oneof(
      fc.constantFrom('a@firm.org', 'x;y', '', ' ', '"', 'é', '日本', '😀', 'a"b', '\r', '\n', '\r\n', '\ufeff', ','),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    );
    const raw = fc.array(fc.oneof(cell, fc.constantFrom(',', '\n', '\r\n', '\r', '"')), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        raw,
        fc.constantFrom('utf8' as const, 'utf16le' as const, 'latin1' as const),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 40 }).map((half) => half * 2),
        async (parts, encoding, sizes, blockBytes) => {
          const mark = encoding === 'utf16le' ? '\ufeff' : '';
          const text = Buffer.from(`${mark}mail,é\nb@firm.org,1\n${parts.join('')}`, encoding);
          // A small first block may look like UTF-8 where a larger one does not.
          const bytes = encoding === 'latin1' ? withoutUtf8(text) : text;
          const options = { emailColumn: 1, firstRowIsHeader: true, delimiter: ',' } as const;
          const read = (source: AsyncIterable<Uint8Array>, more = {}) =>
            readAll(source, { ...options, ...more }).catch((error: unknown) => (error as { code: string }).code);
          const whole = await read(stream(bytes));
          assert.deepEqual(await read(stream(bytes, sizes)), whole);
          // The first block must show the encoding.
          const cut = await read(stream(bytes, sizes), { blockBytes: blockBytes + 16 });
          if (typeof whole !== 'string' && typeof cut !== 'string') assert.deepEqual(cut.rows, whole.rows);
          else assert.equal(typeof cut, typeof whole);
        },
      ),
      { numRuns: process.env['CI'] ? 1500 : 200 },
    );
  });

  it('reads back what csvRecord writes', async () => {
    const cell = fc.oneof(
      fc.constantFrom('', ' ', '"', '""', ',', ';', '\n', '\r', '\r\n', '\ufeff', 'a@b.org', '\t', "'", '=1'),
      fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', 'é', '😀', '\ufeff', ' '), maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { minLength: 2 }), { minLength: 2, maxLength: 4 }), async (some) => {
        // The header and the first row are not blank.
        const rows = some.map((cells, row) => (row < 2 ? ['a', ...cells] : cells));
        const list = await readText(rows.map((cells) => csvRecord(cells)).join(''), {
          firstRowIsHeader: true,
          emailColumn: 1,
          delimiter: ',',
        });
        const [header, ...later] = rows;
        assert.deepEqual(list.columns, header);
        assert.deepEqual(
          list.rows.map((row) => row.cells),
          later.filter((row) => row.some((text) => text.trim())),
        );
      }),
      { numRuns: process.env['CI'] ? 1500 : 200 },
    );
  });
});
