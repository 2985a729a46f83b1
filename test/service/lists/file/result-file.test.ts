/** @see https://www.rfc-editor.org/rfc/rfc4180 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { parseAddress } from '../../../../src/address/index.js';
import { mailboxHash } from '../../../../src/service/lists/file/duplicates.js';
import {
  csvFormOf,
  csvHeader,
  csvRecord,
  csvWriter,
  formulaSafe,
  RFC_4180,
} from '../../../../src/service/lists/file/csv.js';
import {
  createRowGroups,
  resultCells,
  resultHeader,
  type ResultRow,
  type RowResult,
} from '../../../../src/service/lists/file/result-file.js';
import { runs } from '../../../support/whole.js';

const OURS = [
  'email_verify_status',
  'quality',
  'score',
  'sub_status',
  'did_you_mean',
  'mx_record',
  'checked_at',
  'mailbox_group',
  'mailbox',
  'duplicate_of',
  'email_checked',
  'more_addresses',
];

const RESULT: RowResult = {
  status: 'risky',
  quality: 'caution',
  score: 0.6,
  sub_status: ['catch_all', 'role_account'],
  did_you_mean: null,
  mx_record: 'mx.firm.org',
  checked_at: '2026-01-31T12:00:00+00:00',
  mailbox_group: 3,
};

const entryOf = (cells: readonly string[], column = 0, result: RowResult | null = RESULT): ResultRow => ({
  row: 3,
  cells,
  cell: cells[column] ?? '',
  column,
  duplicateOf: null,
  mailboxGroup: 3,
  result,
});

describe('csvRecord', () => {
  it('writes RFC 4180', () => {
    assert.equal(csvRecord(['a', 'b,c', 'd"e', 'f\ng', '', ' h']), 'a,"b,c","d""e","f\ng",," h"\r\n');
    assert.equal(csvRecord(['']), '""\r\n');
  });
});

describe('the form of an uploaded file', () => {
  const form = { delimiter: ';', quotesAll: false, lineEnd: '\n', isAscii: true, bom: false } as const;

  it('is that of its results', () => {
    assert.equal(csvWriter(csvFormOf(form))(['a', 'b;c', 'd']), 'a;"b;c";d\n');
    assert.equal(csvWriter(csvFormOf({ ...form, delimiter: '\t', quotesAll: true }))(['a', '']), '"a"\t""\n');
    assert.equal(csvWriter(csvFormOf({ ...form, delimiter: ':' }))(['12:30', 'a']), '"12:30":a\n');
    assert.equal(csvFormOf({ ...form, delimiter: null }).delimiter, ',');
    assert.deepEqual(csvFormOf(null), RFC_4180);
  });

  it('has a byte order mark if the file had one, or if Excel would garble its letters', () => {
    assert.equal(csvFormOf(form).bom, false);
    assert.equal(csvFormOf({ ...form, bom: true }).bom, true);
    assert.equal(csvFormOf({ ...form, isAscii: false }).bom, true);
    assert.equal(csvFormOf({ ...form, delimiter: ',', isAscii: false }).bom, false);
    assert.equal(csvHeader({ ...RFC_4180, bom: true }, ['mail']), '\ufeffmail\r\n');
  });
});

describe('formulaSafe', () => {
  it.each([
    '=1+1',
    '=HYPERLINK("http://x")',
    '@SUM(A1)',
    '+cmd|x',
    '-2+A1',
    '\tA',
    ' =1',
    '\r=1',
    '\n=1',
    '＝1',
    '+1+cmd()',
    '-x@firm.org',
    '=x@firm.org',
    '\u200b=1',
    '\ufeff \u2060@SUM(A1)',
    '\u0000+cmd|x',
    '﹦1',
    '−2+A1',
  ])('puts an apostrophe before %j', (cell) => {
    assert.equal(formulaSafe(cell), `'${cell}`);
  });

  it.each([
    '-5',
    '+49 123',
    '+49 (0)30/123-45',
    '-1.5e3',
    '-1,234.50',
    '-12 %',
    '−5',
    '+5%',
    '-',
    'a@firm.org',
    'a=b',
    "'x",
    '',
    '1+1',
    'x - y',
  ])('leaves %j as it is', (cell) => {
    assert.equal(formulaSafe(cell), cell);
  });

  it('looks behind a semicolon and a TAB too', () => {
    assert.equal(formulaSafe('x;=cmd()'), "x;'=cmd()");
    assert.equal(formulaSafe('x\t @a; -5; +b'), "x\t '@a; -5; '+b");
  });

  it('looks behind every character that nobody sees', () => {
    for (let cp = 0; cp < 0x110000; cp++) {
      const one = String.fromCodePoint(cp);
      if (!/[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(one)) continue;
      if (!formulaSafe(`${one}=1`).startsWith("'")) assert.fail(cp.toString(16));
    }
  });

  it('takes time in proportion to the cell', () => {
    for (const text of ['\t', ' ', ';', '; ', '\u200b', ';\u200b', '+', '+1', '-1e', '\n='])
      assert.ok(formulaSafe(text.repeat(300_000)).length > 299_999);
  });

  it('leaves no part that a spreadsheet would run', () => {
    const cell = fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', ';', ' ', 'A', '1', '(', "'", '\u200b', '\u00ad'),
      maxLength: 10,
    });
    fc.assert(
      fc.property(cell, (text) => {
        const safe = formulaSafe(text);
        assert.equal(safe.replaceAll("'", ''), text.replaceAll("'", ''));
        for (const part of safe.split(/[;\t]/))
          if (/^[\s\u200b\u00ad]*[=+@-]/.test(part)) assert.doesNotMatch(part, /[A=@]/);
        assert.doesNotMatch(safe, /^[=@\t\r]/);
      }),
      { numRuns: runs(2000, 200) },
    );
  });
});

describe('a result file', () => {
  it('keeps the columns and their order, and adds ours', () => {
    assert.deepEqual(resultHeader(['id', 'Mail'], 2), ['id', 'Mail', ...OURS]);
    assert.deepEqual(resultCells([entryOf(['1', 'a@firm.org'], 1)], 2), [
      '1',
      'a@firm.org',
      'risky',
      'caution',
      '0.60',
      'catch_all role_account',
      '',
      'mx.firm.org',
      '2026-01-31T12:00:00+00:00',
      '3',
      mailboxHash(parseAddress('a@firm.org')),
      '',
      '',
      '0',
    ]);
  });

  it('gives a column of ours another name where the list has one of that name', () => {
    assert.deepEqual(
      resultHeader(['Score', 'quality', 'quality_2'], 3).slice(3),
      OURS.map((name) => ({ score: 'score_2', quality: 'quality_3' })[name] ?? name),
    );
  });

  it('names columns that have no name', () => {
    assert.deepEqual(resultHeader(null, 2).slice(0, 2), ['column_1', 'column_2']);
    assert.deepEqual(resultHeader(['=x'], 2).slice(0, 2), ["'=x", 'column_2']);
  });

  it('keeps ours in their columns when a row is short or long', () => {
    assert.deepEqual(resultCells([entryOf(['a'])], 2).slice(0, 3), ['a', '', 'risky']);
    const ours = resultCells([entryOf([])], 0);
    assert.deepEqual(resultCells([entryOf(['a', 'b', '=c'])], 2).slice(2), [...ours, "'=c"]);
    assert.deepEqual(resultCells([entryOf(['a'], 0, null)], 1), ['a', ...OURS.map(() => '')]);
  });

  it('tells the address that was checked, how many others there are, and the row of which this is a duplicate', () => {
    const entry = { ...entryOf(['Anna <a@firm.org>, b@firm.org']), duplicateOf: 2 };
    const mailbox = mailboxHash(parseAddress('a@firm.org'));
    assert.deepEqual(resultCells([entry], 1).slice(-4), [mailbox, '2', 'a@firm.org', '1']);
    assert.deepEqual(resultCells([entryOf([' nobody '])], 1).slice(-4), ['', '', '', '0']);
  });

  it('has columns of ours for each of several e-mail columns', () => {
    const header = resultHeader(['Mail', 'x', ''], 3, [0, 2]);
    assert.deepEqual(header.slice(3), [...OURS.map((name) => `${name}_Mail`), ...OURS.map((name) => `${name}_3`)]);
    const cells = ['a@firm.org', 'x', 'b@firm.org'];
    const further = { ...entryOf(cells, 2), cells: null };
    const both = resultCells([entryOf(cells), further], 3, [0, 2]);
    assert.equal(both.length, header.length);
    assert.equal(both.filter((cell) => cell === 'risky').length, 2);
    assert.equal(both[3 + OURS.indexOf('mailbox')], mailboxHash(parseAddress('a@firm.org')));
    assert.equal(both[3 + OURS.length + OURS.indexOf('mailbox')], mailboxHash(parseAddress('b@firm.org')));
    const second = resultCells([entryOf(cells, 2)], 3, [0, 2]);
    assert.deepEqual(
      second.slice(3, 3 + OURS.length),
      OURS.map(() => ''),
    );
  });

  it('gathers the entries of a row, wherever they are cut', () => {
    const [one, more, two] = [entryOf(['a']), { ...entryOf(['a']), cells: null }, entryOf(['b'])];
    const groups = createRowGroups();
    assert.deepEqual(groups.add([one]), []);
    assert.deepEqual(groups.add([more, two]), [[one, more]]);
    assert.equal(groups.size, 1);
    assert.deepEqual(groups.end(), [[two]]);
  });
});
