/**
 * Single checks while a list is worked on, by the built service on both stores: milliseconds of `/api/validate`, one check
 * at a time, each 20 ms, at rest and beside a list, and the rows per second of the list with and without them. With `work`,
 * the list is worked on by a process of its own on one PostgreSQL. `npm run bench list-checks`, after `npm run build`;
 * `SECONDS=10 ROWS=300000 STORES=PGlite,PostgreSQL,work` are the defaults.
 */
import { setTimeout } from 'node:timers/promises';
import { temporaryFolder } from '../test/e2e/support/program.js';
import { startPostgres } from '../test/support/postgres.js';
import { startDns } from './dns/server.js';
import { processedOf, upload } from './list-million/list.js';
import { createProbe, percentile } from './load/probe.js';
import { startService, type KeyedServer } from './service/start.js';
import { startWork } from './service/work.js';
import { table } from './table.js';

const SECONDS = Number(process.env['SECONDS'] ?? 10);
const ROWS = Number(process.env['ROWS'] ?? 300_000);
const STORES = (process.env['STORES'] ?? 'PGlite,PostgreSQL,work').split(',');
const DOMAINS = 5000;

const dns = await startDns();
const rows: (string | number)[][] = [];

/** Rows of a list per second while work is done; null: the list has ended. */
const rate = async (server: KeyedServer, id: number, work: Promise<unknown>): Promise<number | null> => {
  const [before, started] = [await processedOf(server, id), performance.now()];
  await work;
  const after = await processedOf(server, id);
  return after === ROWS ? null : Math.round(((after - before) / (performance.now() - started)) * 1000);
};

const measure = async (store: string, server: KeyedServer): Promise<void> => {
  const probe = createProbe(server.url, `/api/validate?apikey=${server.key}&email=ada@shared0.org`);
  const pause = (): Promise<void> => setTimeout(SECONDS * 1000);
  const show = (name: string, times: number[], perSecond: number | string | null): void => {
    const figures = [0.5, 0.99, 1].map((part) => percentile(times, part).toFixed(0));
    rows.push([`${store}: ${name}`, times.length, ...figures, perSecond ?? 'the list has ended']);
    console.log(rows.at(-1)?.join('   '));
  };
  try {
    await probe.during(setTimeout(2000));
    show('at rest', await probe.during(pause()), '');
    const rowOf = (n: number): string => `person.${n}@shared${n % DOMAINS}.org`;
    const id = await upload(server, { header: 'email', rows: ROWS, rowOf });
    while ((await processedOf(server, id)) === 0) await setTimeout(50);
    let times: number[] = [];
    const beside = await rate(
      server,
      id,
      probe.during(pause()).then((all) => (times = all)),
    );
    show('beside a list', times, beside);
    // The list goes on at its own speed some seconds after the last check.
    await setTimeout(6000);
    rows.push([`${store}: the list alone`, '', '', '', '', (await rate(server, id, pause())) ?? 'the list has ended']);
  } finally {
    probe.end();
  }
};

try {
  for (const store of STORES) {
    const folder = temporaryFolder();
    const postgres = store === 'PGlite' ? null : await startPostgres({ durable: true });
    const settings = {
      DNS_SERVERS: `127.0.0.1:${dns.port}`,
      DATA_DIR: `${folder.path}/data`,
      ...(postgres && { DATABASE_URL: await postgres.createDatabase() }),
    };
    const hasWork = store === 'work';
    const server = await startService({ ...settings, WORKER: hasWork ? 'off' : 'on' });
    const worker = hasWork ? await startWork(settings) : null;
    try {
      await measure(store, server);
    } finally {
      await worker?.end();
      await server.end();
      await postgres?.stop();
      folder.remove();
    }
  }
  console.log();
  table(['', 'checks', 'p50, ms', 'p99', 'most', "the list's rows/s"], rows);
} finally {
  dns.end();
}
