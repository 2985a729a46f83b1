/** Files whose shape is work: each is within the limits of an upload. */

/** A file, and how it is sent. */
export interface Shape {
  name: string;
  type: string;
  bytes: () => Buffer;
}

const MB = 1_000_000;
const BOUNDARY = 'a-boundary-of-the-benchmark';
const FORM = `multipart/form-data; boundary=${BOUNDARY}`;

const emailAt = (n: number): string => `person.${n}@shared${n % 5000}.org`;

const rowsOf = (count: number, rowAt: (n: number) => string, header: string): string => {
  const rows = [header];
  for (let n = 0; n < count; n += 1) rows.push(rowAt(n));
  return `${rows.join('\r\n')}\r\n`;
};

const wide = (columns: number, rows: number, cell = 'x'): string => {
  const rest = `,${cell}`.repeat(columns - 1);
  return rowsOf(rows, (n) => `${emailAt(n)}${rest}`, `email${',c'.repeat(columns - 1)}`);
};

const long = (rows: number): string => rowsOf(rows, (n) => `${n},Pérson ${n},${emailAt(n)}`, 'id,name,email');

/** A form field of 30 MB and what is before and behind it. */
const formOf = (content: string): Buffer =>
  Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="list.csv"\r\nContent-Type: text/csv\r\n\r\n${content}\r\n--${BOUNDARY}--\r\n`,
  );

const jsonOf = (content: Buffer | string): Buffer =>
  Buffer.from(
    JSON.stringify({ file: `data:text/csv;name=list.csv;base64,${Buffer.from(content).toString('base64')}` }),
  );

export const SHAPES: Shape[] = [
  { name: '999 columns, 20,000 rows', type: 'text/csv', bytes: () => Buffer.from(wide(999, 20_000)) },
  {
    name: 'a cell of 24 MB in JSON',
    type: 'application/json',
    bytes: () => jsonOf(`email\r\n"${'x'.repeat(24 * MB)}"`),
  },
  { name: 'a cell of 24 MB', type: 'text/csv', bytes: () => Buffer.from(`email\r\n"${'x'.repeat(24 * MB)}"`) },
  { name: '24 MB of JSON', type: 'application/json', bytes: () => jsonOf(long(500_000)) },
  { name: '30 MB of a form', type: FORM, bytes: () => formOf(long(600_000)) },
  { name: '30 MB of UTF-16', type: 'text/csv', bytes: () => Buffer.from(`\ufeff${long(300_000)}`, 'utf16le') },
  { name: '30 MB of Windows-1252', type: 'text/csv', bytes: () => Buffer.from(long(600_000), 'latin1') },
  {
    name: '90 MB of blank lines',
    type: 'text/csv',
    bytes: () => Buffer.from(`email\na@b.org\n${'\n'.repeat(90 * MB)}`),
  },
  {
    name: '60 rows of 1 MB',
    type: 'text/csv',
    bytes: () => Buffer.from(rowsOf(60, (n) => `${emailAt(n)},${';@'.repeat(500_000)}`, 'email,note')),
  },
  { name: '999 columns of addresses', type: 'text/csv', bytes: () => Buffer.from(wide(999, 5000, 'a@b.org')) },
];
