/**
 * What a stranger with one, ten or a thousand networks costs and denies in a day, at the defaults: the built edge before an HTTP server on loopback,
 * in virtual time. People come to sign up, each from a network of their own; one of them notices when a check has no verdict within a second.
 * `npm run bench edge-abuse`, after `npm run build`; takes some minutes. Fails if one network makes 1 % of the people notice.
 */
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type * as edgeModule from '../src/edge/index.js';
import { installVirtualTime } from './edge/virtual-time.js';
import { table } from './table.js';

const { createEdge, generateReceiptKey } = (await import(
  join(import.meta.dirname, '../dist/edge/index.js')
)) as typeof edgeModule;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const ORIGIN = 'https://shop.example';
const PEOPLE = 1000;
/** A person corrects the address once, after so long. */
const CORRECTED_MS = 3000;
/** How long the upstream takes for an address that is not slow. */
const ANSWER_MS = 200;
const NOTICED_MS = 1000;
/** Between two checks of the stranger: twice the upstream's rate; and while the last ones came to nothing. */
const PACE_MS = { flood: 100, idle: 60_000 };
const PATIENCE = 600;

let sent = 0;
let received = 0;
/** Requests that the upstream holds until their time has come. */
let held = 0;
subscribe('http.client.request.start', () => (sent += 1));
subscribe('http.client.response.finish', () => (received += 1));
const time = installVirtualTime(() => sent - received === held);

/** Calls for the stranger's addresses. */
let cost = 0;
const upstream = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://upstream');
  const email = searchParams.get('email') ?? '';
  const [account = '', domain = ''] = email.split('@');
  if (account.startsWith('stranger')) cost += 1;
  const isSlow = domain === 'slow.example';
  const verdict = isSlow ? { status: 'unknown', quality: 'unknown' } : { status: 'valid', quality: 'safe' };
  const about = { sub_status: isSlow ? ['timeout'] : [], did_you_mean: null, score: 0.5, account, domain };
  held += 1;
  setTimeout(
    () => {
      held -= 1;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ email, ...verdict, ...about, mx_record: 'mx.example', checked_at: '' }));
    },
    isSlow ? Number(searchParams.get('timeout_ms')) : ANSWER_MS,
  );
});
// Node would close idle connections in real time.
upstream.keepAliveTimeout = 0;
upstream.listen(0, '127.0.0.1');
await once(upstream, 'listening');
const baseUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;

type Edge = ReturnType<typeof createEdge>;
/** A page in a network. */
interface Page {
  clientAddress: string;
  token?: string | undefined;
  /** When its network may ask again. */
  waitsUntil: number;
}

const post = (edge: Edge, path: string, { clientAddress }: Page, body: string | null): Promise<Response> =>
  edge(new Request(`https://edge.example${path}`, { method: 'POST', headers: { origin: ORIGIN }, body }), {
    clientAddress,
    waitUntil: () => undefined,
  });

/** Checks an address. Returns the code of a check without a verdict, else the status. */
const check = async (edge: Edge, page: Page, email: string): Promise<string> => {
  if (page.token === undefined) {
    const response = await post(edge, '/token', page, null);
    const body = (await response.json()) as { token?: string; code?: string };
    if (body.token === undefined) page.waitsUntil = time.now() + 1000 * Number(response.headers.get('retry-after'));
    page.token = body.token;
    if (page.token === undefined) return body.code ?? '';
  }
  const response = await post(edge, '/validate', page, JSON.stringify({ token: page.token, email }));
  const body = (await response.json()) as { status: string; sub_status: string[]; code?: string };
  if (response.status === 200) return body.sub_status[0] ?? body.status;
  if (response.status === 429 && body.code === 'rate_limited')
    page.waitsUntil = time.now() + 1000 * Number(response.headers.get('retry-after'));
  else page.token = undefined;
  return body.code ?? '';
};

/** Mulberry32: the same day in each row. */
const createRandom = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

/** A person's check. */
interface Visit {
  at: number;
  person: number;
  page: Page;
}

const visitsFrom = (start: number): Visit[] => {
  const random = createRandom(1);
  const visits = Array.from({ length: PEOPLE }, (_, person): Visit[] => {
    const at = start + random() * DAY_MS;
    const page = { clientAddress: `172.16.${person >> 8}.${person & 255}`, waitsUntil: 0 };
    return [
      { at, person, page },
      { at: at + CORRECTED_MS, person, page },
    ];
  });
  return visits.flat().sort((a, b) => a.at - b.at);
};

interface Attack {
  name: string;
  networks: readonly string[];
  domain: string;
}

let asked = 0;

/** Lets a day pass. */
const simulate = async ({ networks, domain }: Attack) => {
  const start = time.now();
  const edge = createEdge({
    origins: [ORIGIN],
    secret: crypto.getRandomValues(new Uint8Array(32)),
    receiptKey: await generateReceiptKey(),
    issuer: 'https://edge.example',
    upstream: { baseUrl, apiKey: 'key' },
    now: time.now,
  });
  // Its keys take real time.
  await edge(new Request('https://edge.example/healthz'));
  cost = 0;
  /** The people who noticed, by the hour. */
  const noticed = Array.from({ length: 25 }, () => new Set<number>());
  const visit = async ({ at, person, page }: Visit): Promise<void> => {
    const found = await check(edge, page, `person${person}.${at}@example.com`);
    if (found !== 'valid' || time.now() - at > NOTICED_MS) noticed[Math.floor((at - start) / HOUR_MS)]?.add(person);
  };

  const pages = networks.map((clientAddress): Page => ({ clientAddress, waitsUntil: 0 }));
  let turn = 0;
  let inVain = 0;
  const attack = async (): Promise<void> => {
    for (let left = pages.length; left > 0; left -= 1) {
      const page = pages[(turn += 1) % pages.length];
      if (!page || page.waitsUntil > time.now()) continue;
      const found = await check(edge, page, `stranger${(asked += 1)}@${domain}`);
      inVain = ['valid', 'timeout'].includes(found) ? 0 : inVain + 1;
      return;
    }
    inVain += 1;
  };

  const visits = visitsFrom(start);
  let attackAt = pages.length > 0 ? start : Infinity;
  for (;;) {
    const [next] = visits;
    const at = Math.min(next?.at ?? Infinity, attackAt);
    if (at >= start + DAY_MS) break;
    await time.goTo(at);
    if (next && next.at <= attackAt) {
      visits.shift();
      void visit(next);
    } else {
      attackAt += inVain < PATIENCE ? PACE_MS.flood : PACE_MS.idle;
      void attack();
    }
    await time.settle();
  }
  await time.goTo(start + DAY_MS + 10_000);
  const people = new Set(noticed.flatMap((hour) => [...hour])).size;
  return { cost, share: people / PEOPLE, worstHour: Math.max(...noticed.map(({ size }) => size)) };
};

const ipv4 = (n: number): string => `198.${18 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`;
const ipv6 = (n: number): string => `2001:db8:1:${n.toString(16)}::1`;
const of = (n: number, address: (i: number) => string): string[] => Array.from({ length: n }, (_, i) => address(i));
const STRANGERS = {
  '1 network': of(1, ipv4),
  '10 networks': of(10, ipv4),
  '1,000 networks': of(1000, ipv4),
  '1,000 networks of an IPv6 /48': of(1000, ipv6),
};
const ATTACKS: Attack[] = [
  { name: 'nobody', networks: [], domain: '' },
  ...Object.entries(STRANGERS).flatMap(([name, networks]) => [
    { name: `${name}, new addresses`, networks, domain: 'example.com' },
    { name: `${name}, slow domains`, networks, domain: 'slow.example' },
  ]),
];

const rows: (string | number)[][] = [];
for (const attack of ATTACKS) {
  const { cost, share, worstHour } = await simulate(attack);
  rows.push([attack.name, cost, `${(share * 100).toFixed(2)} %`, worstHour]);
  console.error(rows.at(-1)?.join('   '));
  if (attack.networks.length === 1 && share >= 0.01) process.exitCode = 1;
}
console.log(`A day with ${PEOPLE.toLocaleString('en')} people, ${(PEOPLE * 2).toLocaleString('en')} checks of theirs`);
table(['the stranger has', 'calls paid for', 'people who noticed', 'in the worst hour'], rows);
upstream.closeAllConnections();
upstream.close();
