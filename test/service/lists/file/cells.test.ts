/** Any table comes back cell by cell, in whatever encoding, with whatever delimiter and quotes it was written. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { it } from 'vitest';
import { ENCODINGS, type Encoding } from '../../../../src/address/list-file/encodings.js';
import { csvFormOf, csvHeader, csvWriter, formulaSafe } from '../../../../src/service/lists/file/csv.js';
import { resultCells, resultHeader } from '../../../../src/service/lists/file/result-file.js';
import { readAll, stream } from './support.js';
import { runs } from '../../../support/whole.js';
import { assertIncludes } from '../../../support/includes.js';

/** Characters that an encoding has. */
const repertoire = (encoding: Encoding): string[] => {
  const candidates = 'äéñøÉçõß€œąęłžřőűğışіїяДжñمשא山田カなが张伟陳김철수→«„’ ·½';
  return Array.from(candidates).filter((letter) => iconv.decode(iconv.encode(letter, encoding), encoding) === letter);
};

const cellOf = (encoding: Encoding): fc.Arbitrary<string> =>
  fc.string({
    unit: fc.constantFrom(
      ...Array.from('abcXYZ019 .-_+#/\'"()'),
      '"',
      ',',
      ';',
      '\t',
      '|',
      ':',
      '\n',
      '\r\n',
      ...repertoire(encoding),
    ),
    maxLength: 12,
  });

const DELIMITERS = [',', ';', '\t', '|'] as const;
type Quoting = 'all' | 'needed';

const written = (cell: string, delimiter: string, quoting: Quoting): string =>
  quoting === 'all' || cell.includes(delimiter) || /["\r\n]|^\s|\s$/u.test(cell)
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;

const tableOf = (encoding: Encoding) =>
  fc.record({
    encoding: fc.constant(encoding),
    cells: fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cellOf(encoding), { minLength: width, maxLength: width }), { minLength: 1, maxLength: 12 }),
      ),
    delimiter: fc.constantFrom(...DELIMITERS),
    quoting: fc.constantFrom<Quoting>('all', 'needed'),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    bom: fc.boolean(),
    sizes: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 4 }),
  });

/** A file with its rows, and how often it was read. */
type Read = Awaited<ReturnType<typeof readAll>>;

const isForExcel = ({ dialect }: Read): boolean => dialect?.delimiter === ';' && !dialect.isAscii;

/** The results of a list, as they are downloaded, read again. */
const downloaded = async ({ columns, width, dialect, rows }: Read) => {
  const form = csvFormOf(dialect);
  const record = csvWriter(form);
  const entries = rows.map(({ cells, email }, at) => [
    { row: at + 1, cells, cell: email, column: 0, duplicateOf: null, mailboxGroup: null, result: null },
  ]);
  const file = [
    csvHeader(form, resultHeader(columns, width)),
    ...entries.map((entry) => record(resultCells(entry, width))),
  ].join('');
  return { form, again: await readAll(stream(Buffer.from(file))) };
};

it('gives every cell of any table back, in every encoding, also in the download', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ENCODINGS).chain(tableOf), async (table) => {
      const { encoding, cells, delimiter, quoting, lineEnd, bom, sizes } = table;
      const rows = cells.map((row, at) => [`customer${at}@market.org`, ...row]);
      const header = ['email', ...(rows[0] ?? []).slice(1).map((_, at) => `field ${at + 1}`)];
      const text = [header, ...rows]
        .map((row) => row.map((cell) => written(cell, delimiter, quoting)).join(delimiter) + lineEnd)
        .join('');
      const hasMark = bom && encoding.startsWith('utf');
      const bytes = iconv.encode(hasMark ? `\ufeff${text}` : text, encoding);
      const list = await readAll(stream(bytes, sizes), { encoding });
      assert.deepEqual({ header: list.columns, rows: list.rows.map((row) => row.cells) }, { header, rows });
      assert.deepEqual([list.delimiter, list.emailColumn.index, list.encoding], [delimiter, 0, encoding]);
      assert.deepEqual(list.dialect, {
        delimiter,
        lineEnd,
        bom: hasMark,
        quotesAll: quoting === 'all',
        isAscii: /^[\0-\x7f]*$/.test(text),
      });
      const { form, again } = await downloaded(list);
      assert.deepEqual(form, { delimiter, lineEnd, quotesAll: quoting === 'all', bom: hasMark || isForExcel(list) });
      assert.deepEqual(again.columns?.slice(0, header.length), header);
      assert.deepEqual(
        again.rows.map((row) => row.cells.slice(0, header.length)),
        rows.map((row) => row.map(formulaSafe)),
      );
      assertIncludes(again.dialect, { delimiter, lineEnd, quotesAll: form.quotesAll, bom: form.bom });
    }),
    { numRuns: runs(3000, 300) },
  );
});
