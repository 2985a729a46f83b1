/**
 * Distinct domains per second through a verifier, beside the same questions by bare clients at the same concurrency and
 * through the same server: MX, then the address of an exchanger that was not asked for before. `npm run bench dns`;
 * after `npm run build` it measures what is built. ROUNDS and DOMAINS make it shorter.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type * as Verifier from '../src/verifier/index.js';
import { askBare, askVerifier, nodeResolver, rawSockets, type Client } from './dns/clients.js';
import { DOMAINS as MOST_DOMAINS, startDns, type MeasuredDns } from './dns/server.js';
import { median, table } from './table.js';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const DOMAINS = Math.min(Number(process.env['DOMAINS'] ?? MOST_DOMAINS), MOST_DOMAINS);
const BUILT = join(import.meta.dirname, '../dist/verifier/index.js');

const { createVerifier } = (await import(existsSync(BUILT) ? BUILT : '../src/verifier/index.js')) as typeof Verifier;

/** Exchangers in common, as most domains have them, or one each. */
type Kind = 'shared' | 'own';

/**
 * Asks for all domains, `concurrency` at the same time.
 * @returns the number of lost questions.
 */
type Run = (kind: Kind, concurrency: number, port: number) => Promise<number>;

const forAll = async (concurrency: number, task: (n: number) => Promise<void>): Promise<number> => {
  let next = 0;
  let lost = 0;
  const worker = async (): Promise<void> => {
    while (next < DOMAINS)
      await task(next++).catch(() => {
        lost += 1;
      });
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return lost;
};

const bare =
  (open: (port: number) => Promise<Client>): Run =>
  async (kind, concurrency, port) => {
    const { ask, close } = await open(port);
    const lost = await forAll(concurrency, (n) => askBare(ask, kind, n));
    close();
    return lost;
  };

const verified: Run = async (kind, concurrency, port) => {
  const verifier = createVerifier({ dnsServers: [`127.0.0.1:${port}`] });
  const lost = await forAll(concurrency, (n) => askVerifier(verifier, kind, n));
  await verifier.close();
  return lost;
};

const RUNS: Record<string, Run> = {
  verifier: verified,
  'raw sockets, dns-packet': bare(rawSockets),
  'node:dns Resolver (c-ares)': bare(nodeResolver),
};

/** The figures of one contender, one for each round. */
class Figures {
  readonly rates: number[] = [];
  readonly costs: number[] = [];
  lost = 0;
}

const measure = async (dns: MeasuredDns, kind: Kind, concurrency: number): Promise<Map<string, Figures>> => {
  const all = new Map(Object.keys(RUNS).map((name) => [name, new Figures()]));
  // Interleaved, so that other load on the machine affects all alike. The first round is the warm-up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, run] of Object.entries(RUNS)) {
      const started = performance.now();
      const before = process.cpuUsage();
      const lost = await run(kind, concurrency, dns.port);
      const { user, system } = process.cpuUsage(before);
      const figures = all.get(name);
      if (round === 0 || !figures) continue;
      figures.rates.push((DOMAINS / (performance.now() - started)) * 1000);
      figures.costs.push((user + system) / DOMAINS);
      figures.lost += lost;
    }
  }
  return all;
};

const KINDS: Record<Kind, string> = {
  shared: '50 exchangers for all: a question a domain',
  own: 'an exchanger each: two questions a domain',
};

for (const delayMs of [0, 5]) {
  const dns = await startDns(delayMs);
  for (const concurrency of [100, 1000]) {
    for (const [kind, what] of Object.entries(KINDS) as [Kind, string][]) {
      const all = await measure(dns, kind, concurrency);
      const own = all.get('verifier')?.rates ?? [];
      console.log(`\n${concurrency.toLocaleString('en')} in flight, ${dns.name}, ${what}`);
      table(
        ['', 'domains/s', 'verifier against it', 'client µs of CPU', 'lost'],
        [...all].map(([name, { rates, costs, lost }]) => [
          name,
          Math.round(median([...rates])),
          `${median(own.map((rate, round) => rate / (rates[round] ?? NaN))).toFixed(2)}×`,
          Math.round(median(costs)),
          lost,
        ]),
      );
    }
  }
  dns.end();
}
console.log(`\n${DOMAINS.toLocaleString('en')} distinct domains a round, medians of ${ROUNDS} rounds`);
