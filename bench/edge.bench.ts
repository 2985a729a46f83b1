/**
 * Compares the edge with minimal servers: requests per second, and the latency that the edge adds to its upstream. Each
 * server, the upstream and the DNS server have their own processes; this one generates the load. Run it after
 * `npm run build`.
 */
import { DOMAINS, startDns } from './dns/server.js';
import { addedTime } from './edge/added.js';
import { fetchToken, HEADERS, start, type Measured } from './edge/start.js';
import { peer } from './peers.js';
import { median, table } from './table.js';

const autocannon = peer('autocannon');

const ROUNDS = Number(process.env['ROUNDS'] ?? 15);
/** Short, so that the rows of a round have the same share of a machine that does other work too. */
const SECONDS = Number(process.env['SECONDS'] ?? 1);
const CONNECTIONS = 20;
/** Requests of a row before it is measured: its code is compiled by then. */
const WARM_UP = 10_000;
/** More than the entries of the response cache, so that each request needs a new receipt. */
const MANY_TOKENS = 6000;
const KNOWN_DOMAINS = 100;

const dns = await startDns();
const upstream = await start('upstream');
const [bare, bareHono, signingHono, issuing, proxying, inProcess] = await Promise.all([
  start('bare'),
  start('bareHono'),
  start('signingHono'),
  // A separate edge issues tokens: they would evict the tokens of the checks from the cache of the edge that issued them.
  start('edge', upstream.url),
  start('edge', upstream.url),
  start('edge', `127.0.0.1:${dns.port}`),
]);

const body = (token: string, email: string): string => JSON.stringify({ token, email });
const [token, ownToken] = await Promise.all([fetchToken(proxying.url), fetchToken(inProcess.url)]);
const tokens: string[] = [];
for (let i = 0; i < MANY_TOKENS; i++) tokens.push(await fetchToken(proxying.url));

/** A load: the server and its requests. */
interface Load {
  server: Measured;
  path: string;
  headers: Record<string, string>;
  /** Returns the body of the next request. */
  nextBody: () => string;
}

/** @param bodyOf makes the body of the n-th request of all rounds. */
const load = (server: Measured, bodyOf: (n: number) => string): Load => {
  let sent = 0;
  return { server, path: '/validate', headers: HEADERS, nextBody: () => bodyOf(sent++) };
};
/** Browsers declare the length of an empty body; the generator does not. */
const tokenLoad: Load = {
  server: issuing,
  path: '/token',
  headers: { ...HEADERS, 'content-length': '0' },
  nextBody: () => '',
};
const remembered = body(token, 'ada@example.com');
const honoLoad = load(bareHono, () => remembered);
const loads: Record<string, Load> = {
  'bare node:http': load(bare, () => remembered),
  'bare Hono': honoLoad,
  'bare Hono, one signature': load(signingHono, () => remembered),
  'token issued': tokenLoad,
  'remembered verdict, same page': load(proxying, () => remembered),
  'remembered verdict, new receipt': load(proxying, (n) => body(tokens[n % MANY_TOKENS] ?? '', 'ada@example.com')),
  // A new address each time, at domains that the verifier knows: it asks no DNS.
  'verdict in process, domain known': load(inProcess, (n) => body(ownToken, `p${n}@shared${n % KNOWN_DOMAINS}.org`)),
  // Two questions, MX and A: when a domain comes again, 20,000 others have taken its place among the remembered replies.
  'verdict in process, domain looked up': load(inProcess, (n) => body(ownToken, `p${n}@own${n % DOMAINS}.org`)),
  'verdict of the upstream': load(proxying, (n) => body(token, `p${n}@example.com`)),
};

interface Figures {
  perSecond: number;
  p99Ms: number;
  cpuUs: number;
  /** The rate of bare Hono, and its CPU time, in the same round. */
  hono: { perSecond: number; cpuUs: number };
}

const send = async ({ server, path, headers, nextBody }: Load, length: { amount: number } | { duration: number }) => {
  const result = await autocannon({
    url: server.url,
    connections: CONNECTIONS,
    ...length,
    requests: [{ method: 'POST', path, headers, setupRequest: (request) => ({ ...request, body: nextBody() }) }],
  });
  const { non2xx, errors } = result;
  if (non2xx || errors) throw new Error(`${path}: ${non2xx} refused, ${errors} lost`);
  return result;
};

const measure = async (one: Load): Promise<Omit<Figures, 'hono'>> => {
  const before = await one.server.cpuUs();
  const { requests, duration, latency } = await send(one, { duration: SECONDS });
  const after = await one.server.cpuUs();
  return {
    perSecond: requests.total / duration,
    p99Ms: latency.p99,
    cpuUs: (after - before) / requests.total,
  };
};

const rows = Object.entries(loads);
for (const [, one] of rows) await send(one, { amount: WARM_UP });
const figures = new Map(rows.map(([name]) => [name, [] as Figures[]]));
// Interleaved, and compared within each round, so that other work on the machine affects all alike.
for (let round = 0; round < ROUNDS; round++) {
  const hono = await measure(honoLoad);
  for (const [name, one] of rows) {
    const found = one === honoLoad ? hono : await measure(one);
    figures.get(name)?.push({ ...found, hono });
  }
}

table(
  ['', 'requests/s', 'against Hono', 'p99 ms', 'server µs of CPU', 'against Hono'],
  [...figures].map(([name, rounds]) => {
    const middle = (of: (one: Figures) => number): number => median(rounds.map(of));
    return [
      name,
      Math.round(middle(({ perSecond }) => perSecond)),
      `${middle(({ perSecond, hono }) => perSecond / hono.perSecond).toFixed(2)}×`,
      middle(({ p99Ms }) => p99Ms),
      Math.round(middle(({ cpuUs }) => cpuUs)),
      `${middle(({ cpuUs, hono }) => hono.cpuUs / cpuUs).toFixed(2)}×`,
    ];
  }),
);

console.log('\nLatency of the edge and its upstream in ms, one request at a time');
table(['', 'median', 'p99'], await addedTime({ upstream, edge: proxying, token }));

for (const server of [bare, bareHono, signingHono, upstream, issuing, proxying, inProcess]) server.end();
dns.end();
