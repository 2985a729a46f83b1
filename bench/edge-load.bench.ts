/**
 * The built command `email-verify edge` at twice its capacity for a minute, before an upstream on loopback: each with
 * its own process, and the load too. `npm run bench edge-load`, after `npm run build`. Fails unless all answers are
 * 200, 429 or 503, health's p99 is 100 ms or less, the memory stays flat, and a request is quick again within 2 s.
 */
import { HEADERS, ORIGIN, start } from './edge/start.js';
import { measureOverload, OVERLOAD_HEADING, overloadRow, sayOthers, type Overload } from './load/overload.js';
import { CLI, startLoad, startServer } from './load/start.js';
import { table } from './table.js';

const SECONDS = Number(process.env['OVERLOAD_SECONDS'] ?? 60);
const ONLY = process.env['ONLY'] ?? '';
/**
 * The number of clients, each with a token. With this number, no client comes near its quotas, where it needs a
 * challenge (403); the quota of a token is raised, so that none is spent.
 */
const CLIENTS = 24_000;
const MANY = '999999999';
const LIMITS = { healthMs: 100, recoveredMs: 2000, memory: 1.1, offered: 1.9 };

/** The headers of a client: the generator counts them in the same way. */
const fromClient = (n: number) => ({ ...HEADERS, 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` });

const fetchTokens = async (url: string): Promise<string[]> => {
  const tokens: string[] = [];
  for (let n = 0; n < CLIENTS; n++) {
    const response = await fetch(`${url}/token`, { method: 'POST', headers: fromClient(n) });
    tokens.push(((await response.json()) as { token: string }).token);
  }
  return tokens;
};

const upstream = await start('upstream');
const generator = startLoad();
const DEFAULTS = {
  SECRET: 'a secret of the benchmark, 32 characters',
  ALLOWED_ORIGINS: ORIGIN,
  PUBLIC_URL: 'https://edge.example',
  UPSTREAM_URL: upstream.url,
  UPSTREAM_KEY: 'key',
  TRUSTED_PROXIES: '1',
  CHECKS_PER_TOKEN: MANY,
};
/** An upstream without limits: each check costs the edge a call and a signature. */
const UNLIMITED = { UPSTREAM_RATE: '10000', CHECKS_PER_DAY: MANY, CHECKS_PER_ORIGIN_PER_DAY: MANY };
const LOADS = [
  { name: 'checks, upstream without limits', asksChecks: true, env: UNLIMITED },
  { name: 'checks, upstream 5/s', asksChecks: true, env: {} },
  { name: 'tokens', asksChecks: false, env: {} },
].filter(({ name }) => name.includes(ONLY));

/** The promises that were not kept. */
const faultsOf = ({ capacity, offered, others, health, recovered, memory }: Overload): string[] => [
  ...(offered < capacity * LIMITS.offered ? [`only ${offered} of ${2 * capacity} requests a second arrived`] : []),
  ...(sayOthers(others) ? [`other answers, or none: ${sayOthers(others)}`] : []),
  ...(health.p99 > LIMITS.healthMs ? [`health p99 ${health.p99.toFixed(0)} ms`] : []),
  ...(recovered > LIMITS.recoveredMs ? [`quick again after ${recovered} ms`] : []),
  ...(memory.late > memory.early * LIMITS.memory ? [`memory ${memory.early} → ${memory.late} MB`] : []),
];

const rows: (string | number)[][] = [];
for (const { name, asksChecks, env } of LOADS) {
  const server = await startServer([CLI, 'edge'], { ...DEFAULTS, ...env });
  const tokens = asksChecks ? await fetchTokens(server.url) : undefined;
  const path = asksChecks ? '/validate' : '/token';
  const body = tokens ? JSON.stringify({ token: tokens[0], email: 'ada@shared0.org' }) : null;
  const found = await measureOverload(generator, {
    server,
    load: tokens ? { tokens } : {},
    health: '/healthz',
    request: async () => (await fetch(`${server.url}${path}`, { method: 'POST', headers: fromClient(0), body })).status,
    seconds: SECONDS,
  });
  rows.push(overloadRow(name, found));
  for (const fault of faultsOf(found)) {
    console.error(`${name}: ${fault}`);
    process.exitCode = 1;
  }
  await server.end();
}
console.log(`Twice the capacity for ${SECONDS} s`);
table(OVERLOAD_HEADING, rows);
generator.end();
upstream.end();
