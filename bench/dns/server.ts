/** A DNS server of its own process: Knot where it is installed (`apt-get install knot`), else a responder in Node. */
import { fork, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createSocket } from 'node:dgram';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freeUdpPort } from '../../test/support/free-port.js';

/** A running DNS server. */
export interface MeasuredDns {
  name: string;
  port: number;
  end(): void;
}

/** The number of domains of each kind in the zone, and of the mail exchangers that the domains of the first kind share. */
export const DOMAINS = 20_000;
export const EXCHANGERS = 50;

/** `shared0.org` … have exchangers in common, as most domains do; `own0.org` … have one each. */
const zone = (): string => {
  const lines = ['$TTL 3600', '@ SOA ns. root. 1 1 1 1 60', '@ NS ns.', 'ns. A 192.0.2.53'];
  for (let n = 0; n < EXCHANGERS; n++) lines.push(`mx${n}.provider.org. A 1.2.3.${n}`);
  for (let n = 0; n < DOMAINS; n++) {
    lines.push(`shared${n}.org. MX 10 mx${n % EXCHANGERS}.provider.org.`);
    lines.push(`own${n}.org. MX 10 mx.own${n}.org.`, `mx.own${n}.org. A 1.2.3.4`);
  }
  return `${lines.join('\n')}\n`;
};

/** Waits until the server answers a question for the root's name servers. */
const untilReady = async (port: number): Promise<void> => {
  const question = Buffer.from('0001010000010000000000000000020001', 'hex');
  const socket = createSocket('udp4').on('error', () => undefined);
  const asking = setInterval(() => {
    socket.send(question, port, '127.0.0.1');
  }, 50);
  await new Promise((resolve) => socket.once('message', resolve));
  clearInterval(asking);
  socket.close();
};

const startKnot = async (): Promise<MeasuredDns> => {
  const dir = mkdtempSync(join(tmpdir(), 'bench-dns-'));
  const port = await freeUdpPort();
  writeFileSync(join(dir, 'zone'), zone());
  writeFileSync(
    join(dir, 'knot.conf'),
    `server:\n  rundir: ${dir}\n  listen: 127.0.0.1@${port}\n  udp-workers: 1\n  tcp-workers: 1\n` +
      `database:\n  storage: ${dir}\nlog:\n- target: stderr\n  any: error\nzone:\n- domain: .\n  file: ${dir}/zone\n`,
  );
  const child = spawn('knotd', ['-c', join(dir, 'knot.conf')], { stdio: ['ignore', 'ignore', 'inherit'] });
  await untilReady(port);
  const end = (): void => {
    child.once('exit', () => {
      rmSync(dir, { recursive: true });
    });
    child.kill();
  };
  return { name: 'Knot', port, end };
};

const startResponder = async (delayMs: number): Promise<MeasuredDns> => {
  const child = fork(join(import.meta.dirname, 'responder.mjs'), [String(delayMs)]);
  const [port] = (await once(child, 'message')) as [number];
  const name = delayMs === 0 ? 'a responder in Node' : `a responder in Node, ${delayMs} ms away`;
  return { name, port, end: () => void child.kill() };
};

/**
 * Starts a server for the zone, in a process of its own.
 * @param delayMs the round trip; with one, it is the responder.
 */
export const startDns = (delayMs = 0): Promise<MeasuredDns> =>
  delayMs === 0 && spawnSync('knotd', ['--version']).status === 0 ? startKnot() : startResponder(delayMs);
