/**
 * The SMTP prober in bulk, against servers in another process that take 20 ms for each reply: RCPTs per second over five connections, and
 * over ten servers that punish whoever asks too much. `npm run bench smtp`; `MILLION=1 npm run bench smtp` compares the memory of 10,000
 * and a million addresses instead.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parseAddress } from '../src/address/index.js';
import { createProber } from '../src/verifier/smtp/prober.js';
import type { MailHost, Prober } from '../src/verifier/types.js';
import type { Rate, ReceiverRule } from '../src/verifier/shaping/receivers.js';
import { table } from './table.js';

const PORT = 2525;
const DELAY_MS = 20;
const MANY = 1_000_000;

/** What a server bears; it punishes more. */
interface Character {
  what: string;
  host: string;
  mode: 'pipelined' | 'single';
  pipelining: boolean;
  connections: number;
  rcptsPerSession: number;
  rcptsPerTransaction: number;
  count: number;
  perMs: number;
}

interface Seen {
  rcpts: number;
  punishments: number;
  sessions: number;
  most: number;
  first: number;
  last: number;
}

const character = (what: string, n: number, over: Partial<Character>): Character => ({
  what,
  host: `127.0.0.${n}`,
  mode: 'pipelined',
  pipelining: true,
  connections: 5,
  rcptsPerSession: 500,
  rcptsPerTransaction: 100,
  count: MANY,
  perMs: 1000,
  ...over,
});

const startServers = async (characters: Character[]): Promise<{ report: () => Promise<Seen[]>; end: () => void }> => {
  const child = fork(join(import.meta.dirname, 'smtp/server.mjs'));
  // They stand for other machines, which do not wait for what this one has to do besides. Only root may say so.
  try {
    setPriority(child.pid ?? 0, -10);
  } catch {
    console.log('The servers run at normal priority: on a busy machine they are slower to reply.');
  }
  child.send(characters.map((one) => ({ ...one, port: PORT, delayMs: DELAY_MS })));
  await once(child, 'message');
  return {
    async report() {
      child.send('report');
      const [seen] = (await once(child, 'message')) as [Seen[]];
      return seen;
    },
    end: () => {
      child.disconnect();
    },
  };
};

/** A little less than the server bears: what was sent within a second may arrive closer together. */
const rateOf = ({ count, perMs }: Character): Rate => ({
  count: count * 0.98,
  perMs,
  burst: Math.max(2, Math.round(count / 20)),
});

const rulesOf = (characters: Character[]): ReceiverRule[] =>
  characters.map((one) => ({
    name: one.host,
    suffixes: [`mx${one.host.replaceAll('.', '-')}.test`],
    mode: one.mode,
    connections: one.connections,
    rcptsPerSession: one.rcptsPerSession,
    rate: rateOf(one),
  }));

async function* hostOf({ host }: Character): AsyncGenerator<MailHost, undefined> {
  yield await Promise.resolve({ host: `mx${host.replaceAll('.', '-')}.test`, addresses: [host] });
}

/** Probes addresses of one server, half of which exist, `concurrency` at once. Resolves to the number of verdicts that are not right. */
const probeAll = async (prober: Prober, one: Character, total: number, concurrency: number): Promise<number> => {
  let next = 0;
  let missed = 0;
  const work = async (): Promise<void> => {
    while (next < total) {
      const n = next++;
      const local = n % 2 ? 'known' : 'nobody';
      const address = parseAddress(`${local}${n}@firm${n % 100}.org`);
      if (!address.ok) throw new Error('no address');
      const codes = await prober.probe(address, hostOf(one), { timeoutMs: 120_000 });
      if (codes.join() !== (n % 2 ? '' : 'mailbox_not_found')) missed += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return missed;
};

const proberFor = (characters: Character[]): Prober =>
  createProber({ helo: 'verifier.test', from: 'probe@verifier.test', port: PORT, receivers: rulesOf(characters) });

const perSecond = ({ rcpts, first, last }: Seen): number => (rcpts / (last - first)) * 1000;

const bulk = async (): Promise<void> => {
  const characters = [
    character('pipelined', 1, {}),
    character('one RCPT a transaction', 2, { mode: 'single', rcptsPerTransaction: 1, rcptsPerSession: 100 }),
    character('one RCPT a connection', 3, { mode: 'single', rcptsPerTransaction: 1, rcptsPerSession: 1 }),
  ];
  const totals = [40_000, 2000, 500];
  const rows: (string | number)[][] = [];
  for (const [index, one] of characters.entries()) {
    const servers = await startServers([one]);
    const prober = proberFor([one]);
    const before = process.cpuUsage();
    const missed = await probeAll(prober, one, totals[index] ?? 0, 1000);
    const { user, system } = process.cpuUsage(before);
    const [seen] = await servers.report();
    await prober.close();
    servers.end();
    if (!seen) throw new Error('no report');
    const cpuUs = Math.round((user + system) / seen.rcpts);
    rows.push([one.what, Math.round(perSecond(seen)), seen.most, seen.punishments, missed, cpuUs]);
  }
  console.log(`${DELAY_MS} ms a reply`);
  table(['', 'RCPTs/s', 'connections', 'punishments', 'not found out', 'µs of CPU each'], rows);
};

const shaped = async (): Promise<void> => {
  const characters = [
    character('100 a second', 11, { count: 100 }),
    character('2 connections, 10 a session', 12, { count: 50, connections: 2, rcptsPerSession: 10 }),
    character('1 connection, 50 a session', 13, { count: 100, perMs: 2000, connections: 1, rcptsPerSession: 50 }),
    character('1 a transaction, 25 a session', 14, {
      count: 100,
      mode: 'single',
      rcptsPerTransaction: 1,
      rcptsPerSession: 25,
    }),
    character('10 connections, 5 a session', 15, { count: 60, connections: 10, rcptsPerSession: 5 }),
    character('4 connections, 7 a session', 16, {
      count: 60,
      perMs: 2000,
      connections: 4,
      rcptsPerSession: 7,
    }),
    character('200 a second', 17, { count: 200 }),
    character('4 connections, 1 a session', 18, {
      count: 50,
      perMs: 2000,
      connections: 4,
      rcptsPerSession: 1,
      rcptsPerTransaction: 1,
      mode: 'single',
    }),
    character('250 in 5 s', 19, { count: 250, perMs: 5000 }),
    character('no PIPELINING', 20, { count: 60, pipelining: false }),
  ];
  const servers = await startServers(characters);
  const prober = proberFor(characters);
  const SECONDS = Number(process.env['SECONDS'] ?? 20);
  const missed = await Promise.all(
    characters.map((one) => probeAll(prober, one, Math.round((one.count / one.perMs) * 1000 * SECONDS), 100)),
  );
  const seen = await servers.report();
  await prober.close();
  servers.end();
  console.log('\nTen servers at once, each with its own limits');
  table(
    ['', 'allowed/s', 'RCPTs/s', 'of it', 'connections', 'punishments', 'not found out'],
    characters.map((one, index) => {
      const found = seen[index];
      if (!found) throw new Error('no report');
      const allowed = (one.count / one.perMs) * 1000;
      const reached = perSecond(found);
      const share = `${((reached / allowed) * 100).toFixed(1)} %`;
      return [one.what, allowed, Number(reached.toFixed(1)), share, found.most, found.punishments, missed[index] ?? 0];
    }),
  );
};

/** The heap and the process while a million addresses go through, against 10,000. */
const million = async (): Promise<void> => {
  const one = character('pipelined', 1, {});
  const servers = await startServers([one]);
  const prober = proberFor([one]);
  const rows: (string | number)[][] = [];
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (const total of [10_000, MANY]) {
    let heap = 0;
    let rss = 0;
    const timer = setInterval(() => {
      collect();
      heap = Math.max(heap, process.memoryUsage().heapUsed);
      rss = Math.max(rss, process.memoryUsage.rss());
    }, 250);
    await probeAll(prober, one, total, 1000);
    clearInterval(timer);
    rows.push([total.toLocaleString('en'), (heap / 2 ** 20).toFixed(1), (rss / 2 ** 20).toFixed(1)]);
  }
  await prober.close();
  servers.end();
  table(['addresses', 'heap MB', 'process MB'], rows);
};

if (process.env['MILLION']) await million();
else {
  await bulk();
  await shaped();
}
