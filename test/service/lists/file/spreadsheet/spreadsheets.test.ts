import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runs } from '../../../../support/whole.js';
import { codeOf, faultOf, readAll, readText, stream } from '../support.js';
import { archive, openDocument, row, text, workbook, workbookFiles } from './workbook.js';
import { assertIncludes } from '../../../../support/includes.js';

const MIB = 1_048_576;
const ADDRESS = 'a@firm.org';

const cellsOf = async (bytes: Uint8Array, options = {}): Promise<string[][]> =>
  (await readText(bytes, { firstRowIsHeader: false, emailColumn: 1, ...options })).rows.map(({ cells }) => cells);

const escaped = (content: string): string =>
  content.replace(/[&<>\r]/gu, (character) => `&#${character.charCodeAt(0)};`);

describe('a workbook', () => {
  it('gives its first sheet with rows, and tells of the others', async () => {
    const sheets = { Empty: '', Blank: '<row><c/></row>', Two: row('email') + row(ADDRESS), Three: row('b@firm.org') };
    const list = await readText(workbook(sheets));
    assertIncludes(list, { kind: 'xlsx', sheet: 'Two', encoding: null, dialect: null, columns: ['email'] });
    assert.deepEqual(
      list.rows.map(({ email }) => email),
      [ADDRESS],
    );
    assert.deepEqual(list.warnings, [
      {
        code: 'other_sheets',
        detail: 'Sheet "Two" is read. Another sheet has rows too: "Three". Name one with sheet= to read it.',
      },
    ]);
  });

  it('gives the sheet that is named, by its name or number', async () => {
    const bytes = workbook({ One: row('x@firm.org'), Two: row(ADDRESS) });
    for (const sheet of ['Two', 2]) assert.equal((await readText(bytes, { sheet })).rows[0]?.email, ADDRESS);
    await assert.rejects(readText(bytes, { sheet: 'Drei' }), {
      code: 'unknown_sheet',
      message: 'There is no sheet "Drei". The sheets are "One", "Two". Give a name of these, or a number from 1 to 2.',
    });
    assert.equal(await codeOf(bytes, { sheet: 3 }), 'unknown_sheet');
    assert.equal(await codeOf(workbook({ One: '', Two: row(ADDRESS) }), { sheet: 'One' }), 'empty_file');
    assert.equal(await codeOf('a@firm.org\n', { sheet: 1 }), 'unknown_sheet');
  });

  it('has the cells that Excel shows: numbers, dates, truth values, formulas, errors', async () => {
    const cells = [
      text(ADDRESS),
      '<c><v>4912345678901</v></c>',
      '<c><v>4.9123456789009999E+12</v></c>',
      '<c><v>0.30000000000000004</v></c>',
      '<c><v>1E+100</v></c>',
      '<c t="b"><v>1</v></c>',
      '<c t="b"><v>0</v></c>',
      '<c t="str"><f>"x"&amp;"y"</f><v>xy</v></c>',
      '<c t="e"><v>#DIV/0!</v></c>',
      '<c t="d"><v>2024-02-29T00:00:00</v></c>',
      '<c t="s"><v>1</v></c>',
      '<c t="s"><v>99</v></c>',
      text('tab_x0009_and _x005F_x0009_'),
    ];
    const strings =
      '<si><t>zero</t></si><si><r><t>An</t></r><r><t xml:space="preserve">na </t></r><rPh><t>x</t></rPh></si>';
    assert.deepEqual(await cellsOf(workbook({ A: `<row>${cells.join('')}</row>` }, strings)), [
      [
        ...[ADDRESS, '4912345678901', '4912345678901', '0.3', '1e+100', 'TRUE', 'FALSE', 'xy', '#DIV/0!', '2024-02-29'],
        ...['Anna ', '', 'tab\tand _x0009_'],
      ],
    ]);
  });

  it.each([
    ['14', '45351', '2024-02-29'],
    ['22', '45351.75', '2024-02-29 18:00:00'],
    ['20', '0.5', '12:00:00'],
    ['164:yyyy-mm-dd', '1', '1900-01-01'],
    ['164:yyyy-mm-dd', '60', '1900-02-28'],
    ['164:yyyy-mm-dd', '61', '1900-03-01'],
    ['164:[$-407]d. mmmm yyyy', '45351', '2024-02-29'],
    ['164:"day" 0', '45351', '45351'],
    ['164:00000', '1067', '01067'],
    ['164:[Red]0.00', '1.5', '1.5'],
    ['164:General', '5', '5'],
    ['164:h:mm AM/PM', '0.25', '06:00:00'],
    ['9', '0.5', '0.5'],
    ['14', '-5', '-5'],
    ['14', '1e9', '1e9'],
  ])('has a number in the format %s as text: %s is %s', async (format, value, shown) => {
    const [id = '', ...code] = format.split(':');
    const files = workbookFiles({ A: `<row>${text(ADDRESS)}<c s="1"><v>${value}</v></c></row>` });
    files['xl/_rels/workbook.xml.rels'] = files['xl/_rels/workbook.xml.rels']!.replace(
      '</Relationships>',
      '<Relationship Id="f" Type="http://x/styles" Target="/xl/f.xml"/></Relationships>',
    );
    files['xl/f.xml'] =
      `<styleSheet><numFmts>${code.length > 0 ? `<numFmt numFmtId="${id}" formatCode="${escaped(code.join(':')).replaceAll('"', '&quot;')}"/>` : ''}</numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="${id}"/></cellXfs></styleSheet>`;
    assert.deepEqual(await cellsOf(archive(files)), [[ADDRESS, shown]]);
  });

  it('has its cells in the columns that they name, and rows by their numbers', async () => {
    const sheet = `<row r="3" hidden="1">${text('mail', 'B3')}${text('x', 'AA3')}</row><row r="7">${text(ADDRESS, 'B7')}</row>`;
    const { rows, columns } = await readText(workbook({ A: sheet }));
    assert.deepEqual(columns, ['', 'mail', ...Array.from({ length: 24 }, () => ''), 'x']);
    assertIncludes(rows, [{ cells: ['', ADDRESS], line: 7, email: ADDRESS }]);
  });

  it('is read with prefixes, without references, with absolute paths and in other folders', async () => {
    const files = {
      '_rels/.rels':
        '<x:Relationships xmlns:x="r"><x:Relationship Id="1" Type="http://x/officeDocument" Target="/book/main.xml"/></x:Relationships>',
      'book/main.xml':
        '<x:workbook xmlns:x="m" xmlns:q="r"><x:sheets><x:sheet name="S" q:id="a"/></x:sheets></x:workbook>',
      'book/_rels/main.xml.rels':
        '<Relationships><Relationship Id="a" Type="http://x/worksheet" Target="../sheets/one.xml"/></Relationships>',
      'sheets/one.xml': `<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>${ADDRESS}</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`,
    };
    assert.deepEqual(await cellsOf(archive(files)), [[ADDRESS]]);
  });

  it('gives every cell back, wherever the stream is cut', async () => {
    const cell = fc.string({ unit: fc.constantFrom(...Array.from('ab ,;"<&>\n\t\rä日_x'), '😀'), maxLength: 8 });
    const table = fc.array(fc.array(cell, { maxLength: 4 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 900 }), async (cells, size) => {
        const rows = cells.map((others, at) => [`c${at}@firm.org`, ...others]);
        const bytes = workbook({ A: rows.map((one) => row(...one.map(escaped))).join('') });
        const list = await readAll(stream(bytes, [size]), { firstRowIsHeader: false, emailColumn: 1 });
        const trimmed = rows.map((one) => one.slice(0, one.findLastIndex((content) => content !== '') + 1));
        assert.deepEqual(
          list.rows.map((found) => found.cells),
          trimmed,
        );
      }),
      { numRuns: runs(1000, 60) },
    );
  });
});

describe('a spreadsheet of OpenDocument', () => {
  const cell = (content: string, attributes = 'office:value-type="string"') =>
    `<table:table-cell ${attributes}><text:p>${content}</text:p></table:table-cell>`;
  const table = (name: string, rows: string) => `<table:table table:name="${name}">${rows}</table:table>`;
  const tableRow = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`;

  it('has the values of its cells', async () => {
    const cells = [
      cell(ADDRESS),
      cell('1.234,00 €', 'office:value-type="currency" office:value="1234"'),
      cell('12 %', 'office:value-type="percentage" office:value="0.12"'),
      cell('x', 'office:value-type="date" office:date-value="2024-02-29T12:30:00"'),
      cell('x', 'office:value-type="time" office:time-value="PT1H2M3.5S"'),
      cell('FALSCH', 'office:value-type="boolean" office:boolean-value="false"'),
      cell('a<text:tab/>b<text:line-break/>c'),
      cell('seen', 'office:value-type="string" office:string-value="kept"'),
    ].join('');
    assert.deepEqual(await cellsOf(openDocument(table('A', tableRow(cells)))), [
      [ADDRESS, '1234', '0.12', '2024-02-29 12:30:00', '01:02:03', 'FALSE', 'a\tb\nc', 'kept'],
    ]);
  });

  it('gives the wanted sheet, and its repeated rows and cells', async () => {
    const bytes = openDocument(
      table('A', '') +
        table('B', tableRow(cell('x@firm.org'))) +
        table(
          'C',
          tableRow(cell('') + cell('y', 'table:number-columns-repeated="2"'), 'table:number-rows-repeated="2"') +
            tableRow(cell(ADDRESS)),
        ),
    );
    assert.equal((await readText(bytes)).sheet, 'B');
    for (const sheet of ['C', 3]) {
      const { rows } = await readText(bytes, { sheet, firstRowIsHeader: false });
      assert.deepEqual(
        rows.map(({ cells, line }) => [line, ...cells]),
        [
          [1, '', 'y', 'y'],
          [2, '', 'y', 'y'],
          [3, ADDRESS],
        ],
      );
    }
    assert.match(
      (await faultOf(stream(bytes), { sheet: 'D' })).message,
      /There is no sheet "D"\. The sheets are "A", "B", "C"/,
    );
  });
});

describe('a hostile spreadsheet', () => {
  const zeros = (size: number): Uint8Array => new Uint8Array(size).fill(0x20);

  it.each([
    ['cut off', workbook({ A: row(ADDRESS) }).subarray(0, -40), 'is_spreadsheet', /damaged, or it was cut off/],
    ['only the start of an archive', Buffer.from('504b030414000600', 'hex'), 'is_spreadsheet', /save it as CSV/],
    ['with XML that is none', workbook({ A: '<row><c></row>' }), 'is_spreadsheet', /XML is malformed/],
    [
      'with entities',
      archive({
        ...workbookFiles({ A: '' }),
        'xl/worksheets/s0.xml': '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>',
      }),
      'is_spreadsheet',
      /document type/,
    ],
    ['without rows', workbook({ A: '', B: '<row><c/></row>' }), 'empty_file', /no sheet of it has rows/],
    ['nested deeply', workbook({ A: '<a>'.repeat(300) + '</a>'.repeat(300) }), 'is_spreadsheet', /nested too deeply/],
    [
      'with 100,000 columns',
      workbook({ A: `<row r="1">${text(ADDRESS, 'EQXD1')}</row>` }),
      'too_many_columns',
      /columns/,
    ],
    [
      'with a row of 2 MB',
      workbook({ A: row(ADDRESS, 'x'.repeat(600_000), 'y'.repeat(600_000)) }),
      'line_too_long',
      /longer than/,
    ],
    [
      'with a cell of 2 MB',
      workbook({ A: row(ADDRESS, 'x'.repeat(2 * MIB)) }),
      'is_spreadsheet',
      /a cell in it is longer/,
    ],
    [
      'with a wrong relation',
      archive({
        ...workbookFiles({ A: '' }),
        'xl/_rels/workbook.xml.rels': '<R><Relationship Id="r0" Type="x/worksheet" Target="http://[%zz"/></R>',
      }),
      'is_spreadsheet',
      /there is no/,
    ],
    [
      'of OpenDocument with a row for each of a million, and text in all',
      openDocument(
        `<table:table table:name="A"><table:table-row table:number-rows-repeated="1048576"><table:table-cell office:value-type="string"><text:p>${'x'.repeat(1000)}</text:p></table:table-cell></table:table-row></table:table>`,
      ),
      'file_too_large',
      /bytes of text/,
    ],
    [
      'of OpenDocument with a million columns',
      openDocument(
        `<table:table table:name="A"><table:table-row><table:table-cell table:number-columns-repeated="1000000" office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row></table:table>`,
      ),
      'too_many_columns',
      /columns/,
    ],
  ])('%s is refused', async (_, bytes, code, message) => {
    const fault = await faultOf(stream(bytes));
    assert.equal(fault.code, code);
    assert.match(fault.message, message);
  });

  it('that unpacks to a hundred times its bounds is refused before', async () => {
    const bomb = archive({ ...workbookFiles({ A: '' }), 'xl/worksheets/s0.xml': zeros(100 * MIB) });
    assert.ok(bomb.length < MIB);
    const before = process.memoryUsage().rss;
    assert.equal(await codeOf(bomb), 'is_spreadsheet');
    assert.ok(process.memoryUsage().rss - before < 64 * MIB);
  });

  it('with a shared text in each of many cells is refused by the bytes of its text', async () => {
    const cells = '<c t="s"><v>0</v></c>'.repeat(900);
    const bytes = workbook(
      { A: `<row>${text(ADDRESS)}${cells}</row>`.repeat(400) },
      `<si><t>${'x'.repeat(1100)}</t></si>`,
    );
    assert.equal((await faultOf(stream(bytes))).code, 'file_too_large');
  });
});
