/** Any table comes back cell by cell, in whatever encoding, with whatever delimiter and quotes it was written. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { it } from 'vitest';
import { csvFormOf, csvHeader, csvWriter, formulaSafe } from '../../../../src/service/lists/file/csv.js';
import { resultCells, resultHeader } from '../../../../src/service/lists/file/result-file.js';
import { readAll, stream } from './support.js';
import { fileOf, TABLE } from './tables.js';
import { runs } from '../../../support/whole.js';
import { assertIncludes } from '../../../support/includes.js';

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
    fc.asyncProperty(TABLE, async (table) => {
      const { encoding, delimiter, quoting, lineEnd, sizes } = table;
      const { header, rows, hasMark, isAscii, bytes } = fileOf(table);
      const list = await readAll(stream(bytes, sizes), { encoding });
      assert.deepEqual({ header: list.columns, rows: list.rows.map((row) => row.cells) }, { header, rows });
      assert.deepEqual([list.delimiter, list.emailColumn.index, list.encoding], [delimiter, 0, encoding]);
      assert.deepEqual(list.dialect, {
        delimiter,
        lineEnd,
        bom: hasMark,
        quotesAll: quoting === 'all',
        isAscii,
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
