/**
 * `verifyMany()` with SMTP, as a user has it: a verifier of ours, a DNS server and mail servers in other processes.
 * Each reply of a mail server takes 20 ms. RCPTs per second over five connections; over ten servers at once that punish
 * whoever asks too much; and with greylisting. `npm run bench smtp`; `MILLION=1 npm run bench smtp` compares the memory
 * of 10,000 and a million addresses instead.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createVerifier, type BulkVerifier, type VerifyManyOptions } from '../src/verifier/index.js';
import type { Rate, ReceiverRule } from '../src/verifier/shaping/receivers.js';
import { table } from './table.js';

const PORT = 2525;
const DELAY_MS = 20;
const MANY = 1_000_000;
const DOMAINS = 100;

/** The limits of a server; it punishes whoever exceeds them. */
interface Limits {
  what: string;
  /** Of its address, 127.0.0.n, and of its name, mx.sn.org. */
  n: number;
  mode: 'pipelined' | 'single';
  pipelining: boolean;
  connections: number;
  rcptsPerSession: number;
  rcptsPerTransaction: number;
  count: number;
  perMs: number;
  greylists: boolean;
}

interface Seen {
  rcpts: number;
  punishments: number;
  sessions: number;
  most: number;
  first: number;
  last: number;
}

const limits = (what: string, n: number, over: Partial<Limits>): Limits => ({
  what,
  n,
  mode: 'pipelined',
  pipelining: true,
  connections: 5,
  rcptsPerSession: 500,
  rcptsPerTransaction: 100,
  count: MANY,
  perMs: 1000,
  greylists: false,
  ...over,
});

/** Other machines would not wait for this one. Only root may say so. */
const preferred = (file: string): ChildProcess => {
  const child = fork(join(import.meta.dirname, 'smtp', file));
  try {
    setPriority(child.pid ?? 0, -10);
  } catch {
    console.log('The servers run at normal priority: on a busy machine they are slower to reply.');
  }
  return child;
};

/** A little less than the server allows: RCPTs that were sent within a second may arrive closer together. */
const rateOf = ({ count, perMs }: Limits): Rate => ({
  count: count * 0.98,
  perMs,
  burst: Math.max(2, Math.round(count / 20)),
});

const rulesOf = (all: readonly Limits[]): ReceiverRule[] =>
  all.map((one) => ({
    name: `s${one.n}`,
    suffixes: [`s${one.n}.org`],
    mode: one.mode,
    connections: one.connections,
    rcptsPerSession: one.rcptsPerSession,
    rate: rateOf(one),
  }));

interface Setup {
  verifier: BulkVerifier;
  report: () => Promise<Seen[]>;
  end: () => Promise<void>;
}

/** Starts the mail servers, the DNS server and a verifier that asks them. */
const setUp = async (all: readonly Limits[]): Promise<Setup> => {
  const [mail, dns] = [preferred('server.mjs'), preferred('dns.mjs')];
  const [dnsPort] = (await once(dns, 'message')) as [number];
  mail.send(all.map((one) => ({ ...one, host: `127.0.0.${one.n}`, port: PORT, delayMs: DELAY_MS })));
  await once(mail, 'message');
  const verifier = createVerifier({
    dnsServers: [`127.0.0.1:${dnsPort}`],
    privateNetworks: true,
    smtp: { helo: 'verifier.test', from: 'probe@verifier.test', port: PORT, receivers: rulesOf(all) },
  });
  return {
    verifier,
    async report() {
      mail.send('report');
      const [seen] = (await once(mail, 'message')) as [Seen[]];
      return seen;
    },
    async end() {
      await verifier.close();
      mail.disconnect();
      dns.disconnect();
    },
  };
};

/** Addresses of a server in many domains; every second one exists. */
function* addressesOf({ n }: Limits, total: number): Generator<string, undefined> {
  for (let i = 0; i < total; i++) yield `${i % 2 ? 'known' : 'nobody'}${i}@firm${i % DOMAINS}.s${n}.org`;
}

/** The addresses of several servers, mixed as in a shuffled list: each has its share of any part of it. */
function* mixed(lists: readonly { list: Iterator<string, undefined>; total: number }[]): Generator<string, undefined> {
  const given = lists.map(() => 0);
  const share = (index: number): number => (given[index] ?? 0) / (lists[index]?.total ?? 1);
  for (;;) {
    const next = lists.reduce((least, _, index) => (share(index) < share(least) ? index : least), 0);
    const { value } = lists[next]?.list.next() ?? {};
    if (value === undefined) return;
    given[next] = (given[next] ?? 0) + 1;
    yield value;
  }
}

/** Checks a list. Resolves to the number of wrong verdicts by server. */
const checkAll = async (
  verifier: BulkVerifier,
  emails: Iterable<string>,
  options: VerifyManyOptions = {},
): Promise<Map<string, number>> => {
  const wrong = new Map<string, number>();
  const { signal } = new AbortController();
  for await (const { email, status, sub_status } of verifier.verifyMany(emails, { signal, ...options })) {
    const right = email.startsWith('known') ? status === 'valid' : sub_status.includes('mailbox_not_found');
    if (right) continue;
    const server = email.split('.').at(-2) ?? '';
    wrong.set(server, (wrong.get(server) ?? 0) + 1);
  }
  return wrong;
};

const perSecond = ({ rcpts, first, last }: Seen): number => (rcpts / (last - first)) * 1000;

const bulk = async (): Promise<void> => {
  const cases: [Limits, number][] = [
    [limits('pipelined', 1, {}), 40_000],
    [limits('one RCPT a transaction', 2, { mode: 'single', rcptsPerTransaction: 1, rcptsPerSession: 100 }), 2000],
    [limits('one RCPT a connection', 3, { mode: 'single', rcptsPerTransaction: 1, rcptsPerSession: 1 }), 500],
  ];
  const rows: (string | number)[][] = [];
  for (const [one, total] of cases) {
    const { verifier, report, end } = await setUp([one]);
    const before = process.cpuUsage();
    const wrong = await checkAll(verifier, addressesOf(one, total));
    const { user, system } = process.cpuUsage(before);
    const [seen] = await report();
    await end();
    if (!seen) throw new Error('no report');
    const cpuUs = Math.round((user + system) / total);
    rows.push([one.what, Math.round(perSecond(seen)), seen.most, seen.punishments, wrong.get(`s${one.n}`) ?? 0, cpuUs]);
  }
  console.log(`verifyMany(), ${DELAY_MS} ms a reply`);
  table(['', 'RCPTs/s', 'connections', 'punishments', 'wrong', 'µs of CPU an address'], rows);
};

const shaped = async (): Promise<void> => {
  const single = { mode: 'single', rcptsPerTransaction: 1 } as const;
  const all = [
    limits('100 a second', 11, { count: 100 }),
    limits('2 connections, 10 a session', 12, { count: 50, connections: 2, rcptsPerSession: 10 }),
    limits('1 connection, 50 a session', 13, { count: 100, perMs: 2000, connections: 1, rcptsPerSession: 50 }),
    limits('1 a transaction, 25 a session', 14, { ...single, count: 100, rcptsPerSession: 25 }),
    limits('10 connections, 5 a session', 15, { count: 60, connections: 10, rcptsPerSession: 5 }),
    limits('4 connections, 7 a session', 16, { count: 60, perMs: 2000, connections: 4, rcptsPerSession: 7 }),
    limits('200 a second', 17, { count: 200 }),
    limits('4 connections, 1 a session', 18, { ...single, count: 50, perMs: 2000, connections: 4, rcptsPerSession: 1 }),
    limits('250 in 5 s', 19, { count: 250, perMs: 5000 }),
    limits('no PIPELINING', 20, { count: 60, pipelining: false }),
  ];
  const seconds = Number(process.env['SECONDS'] ?? 20);
  const allowed = (one: Limits): number => (one.count / one.perMs) * 1000;
  const { verifier, report, end } = await setUp(all);
  const lists = all.map((one) => {
    const total = Math.round(allowed(one) * seconds);
    return { list: addressesOf(one, total), total };
  });
  const wrong = await checkAll(verifier, mixed(lists));
  const seen = await report();
  await end();
  console.log('\nOne list for ten servers, each with its own limits');
  table(
    ['', 'allowed/s', 'RCPTs/s', 'of it', 'connections', 'punishments', 'wrong'],
    all.map((one, index) => {
      const found = seen[index];
      if (!found) throw new Error('no report');
      const reached = perSecond(found);
      const share = `${((reached / allowed(one)) * 100).toFixed(1)} %`;
      const { most, punishments } = found;
      return [
        one.what,
        allowed(one),
        Number(reached.toFixed(1)),
        share,
        most,
        punishments,
        wrong.get(`s${one.n}`) ?? 0,
      ];
    }),
  );
};

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The highest memory of this process while something runs, in MiB. */
const peakOf = async (work: () => Promise<unknown>): Promise<{ heap: number; rss: number }> => {
  const peak = { heap: 0, rss: 0 };
  const timer = setInterval(() => {
    collect();
    peak.heap = Math.max(peak.heap, process.memoryUsage().heapUsed / 2 ** 20);
    peak.rss = Math.max(peak.rss, process.memoryUsage.rss() / 2 ** 20);
  }, 500);
  await work().finally(() => {
    clearInterval(timer);
  });
  return peak;
};

const greylisted = async (): Promise<void> => {
  const rows: (string | number)[][] = [];
  for (const total of [2000, 40_000]) {
    const one = limits('greylisting', 4, { greylists: true });
    const { verifier, report, end } = await setUp([one]);
    let wrong = new Map<string, number>();
    const { heap } = await peakOf(async () => {
      wrong = await checkAll(verifier, addressesOf(one, total), { retryGreylistedMs: [15_000] });
    });
    const [seen] = await report();
    await end();
    rows.push([total.toLocaleString('en'), seen?.rcpts ?? 0, wrong.get('s4') ?? 0, heap.toFixed(1)]);
  }
  console.log('\nEvery second address greylisted, and asked for again after 15 s');
  table(['addresses', 'RCPTs', 'wrong', 'heap MB'], rows);
};

/** The peak memory while a million addresses are checked, against 10,000. */
const million = async (): Promise<void> => {
  const one = limits('pipelined', 1, {});
  const { verifier, end } = await setUp([one]);
  const rows: (string | number)[][] = [];
  for (const total of [10_000, Number(process.env['TOTAL'] ?? MANY)]) {
    const { heap, rss } = await peakOf(() => checkAll(verifier, addressesOf(one, total)));
    rows.push([total.toLocaleString('en'), heap.toFixed(1), rss.toFixed(1)]);
  }
  await end();
  table(['addresses', 'heap MB', 'process MB'], rows);
};

if (process.env['MILLION']) await million();
else {
  await bulk();
  await shaped();
  await greylisted();
}
