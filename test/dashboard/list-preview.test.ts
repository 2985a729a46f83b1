import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { test } from 'vitest';
import { readPreview } from '../../src/dashboard/list-preview.js';
import { readList } from '../../src/service/lists/file/read-list.js';

const preview = (content: string | Uint8Array<ArrayBuffer>) => readPreview(new Blob([content]));

test('finds the header and the column with the addresses', async () => {
  assert.deepEqual(await preview('Name;E-Mail\nAnna;anna@example.com\n\nBert;bert@example.com\n'), {
    rows: [
      ['Name', 'E-Mail'],
      ['Anna', 'anna@example.com'],
      ['Bert', 'bert@example.com'],
    ],
    width: 2,
    hasHeader: true,
    column: 1,
    vendor: null,
  });
  const plain = await preview('anna@example.com\nbert@example.com\n');
  assert.deepEqual([plain?.hasHeader, plain?.column, plain?.width], [false, 0, 1]);
});

test('shows a file in which it finds no address', async () => {
  const found = await preview('Name,City\nAnna,Kiel\n');
  assert.deepEqual([found?.column, found?.rows.length], [null, 2]);
});

test('names the service whose result file it is', async () => {
  const found = await preview('email,ZB Status,ZB Sub Status\nanna@example.com,valid,\n');
  assert.equal(found?.vendor, 'ZeroBounce');
});

test('reads what spreadsheets write: byte order marks, UTF-16, Windows-1252, a line that names the delimiter', async () => {
  const text = 'sep=;\r\nVorname;E-Mail\r\nJürgen;j@example.com\r\n';
  const wide = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
  for (const bytes of [new TextEncoder().encode(`\ufeff${text}`), wide, new Uint8Array(Buffer.from(text, 'latin1'))]) {
    const found = await preview(bytes);
    assert.deepEqual([found?.rows[1], found?.column], [['Jürgen', 'j@example.com'], 1]);
  }
});

test('has no preview of an empty file and of one that is no text', async () => {
  assert.equal(await preview(''), null);
  assert.equal(await preview('\n \n'), null);
  assert.equal(await preview(new Uint8Array([80, 75, 3, 4, 0, 0, 7, 1, 0, 9, 9, 9, 9])), null);
});

test('leaves out the row that is cut at the end of what it reads', async () => {
  const found = await preview(`name,email\n${`${'x'.repeat(300)},anna@example.com\n`.repeat(500)}`);
  assert.ok(found!.rows.length > 100);
  for (const row of found!.rows) assert.equal(row.length, 2);
});

test('finds the same as the service, whatever the file', async () => {
  const cell = fc.oneof(
    fc.constantFrom('E-Mail', 'name', 'anna@example.com', 'b@example.org', '', '"x, y"', 'Ä', '1;2', 'a|b'),
    fc.string({ maxLength: 8 }),
  );
  const file = fc
    .tuple(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
      fc.constantFrom(',', ';', '\t'),
    )
    .map(([rows, delimiter]) => rows.map((cells) => cells.join(delimiter)).join('\n'));
  await fc.assert(
    fc.asyncProperty(file, async (text) => {
      const bytes = new TextEncoder().encode(text);
      const [ours, theirs] = await Promise.all([preview(bytes), readList(Readable.from([bytes])).catch(() => null)]);
      if (theirs === null) return;
      assert.deepEqual([ours?.column, ours?.hasHeader], [theirs.emailColumn.index, theirs.hasHeader]);
      await theirs.rows.return();
    }),
    { numRuns: 50 },
  );
});
