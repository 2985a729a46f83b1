/** Random tables, and files of them in every encoding, with every delimiter and both ways to quote. */
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { DELIMITERS } from '../../../../src/address/list-file/delimiter.js';
import { ENCODINGS, type Encoding } from '../../../../src/address/list-file/encodings.js';

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
    /** Sizes of the parts in which the file comes. */
    sizes: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 4 }),
  });

/** A table, and how it is written. */
export const TABLE = fc.constantFrom(...ENCODINGS).chain(tableOf);

type Table = typeof TABLE extends fc.Arbitrary<infer T> ? T : never;

/** The file of a table, whose first column has addresses. */
export const fileOf = ({ encoding, cells, delimiter, quoting, lineEnd, bom }: Table) => {
  const rows = cells.map((row, at) => [`customer${at}@market.org`, ...row]);
  const header = ['email', ...(rows[0] ?? []).slice(1).map((_, at) => `field ${at + 1}`)];
  const text = [header, ...rows]
    .map((row) => row.map((cell) => written(cell, delimiter, quoting)).join(delimiter) + lineEnd)
    .join('');
  const hasMark = bom && encoding.startsWith('utf');
  const isAscii = /^[\0-\x7f]*$/.test(text);
  return { header, rows, isAscii, hasMark, bytes: iconv.encode(hasMark ? `\ufeff${text}` : text, encoding) };
};
