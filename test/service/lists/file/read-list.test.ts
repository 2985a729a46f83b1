import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRecord } from '../../../../src/service/lists/file/csv.js';
import { codeOf, emailsOf, readAll, readText, stream } from './support.js';
import { whole } from '../../../support/whole.js';

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
    expect(files.length).toBeGreaterThan(10);
    for (const { name, csv, json } of files) {
      const { columns, rows } = await readText(csv, { firstRowIsHeader: true, emailColumn: 1, delimiter: ',' });
      const read = rows.map(({ cells }) => Object.fromEntries((columns ?? []).map((key, at) => [key, cells[at]])));
      // The package's own JSON of this file has another number, and no array.
      if (name === 'location_coordinates') expect(read).toMatchObject([{ 'Contact Phone Number': '2095257564' }]);
      else expect(read, name).toEqual(JSON.parse(json.toString()));
    }
  });

  it('says what it found, and gives the rows in order with their lines', async () => {
    const text = 'name;e-mail;note\r\nAnn;ann@firm.org;"two\r\nlines"\r\n\r\nBob;bob@firm.org\r\n';
    expect(await readText(text)).toEqual({
      columns: ['name', 'e-mail', 'note'],
      emailColumn: { index: 1, name: 'e-mail' },
      delimiter: ';',
      encoding: 'utf-8',
      hasHeader: true,
      width: 3,
      rows: [
        { cells: ['Ann', 'ann@firm.org', 'two\r\nlines'], email: 'ann@firm.org', line: 2 },
        { cells: ['Bob', 'bob@firm.org'], email: 'bob@firm.org', line: 5 },
      ],
    });
  });

  it('reads a list with one address a line', async () => {
    expect(await readText('a@firm.org\nb@firm.org\n')).toMatchObject({
      delimiter: null,
      hasHeader: false,
      columns: null,
    });
    expect(await emailsOf('  a@firm.org \n\n \t\n"b@firm.org"\n"c@firm.org" \n')).toEqual([
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
    expect(list.delimiter).toBe(delimiter);
    expect(rows[0]?.email).toBe('a@firm.org');
  });

  it('counts the line of a delimiter hint', async () => {
    expect((await readText('sep=;\nx;a@firm.org\n')).rows[0]?.line).toBe(2);
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
    expect(list).toMatchObject({ encoding, columns: ['name', 'mail'] });
    expect(list.rows[0]?.cells).toEqual(['Jürgen', 'a@firm.org']);
  });

  it('decides between UTF-8 and Windows-1252 by the first character beyond ASCII, however late', async () => {
    const start = 'a@firm.org,Ann\n'.repeat(10_000);
    for (const encoding of ['utf8', 'latin1'] as const) {
      const { rows } = await readText(
        Buffer.concat([Buffer.from(start), Buffer.from('b@firm.org,Jürgen\n', encoding)]),
      );
      expect(rows.at(-1)?.cells).toEqual(['b@firm.org', 'Jürgen']);
    }
  });

  it('refuses UTF-8 with a fault, and names the line', async () => {
    const text = Buffer.concat([Buffer.from('a@firm.org,Jürgen\nb@firm.org,Jé\n'), Buffer.from([0x63, 0xff, 0x0a])]);
    await expect(readText(text)).rejects.toMatchObject({ code: 'bad_encoding', line: 3 });
  });

  it.each([
    ['\n', '\r'],
    ['\r\n', '\n'],
    ['\r', '\r'],
    ['\n', '\r\n'],
  ])('takes %j and %j for line ends', async (one, other) => {
    const { rows } = await readText(`mail,x${one}a@firm.org,1${other}b@firm.org,"2"${one}c@firm.org,3`);
    expect(rows.map(({ email, line }) => [email, line])).toEqual([
      ['a@firm.org', 2],
      ['b@firm.org', 3],
      ['c@firm.org', 4],
    ]);
  });

  it('keeps rows of any width', async () => {
    const { rows, width } = await readText('a,b\nx@firm.org\ny@firm.org,1,2,3\n,z\n');
    expect(rows.map(({ cells, email }) => [cells.length, email])).toEqual([
      [1, 'x@firm.org'],
      [4, 'y@firm.org'],
      [2, ''],
    ]);
    expect(width).toBe(4);
  });

  it('keeps a quote inside a cell', async () => {
    expect((await readText('a@firm.org,5" pipe\nb@firm.org,"x"y\n')).rows.map(({ cells }) => cells[1])).toEqual([
      '5" pipe',
      '"x"y',
    ]);
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
    expect(await readText(text)).toMatchObject({ emailColumn: { index }, hasHeader });
  });

  it('does what it is told about the header', async () => {
    expect(await emailsOf('a@firm.org\nb@firm.org\n', { firstRowIsHeader: true })).toEqual(['b@firm.org']);
    expect(await emailsOf('mail\nb@firm.org\n', { firstRowIsHeader: false })).toEqual(['mail', 'b@firm.org']);
  });

  it('takes the column it is told, by name or number', async () => {
    const text = 'a,Second Mail,c\nx@firm.org,y@firm.org,z\n';
    expect(await emailsOf(text, { emailColumn: 'second mail' })).toEqual(['y@firm.org']);
    expect(await emailsOf(text, { emailColumn: 3 })).toEqual(['z']);
    expect(await emailsOf('mail\nnonsense\n', { emailColumn: 'mail' })).toEqual(['nonsense']);
  });

  it('names the columns there are when the wanted one is not there', async () => {
    const text = 'first,mail\n1,x@firm.org\n';
    await expect(readText(text, { emailColumn: 'e-mail' })).rejects.toMatchObject({
      code: 'unknown_column',
      message:
        'There is no column "e-mail". The columns are "first", "mail". Give a name of these, or a number from 1 to 2.',
    });
    for (const emailColumn of [0, 3, 1.5, -1, NaN]) expect(await codeOf(text, { emailColumn })).toBe('unknown_column');
    await expect(readText('1,x@firm.org\n', { firstRowIsHeader: false, emailColumn: 'mail' })).rejects.toMatchObject({
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
    for await (const { line } of rows) if (line > 50_000) break;
    expect(closed).toBe(true);
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
          expect(await read(stream(bytes, sizes))).toEqual(whole);
          // The first block must show the encoding.
          const cut = await read(stream(bytes, sizes), { blockBytes: blockBytes + 16 });
          if (typeof whole !== 'string' && typeof cut !== 'string') expect(cut.rows).toEqual(whole.rows);
          else expect(typeof cut).toBe(typeof whole);
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
        const list = await readText(rows.map(csvRecord).join(''), {
          firstRowIsHeader: true,
          emailColumn: 1,
          delimiter: ',',
        });
        const [header, ...later] = rows;
        expect(list.columns).toEqual(header);
        expect(list.rows.map((row) => row.cells)).toEqual(later.filter((row) => row.some((text) => text.trim())));
      }),
      { numRuns: process.env['CI'] ? 1500 : 200 },
    );
  });
});
