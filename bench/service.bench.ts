/**
 * Measures the service on both stores: checks per second with a remembered domain, beside bare Hono with one round trip to
 * the same PostgreSQL; twice that load for a minute; and the edge in the same process. Each server, the database, the DNS
 * server and the load have their own processes. `npm run bench service`, after `npm run build`.
 */
import { setTimeout } from 'node:timers/promises';
import { temporaryFolder } from '../test/e2e/support/program.js';
import { startPostgres } from '../test/support/postgres.js';
import { startDns } from './dns/server.js';
import { measureOverload, OVERLOAD_HEADING, overloadRow } from './load/overload.js';
import { createEdgeProbe, percentile } from './load/probe.js';
import { startLoad } from './load/start.js';
import { startHono, startService, type KeyedServer } from './service/start.js';
import { median, table } from './table.js';

const ROUNDS = Number(process.env['ROUNDS'] ?? 9);
/** Short, so that the rows of a round have the same share of a machine that does other work too. */
const SECONDS = Number(process.env['SECONDS'] ?? 2);
const OVERLOAD_SECONDS = Number(process.env['OVERLOAD_SECONDS'] ?? 60);
const CONNECTIONS = 50;

const postgres = await startPostgres({ durable: true });
const dns = await startDns();
const load = startLoad();
const folder = temporaryFolder();
const DNS_SERVERS = `127.0.0.1:${dns.port}`;
const hono = await startHono(await postgres.createDatabase());
const embedded = await startService({ DATA_DIR: folder.path, DNS_SERVERS });
const onPostgres = await startService({
  DATA_DIR: `${folder.path}/unused`,
  DATABASE_URL: await postgres.createDatabase(),
  DNS_SERVERS,
});

const servers: Record<string, KeyedServer> = {
  'bare Hono, one query': hono,
  'the service, embedded store': embedded,
  'the service, PostgreSQL': onPostgres,
};

interface Figures {
  perSecond: number;
  against: number;
  p99Ms: number;
}

const measure = async (server: KeyedServer): Promise<Omit<Figures, 'against'>> => {
  const { perSecond, p99Ms, statuses, lost } = await load.send({
    ...server,
    connections: CONNECTIONS,
    seconds: SECONDS,
  });
  const others = Object.keys(statuses).filter((status) => status !== '200');
  if (others.length > 0 || lost > 0) throw new Error(`answered with ${others.join(', ')}, ${lost} lost`);
  return { perSecond, p99Ms };
};

try {
  const figures = new Map(Object.keys(servers).map((name) => [name, [] as Figures[]]));
  for (const server of Object.values(servers)) await load.send({ ...server, connections: CONNECTIONS, seconds: 3 });
  // Interleaved, and compared within each round, so that other work on the machine affects all alike.
  for (let round = 0; round < ROUNDS; round++) {
    let base = NaN;
    for (const [name, server] of Object.entries(servers)) {
      const found = await measure(server);
      if (server === hono) base = found.perSecond;
      figures.get(name)?.push({ ...found, against: found.perSecond / base });
    }
  }
  const middle = (name: string, of: keyof Figures): number => median((figures.get(name) ?? []).map((one) => one[of]));
  table(
    [`${CONNECTIONS} connections`, 'checks/s', 'against Hono', 'p99 ms'],
    Object.keys(servers).map((name) => [
      name,
      Math.round(middle(name, 'perSecond')),
      `${middle(name, 'against').toFixed(2)}×`,
      middle(name, 'p99Ms'),
    ]),
  );

  console.log('\nThe edge beside the embedded store: ms of a remembered verdict');
  const edge = await createEdgeProbe(embedded.url);
  const [rest, busy]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    rest.push(...(await edge.during(setTimeout(SECONDS * 1000))));
    busy.push(...(await edge.during(load.send({ ...embedded, connections: CONNECTIONS, seconds: SECONDS }))));
  }
  edge.end();
  const row = (name: string, times: number[]): string[] => [
    name,
    ...[0.5, 0.99].map((part) => percentile(times, part).toFixed(1)),
  ];
  const ratio = (part: number): string => `${(percentile(busy, part) / percentile(rest, part)).toFixed(1)}×`;
  table(
    ['', 'median', 'p99'],
    [row('store at rest', rest), row('store at capacity', busy), ['', ratio(0.5), ratio(0.99)]],
  );

  console.log(`\nTwice the capacity for ${OVERLOAD_SECONDS} s`);
  const rows: (string | number)[][] = [];
  for (const [name, server] of Object.entries(servers)) {
    if (server === hono) continue;
    const { url, key } = server;
    const request = async (): Promise<number> =>
      (await fetch(`${url}/api/validate?apikey=${key}&email=ada@shared0.org`)).status;
    const overloaded = { server, load: { key }, health: '/verify/healthz', request, seconds: OVERLOAD_SECONDS };
    rows.push(overloadRow(name, await measureOverload(load, overloaded)));
  }
  table(OVERLOAD_HEADING, rows);
} finally {
  load.end();
  for (const server of Object.values(servers)) await server.end();
  dns.end();
  await postgres.stop();
  folder.remove();
}
