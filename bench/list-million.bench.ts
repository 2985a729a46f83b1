/**
 * A million rows through the built service on both stores, DNS alone: uploaded as a stream, checked, and downloaded as
 * a stream, each row once and in order. Times, and the memory of each process beside that for 10,000 rows: of a first
 * such list, and of ten in a row, since the heap grows with the first lists of a process, however long they are. Needs
 * Linux. `npm run bench list-million`, after `npm run build`; `ROWS=10000,1000000 STORES=PGlite,PostgreSQL` are the
 * defaults.
 */
import { temporaryFolder } from '../test/e2e/support/program.js';
import { startPostgres } from '../test/support/postgres.js';
import { startDns } from './dns/server.js';
import { download, untilChecked, upload, type List } from './list-million/list.js';
import { usedDuring, type Usages } from './list-million/processes.js';
import { startService } from './service/start.js';
import { table } from './table.js';

const SIZES = (process.env['ROWS'] ?? '10000,1000000').split(',').map(Number);
const STORES = (process.env['STORES'] ?? 'PGlite,PostgreSQL').split(',');

const STEPS = ['upload', 'check', 'download'];
const KINDS = ['serve', 'PostgreSQL'];

const dns = await startDns();
const DNS_SERVERS = `127.0.0.1:${dns.port}`;

/** The domains of the addresses. */
const DOMAINS = 5000;

const listOf = (rows: number): List => ({
  header: 'id,name,email',
  rows,
  rowOf: (n) => `${n},Person ${n},person.${n}@shared${n % DOMAINS}.org`,
});

interface Step {
  seconds: number;
  used: Usages;
}

const timed = async <T>(work: () => Promise<T>): Promise<{ step: Step; result: T }> => {
  const started = performance.now();
  const { result, used } = await usedDuring(work);
  return { step: { seconds: (performance.now() - started) / 1000, used }, result };
};

/**
 * Uploads lists of `rows` rows, one after another, to a new service with a new store.
 * @returns the steps of each list.
 */
const run = async (store: string, rows: number, lists: number): Promise<Step[][]> => {
  const folder = temporaryFolder();
  const postgres = store === 'PGlite' ? null : await startPostgres({ durable: true });
  const DATA_DIR = `${folder.path}/data`;
  const server = await startService({
    DNS_SERVERS,
    DATA_DIR,
    ...(postgres && { DATABASE_URL: await postgres.createDatabase() }),
  });
  try {
    const all: Step[][] = [];
    for (let n = 0; n < lists; n += 1) {
      const uploaded = await timed(() => upload(server, listOf(rows)));
      const checked = await timed(() => untilChecked(server, uploaded.result, rows));
      const downloaded = await timed(() => download(server, uploaded.result, listOf(rows)));
      all.push([uploaded.step, checked.step, downloaded.step]);
    }
    return all;
  } finally {
    await server.end();
    await postgres?.stop();
    folder.remove();
  }
};

/** The most memory of a process of a kind in all steps, in megabytes. */
const most = (steps: readonly Step[], kind: string): number =>
  Math.max(...steps.map(({ used }) => used[kind]?.megabytes ?? 0));

const memory: { name: string; kind: string; megabytes: number[] }[] = [];
/** Number of lists after which the heap no longer grows. */
const WARM_LISTS = 10;
const rows: (string | number)[][] = [];
try {
  for (const store of STORES) {
    const runs: Step[][] = [];
    for (const [place, size] of SIZES.entries()) {
      const lists = await run(store, size, place === 0 ? WARM_LISTS : 1);
      runs.push(...(place === 0 ? [lists[0] ?? [], lists.flat()] : lists));
      const steps = lists.at(-1) ?? [];
      for (const [index, { seconds, used }] of steps.entries()) {
        const name = `${store}, ${size.toLocaleString('en')} rows: ${STEPS[index]}`;
        const figures = KINDS.flatMap((kind) => [used[kind]?.cpu.toFixed(1), used[kind]?.megabytes.toFixed(0)]);
        rows.push([name, seconds.toFixed(1), Math.round(size / seconds), ...figures.map((figure) => figure ?? '–')]);
        console.log(rows.at(-1)?.join('   '));
      }
    }
    for (const kind of KINDS) memory.push({ name: store, kind, megabytes: runs.map((steps) => most(steps, kind)) });
  }
  console.log();
  table(['', 's', 'rows/s', ...KINDS.flatMap((kind) => [`${kind}: CPU s`, 'MB'])], rows);
  const heads = [`the first list of ${SIZES[0]} rows`, `${WARM_LISTS} in a row`, ...SIZES.slice(1)];
  console.log(`\nThe most memory of a process: ${heads.join(', ')}`);
  for (const { name, kind, megabytes } of memory)
    if (megabytes[0]) {
      const ratios = megabytes.map((one) => `${one.toFixed(0)} MB (${(one / (megabytes[1] ?? NaN)).toFixed(2)}×)`);
      console.log(`${name}, ${kind}: ${ratios.join(', ')}`);
    }
} finally {
  dns.end();
}
