/** List files: rows a CPU second, with the memory of the process. `npm run bench lists`. */
import { csvRecord } from '../src/service/lists/file/csv.js';
import { readList } from '../src/service/lists/file/read-list.js';
import { resultCells, type RowResult } from '../src/service/lists/file/result-file.js';
import { createTally } from '../src/service/lists/file/tally.js';
import { table } from './table.js';

const ROWS = Number(process.env['ROWS'] ?? 500_000);
const PER_CHUNK = 1000;

const emailAt = (row: number): string => `user${row}@example${row % 1000}.com`;

async function* file(rowAt: (row: number) => string) {
  for (let row = 0; row < ROWS; row += PER_CHUNK) {
    yield Buffer.from(Array.from({ length: PER_CHUNK }, (_, more) => rowAt(row + more)).join(''));
    await Promise.resolve();
  }
}

const read = async (rowAt: (row: number) => string): Promise<void> => {
  const { rows } = await readList(file(rowAt), { maxRows: Infinity, maxBytes: Infinity });
  for await (const part of rows) for (const { email } of part) if (!email) throw new Error('a row without an address');
};

const tally = createTally({ maxRows: ROWS, columns: 1, removes: { duplicates: false, sameMailbox: false } });
const everyRow = (work: (row: number) => unknown) => () => {
  for (let row = 0; row < ROWS; row += 1) work(row);
};

const RESULT: RowResult = {
  status: 'valid',
  quality: 'safe',
  score: 0.95,
  sub_status: ['free_provider'],
  did_you_mean: null,
  mx_record: 'mx.example.org',
  checked_at: '2026-01-31T12:00:00+00:00',
  mailbox_group: 1,
};

const tasks: [string, () => Promise<void> | void][] = [
  ['read one address a line', () => read((row) => `${emailAt(row)}\n`)],
  [
    'read six columns',
    () =>
      read((row) => `Jane ${row},Doe,${emailAt(row)},"12 Main St, Apt ${row}",2026-01-01,${row % 3 ? 'x' : 'y,z'}\r\n`),
  ],
  [
    'find duplicates and mailboxes',
    everyRow((row) => tally.add({ cells: [], entries: [{ email: emailAt(row), column: 0, more: 0 }] })),
  ],
  [
    'write six columns',
    everyRow((row) => {
      const cell = emailAt(row);
      const cells = ['Jane', 'Doe', cell, 'a, b', 'c', ''];
      const entry = { row, cells, cell, column: 2, duplicateOf: null, mailboxGroup: row, result: RESULT };
      return csvRecord(resultCells([entry], 6));
    }),
  ],
];

const rows: (string | number)[][] = [];
for (const [name, run] of tasks) {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  rows.push([name, Math.round(ROWS / ((user + system) / 1e6)), process.memoryUsage.rss() >> 20]);
}
table(['', 'rows a CPU second', 'MiB'], rows);
