/**
 * Distinct domains per second through a verifier, beside the same questions by a bare client (dns-packet over sockets of its own), at the same
 * concurrency, through the same server on loopback. `npm run bench dns`.
 */
import { createSocket, type Socket } from 'node:dgram';
import { decode, encode } from 'dns-packet';
import { createVerifier } from '../src/verifier/index.js';
import { DOMAINS, startDns } from './dns/server.js';
import { median, table } from './table.js';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
/** As many as a verifier has. */
const SOCKETS = 32;
/** When the bare client asks again. */
const LOST_MS = 500;

const dns = await startDns();

/** Runs a task for each domain, so many at once. */
const forAll = async (concurrency: number, task: (n: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < DOMAINS) await task(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
};

type Ask = (name: string, type: 'MX' | 'A') => Promise<unknown>;

/** A bare client: no cache, no lists, no verdict. */
const bareClient = async (): Promise<{ ask: Ask; close: () => void }> => {
  const open = async () => {
    const socket: Socket = createSocket({ type: 'udp4', recvBufferSize: 212_992 });
    const waiting = new Map<number, () => void>();
    let id = 0;
    socket.on('message', (message) => {
      const response = decode(message);
      waiting.get(response.id ?? 0)?.();
      waiting.delete(response.id ?? 0);
    });
    await new Promise<void>((resolve) => {
      socket.connect(dns.port, '127.0.0.1', resolve);
    });
    const ask = (name: string, type: 'MX' | 'A'): Promise<void> =>
      new Promise((resolve) => {
        const own = (id = (id + 1) & 0xffff);
        const message = encode({
          type: 'query',
          id: own,
          flags: 0x0100,
          questions: [{ type, name }],
          additionals: [
            {
              type: 'OPT',
              name: '.',
              udpPayloadSize: 1232,
              flags: 0,
              extendedRcode: 0,
              ednsVersion: 0,
              flag_do: false,
              options: [],
            },
          ],
        });
        const again = setInterval(() => {
          socket.send(message);
        }, LOST_MS);
        waiting.set(own, () => {
          clearInterval(again);
          resolve();
        });
        socket.send(message);
      });
    return { ask, socket };
  };
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, open));
  let next = 0;
  return {
    ask: async (name, type) => sockets[next++ % SOCKETS]?.ask(name, type),
    close: () => {
      for (const { socket } of sockets) socket.close();
    },
  };
};

const bare = async (concurrency: number, task: (ask: Ask, n: number) => Promise<void>): Promise<void> => {
  const { ask, close } = await bareClient();
  await forAll(concurrency, (n) => task(ask, n));
  close();
};

const verified = async (concurrency: number, domain: string): Promise<void> => {
  const verifier = createVerifier({ dnsServers: [`127.0.0.1:${dns.port}`] });
  await forAll(concurrency, async (n) => {
    const { status } = await verifier.verify(`anna@${domain}${n}.org`);
    if (status !== 'valid') throw new Error(`lost: ${status}`);
  });
  await verifier.close();
};

const contenders: Record<string, (concurrency: number) => Promise<void>> = {
  'bare: one question a domain': (concurrency) =>
    bare(concurrency, async (ask, n) => {
      await ask(`shared${n}.org`, 'MX');
    }),
  'verifier, shared exchangers': (concurrency) => verified(concurrency, 'shared'),
  'bare: two questions a domain': (concurrency) =>
    bare(concurrency, async (ask, n) => {
      await ask(`own${n}.org`, 'MX');
      await ask(`mx.own${n}.org`, 'A');
    }),
  'verifier, an exchanger each': (concurrency) => verified(concurrency, 'own'),
};

console.log(`${DOMAINS.toLocaleString('en')} distinct domains, ${dns.name} on loopback, median of ${ROUNDS} rounds`);
for (const concurrency of [100, 1000]) {
  const rates = new Map(Object.keys(contenders).map((name) => [name, [] as number[]]));
  const costs = new Map(Object.keys(contenders).map((name) => [name, [] as number[]]));
  // Interleaved, so that other load on the machine affects all alike. The first round is the warm-up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, run] of Object.entries(contenders)) {
      const started = performance.now();
      const before = process.cpuUsage();
      await run(concurrency);
      if (round === 0) continue;
      rates.get(name)?.push((DOMAINS / (performance.now() - started)) * 1000);
      const { user, system } = process.cpuUsage(before);
      costs.get(name)?.push((user + system) / DOMAINS);
    }
  }
  const names = [...rates.keys()];
  const against = (index: number): string => {
    const own = rates.get(names[index] ?? '') ?? [];
    const other = rates.get(names[index - (index % 2)] ?? '') ?? [];
    return `${median(own.map((rate, round) => rate / (other[round] ?? NaN))).toFixed(2)}×`;
  };
  const rows = names.map((name, index) => ({ name, ratio: against(index) }));
  console.log(`\n${concurrency.toLocaleString('en')} in flight`);
  table(
    ['', 'domains/s', 'against bare', 'client µs of CPU'],
    rows.map(({ name, ratio }) => [
      name,
      Math.round(median([...(rates.get(name) ?? [])])),
      ratio,
      Math.round(median(costs.get(name) ?? [])),
    ]),
  );
}
dns.end();
