import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { test } from 'vitest';
import fc from 'fast-check';
import { findDelimiter, hasLooseQuotes } from '../../src/address/list-file/delimiter.js';
import { dialect, hasSpacedQuotes, isBlank } from '../../src/address/list-file/dialect.js';
import { ListFileError } from '../../src/address/list-file/list-file-error.js';
import { Refusal } from '../../src/protocol/refusal.js';
import { csvRecord } from '../../src/service/lists/file/csv.js';
import { parseDataUri } from '../../src/service/lists/file/data-uri.js';
import { readList, type ListRow } from '../../src/service/lists/file/read-list.js';
import { parseUpload } from '../../src/service/lists/upload/json-upload.js';
import { stream } from '../service/lists/file/support.js';
import { runs } from '../support/whole.js';
import { mutated, mutatedBytes } from './mutated.js';

const LISTS = [
  'email,name\r\nanna@firm.org,"Smith, Anna"\r\nben@firm.org,"say ""hi"""\r\n',
  'sep=;\na;b@firm.org\n"c\nd";e@firm.org\n',
  'a@firm.org\rb@firm.org\r\r\nc@firm.org',
  `mail|note\n${'a@firm.org|x\n'.repeat(12)}`,
  '"a@firm.org","b\r\nc",""\r\n'.repeat(8),
];
/** Files of more than one block, in which a run takes fifty times as long. */
const LONG_FILES = [
  Buffer.from(`mail|note\n${'a@firm.org|x\n'.repeat(6000)}`),
  Buffer.from('"a@firm.org","b\r\nc",""\r\n'.repeat(3000)),
];
const FILES = [
  ...LISTS.map((text) => Buffer.from(text)),
  Buffer.from(`\ufeff${LISTS[0] ?? ''}é`, 'utf16le'),
  Buffer.from(`\ufeff${LISTS[0] ?? ''}é😀`),
  Buffer.from(`${LISTS[0] ?? ''}caf\xe9`, 'latin1'),
];
const WORDS = [
  '"',
  '""',
  ',',
  ';',
  '\t',
  '|',
  '\r',
  '\n',
  '\r\n',
  '\0',
  '\xff\xfe',
  '\xef\xbb\xbf',
  '\xc3',
  '\xe9',
  '@',
  ' ',
  'a@firm.org',
  'sep=,\n',
];

/** The rows of a file, or the code of its fault. */
const readFile = async (bytes: Uint8Array, sizes?: number[]): Promise<ListRow[] | string> => {
  try {
    const { rows } = await readList(stream(bytes, sizes), { maxBytes: 1_000_000 });
    const read: ListRow[] = [];
    for await (const part of rows) read.push(...part);
    return read;
  } catch (error) {
    assert(error instanceof ListFileError, String(error));
    return error.code;
  }
};

test.each([
  ['short', FILES, 1],
  ['long', LONG_FILES, 50],
])('any bytes are the same list, or have the same fault, however they come: %s files', async (_, files, share) => {
  await fc.assert(
    fc.asyncProperty(mutatedBytes(files, WORDS), fc.integer({ min: 1, max: 5000 }), async (bytes, size) => {
      assert.deepEqual(await readFile(bytes, [size]), await readFile(bytes));
    }),
    { numRuns: runs(2000, 100) / share },
  );
});

/** The rows of a text that is parsed at once. */
const rowsIn = (text: string, hasQuotes = true): string[][] => {
  const rows: string[][] = parse(text, dialect(',', { hasQuotes }));
  return rows.filter((cells) => !isBlank(cells));
};

test('a file of any text has the rows that its parser finds in all of it at once', async () => {
  await fc.assert(
    fc.asyncProperty(mutated(LISTS, WORDS), async (text) => {
      const read = await readList(stream(Buffer.from(text)), {
        delimiter: ',',
        firstRowIsHeader: false,
        emailColumn: 1,
      }).catch(() => null);
      if (read?.encoding !== 'utf-8') return;
      const rows: string[][] = [];
      try {
        for await (const part of read.rows) for (const { cells } of part) rows.push(cells);
      } catch {
        return;
      }
      const marked = text.replace(/^\ufeff/, '');
      const whole = marked.slice(findDelimiter(marked).hint);
      // Their spaces are trimmed.
      if (hasSpacedQuotes(whole, ',')) return;
      const found = rowsIn(whole, !hasLooseQuotes(whole, ','));
      assert.deepEqual(rows, found);
      const again = rows.map((cells) => csvRecord(cells)).join('');
      const back = rowsIn(again);
      assert.deepEqual(back, rows);
    }),
    { numRuns: runs(2000, 100) },
  );
});

const URIS = [
  `data:text/csv;name=my%20list.csv;base64,${Buffer.from(LISTS[0] ?? '').toString('base64')}`,
  'data:text/plain;charset=utf-8;name=a;b.csv;BASE64,YQ==',
  'data:application/vnd.ms-excel;name=%C3%A9.csv;base64,YWI',
];
const URI_WORDS = ['=', '==', ';', ',', ';base64,', ';name=', '%', '%00', '/', '+', '-', '_', ' ', '\n', 'A'];

/** A data URI in parts, or the code of its fault. */
const readUri = (parts: Iterable<string>) => {
  try {
    const { bytes, ...rest } = parseDataUri(parts);
    return { ...rest, content: Buffer.concat([...bytes]) };
  } catch (error) {
    assert(error instanceof ListFileError || error instanceof Refusal, String(error));
    return error.code;
  }
};

test('any data URI has a name without a path, and the content that its base64 says', () => {
  fc.assert(
    fc.property(mutated(URIS, URI_WORDS), fc.nat(), (text, place) => {
      const read = readUri([text]);
      const cut = 4096 + (place % Math.max(1, text.length));
      assert.deepEqual(readUri([text.slice(0, cut), text.slice(cut)]), read);
      if (typeof read === 'string') return;
      assert(!/[/\\\p{C}]/u.test(read.name), read.name);
      const digits = text.slice(/;base64,/i.exec(text)!.index + ';base64,'.length).replace(/=+$/, '');
      // The last digit may have bits that stand for nothing.
      assert.equal(
        read.content.toString('base64url').slice(0, -1),
        digits.replaceAll('+', '-').replaceAll('/', '_').slice(0, -1),
      );
    }),
    { numRuns: runs(50_000, 5000) },
  );
});

test('any JSON body of an upload has the file that JSON says, or is refused', () => {
  const bodies = URIS.map(
    (uri) => `{"email_column":"a \\"b\\"","file":"${uri}${'QUJD'.repeat(30_000)}","remove_duplicates":true}`,
  );
  fc.assert(
    fc.property(
      mutated(
        bodies.map((body) => body.slice(0, 300)),
        [...URI_WORDS, '"', '\\', '\\"', '\\/', '\\u0041', '\\ud83d', '{', '}'],
      ),
      fc.nat(70_000),
      (start, more) => {
        const body = Buffer.from(`${start}${'QUJD\\/'.repeat(Math.ceil(more / 6) + 12_000)}","x":1}`);
        let expected: unknown;
        try {
          expected = JSON.parse(body.toString());
        } catch {
          expected = undefined;
        }
        let read: unknown;
        try {
          const { values, file } = parseUpload(body);
          read = file === undefined ? values : { ...(values as object), file: [...file].join('') };
        } catch (error) {
          assert(error instanceof Refusal, String(error));
          return;
        }
        assert.deepEqual(read, expected);
      },
    ),
    { numRuns: runs(2000, 100) },
  );
});
