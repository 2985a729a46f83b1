import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRecord, formulaSafe } from '../../../../src/service/lists/file/csv.js';
import { resultCells, resultHeader, type RowResult } from '../../../../src/service/lists/file/result-file.js';

const OURS = [
  'email_verify_status',
  'quality',
  'score',
  'sub_status',
  'did_you_mean',
  'mx_record',
  'checked_at',
  'mailbox_group',
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

describe('csvRecord', () => {
  it('writes RFC 4180', () => {
    expect(csvRecord(['a', 'b,c', 'd"e', 'f\ng', '', ' h'])).toBe('a,"b,c","d""e","f\ng",," h"\r\n');
    expect(csvRecord([''])).toBe('""\r\n');
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
    expect(formulaSafe(cell)).toBe(`'${cell}`);
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
    expect(formulaSafe(cell)).toBe(cell);
  });

  it('looks behind a semicolon and a TAB too', () => {
    expect(formulaSafe('x;=cmd()')).toBe("x;'=cmd()");
    expect(formulaSafe('x\t @a; -5; +b')).toBe("x\t '@a; -5; '+b");
  });

  it('looks behind every character that nobody sees', () => {
    for (let cp = 0; cp < 0x110000; cp++) {
      const one = String.fromCodePoint(cp);
      if (!/[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(one)) continue;
      if (!formulaSafe(`${one}=1`).startsWith("'")) expect.fail(cp.toString(16));
    }
  });

  it('takes time in proportion to the cell', () => {
    for (const text of ['\t', ' ', ';', '; ', '\u200b', ';\u200b', '+', '+1', '-1e', '\n='])
      expect(formulaSafe(text.repeat(300_000)).length).toBeGreaterThan(299_999);
  });

  it('leaves no part that a spreadsheet would run', () => {
    const cell = fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', ';', ' ', 'A', '1', '(', "'", '\u200b', '\u00ad'),
      maxLength: 10,
    });
    fc.assert(
      fc.property(cell, (text) => {
        const safe = formulaSafe(text);
        expect(safe.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
        for (const part of safe.split(/[;\t]/))
          if (/^[\s\u200b\u00ad]*[=+@-]/.test(part)) expect(part).not.toMatch(/[A=@]/);
        expect(safe).not.toMatch(/^[=@\t\r]/);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a result file', () => {
  it('keeps the columns and their order, and adds ours', () => {
    expect(resultHeader(['id', 'Mail'], 2)).toEqual(['id', 'Mail', ...OURS]);
    expect(resultCells(['1', 'a@firm.org'], 2, RESULT)).toEqual([
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
    ]);
  });

  it('gives a column of ours another name where the list has one of that name', () => {
    expect(resultHeader(['Score', 'quality', 'quality_2'], 3).slice(3)).toEqual(
      OURS.map((name) => ({ score: 'score_2', quality: 'quality_3' })[name] ?? name),
    );
  });

  it('names columns that have no name', () => {
    expect(resultHeader(null, 2).slice(0, 2)).toEqual(['column_1', 'column_2']);
    expect(resultHeader(['=x'], 2).slice(0, 2)).toEqual(["'=x", 'column_2']);
  });

  it('keeps ours in their columns when a row is short or long', () => {
    expect(resultCells(['a'], 2, RESULT).slice(0, 3)).toEqual(['a', '', 'risky']);
    expect(resultCells(['a', 'b', '=c'], 2, RESULT).slice(2)).toEqual([...resultCells([], 0, RESULT), "'=c"]);
    expect(resultCells(['a'], 1, null)).toEqual(['a', ...OURS.map(() => '')]);
  });
});
