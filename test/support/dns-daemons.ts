/**
 * DNS servers that nobody here wrote, where they are installed (`apt-get install knot unbound`): Knot serves zones as
 * written, Unbound asks it and remembers, as the resolvers of networks do. Both on loopback, in a folder of their own.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { freeUdpPort } from './free-port.js';

/** The environment for both programs. Debian has them in `/usr/sbin`, which is in root's path only. */
const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` };
export const haveDaemons = ['knotd', 'unbound'].every((name) => spawnSync(name, ['-V'], { env }).status === 0);

/** A running server: `127.0.0.1:port`. */
export interface Daemon {
  address: string;
  end(): Promise<void>;
}

/** Waits until a question for the root's SOA is answered; false when the server has ended before. */
const isReady = async (port: number, server: ChildProcess): Promise<boolean> => {
  const question = Buffer.from('0001010000010000000000000000060001', 'hex');
  const answered = new AbortController();
  const socket = createSocket('udp4').on('error', () => undefined);
  socket.on('message', () => {
    answered.abort();
  });
  await eventually(() => {
    socket.send(question, port, '127.0.0.1');
    return answered.signal.aborted || server.exitCode !== null;
  });
  socket.close();
  return answered.signal.aborted;
};

const start = async (
  command: string,
  files: (dir: string, port: number) => Record<string, string>,
  args: (dir: string) => string[],
): Promise<Daemon> => {
  const dir = await mkdtemp(join(tmpdir(), `${command}-`));
  // Somebody may take the port before the server does, or have it for TCP: the server ends then, and another one is taken.
  for (;;) {
    const port = await freeUdpPort();
    for (const [name, text] of Object.entries(files(dir, port))) await writeFile(join(dir, name), text);
    const child = spawn(command, args(dir), { env, stdio: 'ignore' });
    const exited = once(child, 'exit');
    if (!(await isReady(port, child))) continue;
    return {
      address: `127.0.0.1:${port}`,
      async end() {
        child.kill();
        await exited;
        await rm(dir, { recursive: true });
      },
    };
  }
};

/** @param zones the text of each zone's file, by the zone's name; `.` is the root's. */
export const startKnot = (zones: Readonly<Record<string, string>>): Promise<Daemon> => {
  const names = Object.keys(zones);
  const file = (name: string): string => `zone-${names.indexOf(name)}`;
  return start(
    'knotd',
    (dir, port) => ({
      ...Object.fromEntries(names.map((name) => [file(name), zones[name] ?? ''])),
      'knot.conf': [
        `server:\n  rundir: ${dir}\n  listen: 127.0.0.1@${port}\n  udp-workers: 1\n  tcp-workers: 1\n  background-workers: 1`,
        `database:\n  storage: ${dir}\nlog:\n- target: stderr\n  any: error\nzone:`,
        ...names.map((name) => `- domain: ${name}\n  file: ${dir}/${file(name)}`),
        '',
      ].join('\n'),
    }),
    (dir) => ['-c', join(dir, 'knot.conf')],
  );
};

/** @param upstream the server that it asks: `127.0.0.1:port`. */
export const startUnbound = (upstream: string): Promise<Daemon> =>
  start(
    'unbound',
    (dir, port) => ({
      'unbound.conf': [
        `server:\n  interface: 127.0.0.1@${port}\n  directory: ${dir}\n  username: ""\n  chroot: ""\n  pidfile: ${dir}/pid`,
        '  do-daemonize: no\n  use-syslog: no\n  logfile: ""\n  do-not-query-localhost: no\n  module-config: iterator\n  num-threads: 1',
        `stub-zone:\n  name: .\n  stub-addr: ${upstream.replace(':', '@')}\nremote-control:\n  control-enable: no\n`,
      ].join('\n'),
    }),
    (dir) => ['-d', '-c', join(dir, 'unbound.conf')],
  );
