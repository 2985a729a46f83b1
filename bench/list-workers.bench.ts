/**
 * One worker beside two on one PostgreSQL, each `email-verify work` in a process of its own, with a list for many mail
 * servers whose replies take 20 ms: rows per second, of the whole list and of its middle, without start and end.
 * `npm run bench list-workers`, after `npm run build`. With two cores, servers of 20 ms take all of both:
 * `DELAY_MS=100 HOSTS=3000` shows what two machines would do. Needs Linux, where all of 127.0.0.0/8 is this machine.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startPostgres } from '../test/support/postgres.js';
import { untilChecked, upload } from './list-million/list.js';
import { usedDuring } from './list-million/processes.js';
import { startService } from './service/start.js';
import { startWork } from './service/work.js';
import { table } from './table.js';

const PORT = 2525;
const DELAY_MS = Number(process.env['DELAY_MS'] ?? 20);
const HOSTS = Number(process.env['HOSTS'] ?? 1000);
/** With the question for a catch-all, within what a receiver without a rule is asked at once. */
const PER_HOST = 4;
const ROWS = HOSTS * PER_HOST;

const smtp = (file: string): ChildProcess => fork(join(import.meta.dirname, 'smtp', file));
const [mail, dns] = [smtp('server.mjs'), smtp('dns.mjs')];
const [dnsPort] = (await once(dns, 'message')) as [number];
mail.send(
  Array.from({ length: HOSTS }, (_, n) => ({
    host: `127.1.${(n + 1) >> 8}.${(n + 1) & 255}`,
    port: PORT,
    delayMs: DELAY_MS,
    pipelining: true,
    connections: 100,
    rcptsPerSession: 100,
    rcptsPerTransaction: 100,
    count: 1000,
    perMs: 1000,
    greylists: false,
  })),
);
await once(mail, 'message');

/** Each host has its rows in different parts of the list. */
const rowOf = (n: number): string => `known${n}@firm0.s${256 + (n % HOSTS) + 1}.org`;

const measure = async (workers: number): Promise<(string | number)[]> => {
  const postgres = await startPostgres({ durable: true });
  const settings = {
    DATA_DIR: '/nonexistent',
    DATABASE_URL: await postgres.createDatabase(),
    DNS_SERVERS: `127.0.0.1:${dnsPort}`,
    PRIVATE_NETWORKS: 'on',
    SMTP_PROBE: 'on',
    SMTP_PORT: String(PORT),
    SMTP_HELO: 'verifier.test',
    SMTP_FROM: 'probe@verifier.test',
  };
  const server = await startService({ ...settings, WORKER: 'off' });
  const children = await Promise.all(Array.from({ length: workers }, () => startWork(settings)));
  try {
    const id = await upload(server, { header: 'email', rows: ROWS, rowOf });
    const started = performance.now();
    const middle: { at: number; processed: number }[] = [];
    const { used } = await usedDuring(() =>
      untilChecked(server, id, ROWS, (processed) => {
        if (processed >= ROWS * 0.1 && processed <= ROWS * 0.9) middle.push({ at: performance.now(), processed });
      }),
    );
    const [first, last] = [middle[0], middle.at(-1)];
    if (first === undefined || last === undefined || first === last) throw new Error('the list is too short');
    const seconds = (performance.now() - started) / 1000;
    return [
      `${workers} of them`,
      seconds.toFixed(1),
      Math.round(ROWS / seconds),
      Math.round((last.processed - first.processed) / ((last.at - first.at) / 1000)),
      ...['work', 'PostgreSQL'].map((kind) => used[kind]?.cpu.toFixed(1) ?? '–'),
    ];
  } finally {
    for (const child of children) await child.end();
    await server.end();
    await postgres.stop();
  }
};

try {
  const rows = [await measure(1), await measure(2)];
  table(['workers', 's', 'rows/s', 'in its middle', 'CPU s of the workers', 'of PostgreSQL'], rows);
} finally {
  mail.disconnect();
  dns.disconnect();
}
