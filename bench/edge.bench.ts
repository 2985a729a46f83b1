/**
 * Compares the edge with minimal servers, each in its own process: requests per second, and the latency that the edge adds
 * to its upstream. Run it after `npm run build`.
 */
import autocannon from 'autocannon';
import { startDnsServer } from '../test/support/dns-server.js';
import { addedTime } from './edge/added.js';
import { fetchToken, HEADERS, start, type Measured } from './edge/start.js';
import { median, table } from './table.js';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const SECONDS = Number(process.env['SECONDS'] ?? 3);
const CONNECTIONS = 20;
/** More than the entries of the response cache, so that each request needs a new receipt. */
const MANY_TOKENS = 6000;

const dns = await startDnsServer({
  zone: { 'example.com': { MX: [[10, 'mx.example.com']] }, 'mx.example.com': { A: ['1.2.3.4'] } },
});
const upstream = await start('upstream');
const [bare, bareHono, issuing, proxying, inProcess] = await Promise.all([
  start('bare'),
  start('bareHono'),
  // A separate edge issues tokens: they would evict the tokens of the checks from the cache of the edge that issued them.
  start('edge', upstream.url),
  start('edge', upstream.url),
  start('edge', dns.address),
]);

const body = (token: string, email: string): string => JSON.stringify({ token, email });
const [token, ownToken] = await Promise.all([fetchToken(proxying.url), fetchToken(inProcess.url)]);
const tokens: string[] = [];
for (let i = 0; i < MANY_TOKENS; i++) tokens.push(await fetchToken(proxying.url));

/** A load: the server and its requests. */
interface Load {
  server: Measured;
  path: string;
  /** The body of the n-th request. */
  bodyOf: (n: number) => string;
}

let asked = 0;
const load = (server: Measured, bodyOf: Load['bodyOf'], path = '/validate'): Load => ({ server, path, bodyOf });
const remembered = body(token, 'ada@example.com');
const another = (): string => `p${asked++}@example.com`;
const loads: Record<string, Load> = {
  'bare node:http': load(bare, () => remembered),
  'bare Hono': load(bareHono, () => remembered),
  'token issued': load(issuing, () => '', '/token'),
  'remembered verdict, same page': load(proxying, () => remembered),
  'remembered verdict, new receipt': load(proxying, (n) => body(tokens[n % MANY_TOKENS] ?? '', 'ada@example.com')),
  'verdict in process': load(inProcess, () => body(ownToken, another())),
  'verdict of the upstream': load(proxying, () => body(token, another())),
};

interface Figures {
  perSecond: number;
  p99Ms: number;
  cpuUs: number;
}

const measure = async ({ server, path, bodyOf }: Load): Promise<Figures> => {
  const before = await server.usage();
  let n = 0;
  const { requests, latency, non2xx, errors } = await autocannon({
    url: server.url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [
      { method: 'POST', path, headers: HEADERS, setupRequest: (request) => ({ ...request, body: bodyOf(n++) }) },
    ],
  });
  const after = await server.usage();
  if (non2xx || errors) throw new Error(`${path}: ${non2xx} refused, ${errors} lost`);
  return {
    perSecond: requests.average,
    p99Ms: latency.p99,
    cpuUs: (after.cpuUs - before.cpuUs) / requests.total,
  };
};

const figures = new Map(Object.keys(loads).map((name) => [name, [] as Figures[]]));
// Interleaved, so that other load on the machine affects all alike. The first round is the warm-up.
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, one] of Object.entries(loads)) {
    const found = await measure(one);
    if (round > 0) figures.get(name)?.push(found);
  }
}

const middle = (name: string, of: keyof Figures): number => median((figures.get(name) ?? []).map((one) => one[of]));
const hono = middle('bare Hono', 'perSecond');
table(
  ['', 'requests/s', 'against Hono', 'p99 ms', 'server µs of CPU'],
  Object.keys(loads).map((name) => [
    name,
    Math.round(middle(name, 'perSecond')),
    `${(middle(name, 'perSecond') / hono).toFixed(2)}×`,
    middle(name, 'p99Ms'),
    Math.round(middle(name, 'cpuUs')),
  ]),
);

console.log('\nLatency of the edge and its upstream in ms, one request at a time');
table(['', 'median', 'p99'], await addedTime({ upstream, edge: proxying, token, another }));

for (const server of [bare, bareHono, upstream, issuing, proxying, inProcess]) server.end();
await dns.close();
