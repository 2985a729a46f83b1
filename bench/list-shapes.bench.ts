/**
 * Measures how long other answers take while files of hard shapes are uploaded, downloaded and deleted, on both stores.
 * The service, the database, the DNS server and the sender have their own processes. `npm run bench list-shapes`, after
 * `npm run build`; `STORES=PGlite,PostgreSQL` is the default, `SHAPES` picks some by a part of their name.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { temporaryFolder } from '../test/e2e/support/program.js';
import { startPostgres } from '../test/support/postgres.js';
import { startDns } from './dns/server.js';
import { SHAPES } from './list-shapes/shapes.js';
import { usedDuring } from './list-million/processes.js';
import { createProbe, percentile } from './load/probe.js';
import { startService, type KeyedServer } from './service/start.js';
import { table } from './table.js';

const STORES = (process.env['STORES'] ?? 'PGlite,PostgreSQL').split(',');
const WANTED = process.env['SHAPES'] ?? '';
const SENDER = join(import.meta.dirname, 'list-shapes/sender.mjs');
const run = promisify(execFile);

/** Sends a request from another process. */
const send = async ({ url, key }: KeyedServer, method: string, path: string, ...file: string[]) => {
  const { stdout } = await run(process.execPath, [SENDER, method, `${url}/api/batch/${path}`, key, ...file]);
  return JSON.parse(stdout) as { status: number; start: string };
};

/** Waits until the rows are checked: downloads are measured without that work. */
const untilChecked = async (server: KeyedServer, id: string): Promise<void> => {
  while (/"status":"(?:pending|processing)"/.test((await send(server, 'GET', id)).start)) await setTimeout(1000);
};

const HEADING = ['', 's', 'CPU s', ...['check', 'health'].flatMap((name) => [`${name}: p50`, 'p99', 'most ms'])];

/** Measures a service with one store. */
const measure = async (store: string, dnsServers: string): Promise<void> => {
  const folder = temporaryFolder();
  const postgres = store === 'PGlite' ? null : await startPostgres({ durable: true });
  const server = await startService({
    DNS_SERVERS: dnsServers,
    DATA_DIR: `${folder.path}/data`,
    ...(postgres && { DATABASE_URL: await postgres.createDatabase() }),
  });
  const probes = [
    createProbe(server.url, `/api/validate?apikey=${server.key}&email=ada@shared0.org`),
    createProbe(server.url, '/healthz'),
  ];
  const rows: (string | number)[][] = [];
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const { result, used } = await usedDuring(async () => {
      const working = work();
      const times = await Promise.all(probes.map((probe) => probe.during(working)));
      return { result: await working, times };
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const figures = result.times.flatMap((times) => [0.5, 0.99, 1].map((part) => percentile(times, part).toFixed(0)));
    rows.push([`${store}, ${name}`, seconds, used['serve']?.cpu.toFixed(1) ?? '–', ...figures]);
    console.log(rows.at(-1)?.join('   '));
    return result.result;
  };
  try {
    await timed('nothing else', () => setTimeout(3000));
    for (const { name, type, bytes } of SHAPES.filter((shape) => shape.name.includes(WANTED))) {
      const file = join(folder.path, 'list');
      writeFileSync(file, bytes());
      const { status, start } = await timed(`${name}: upload`, () =>
        send(server, 'POST', 'upload?name=list.csv', type, file),
      );
      const id = /"id":(\d+)/.exec(start)?.[1];
      if (status !== 201 || id === undefined) {
        console.log(`${status} ${start}`);
        continue;
      }
      await untilChecked(server, id);
      for (const format of ['csv', 'json', 'json&page=1&limit=1000'])
        await timed(`${name}: ${format}`, () => send(server, 'GET', `${id}/results?format=${format}`));
      await timed(`${name}: deletion`, async () => {
        await send(server, 'DELETE', id);
        await setTimeout(2000);
      });
    }
    console.log();
    table(HEADING, rows);
  } finally {
    for (const probe of probes) probe.end();
    await server.end();
    await postgres?.stop();
    folder.remove();
  }
};

const dns = await startDns();
try {
  for (const store of STORES) await measure(store, `127.0.0.1:${dns.port}`);
} finally {
  dns.end();
}
