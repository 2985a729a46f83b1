import { createClient } from '@redis/client';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RedisSend } from '../../src/edge/index.js';
import { freePort } from './free-port.js';

/** True where there is no Redis server: tests that need a real one are skipped. */
export const noRedis = spawnSync('redis-server', ['--version']).status !== 0;
if (noRedis) console.warn('There is no redis-server here; Debian: apt-get install redis-server');

/** A Redis server of its own, on loopback. */
export interface Redis {
  url: string;
  /** Kills it, as a crash would: what it held is gone. */
  kill(): Promise<void>;
  /** Starts it again, empty, on the same port. */
  start(): Promise<void>;
  /** Holds its process (true) or lets it go on (false): connections stay, and nothing is answered. */
  freeze(frozen: boolean): void;
  /** Ends it for good. */
  end(): Promise<void>;
}

const launch = async (settings: readonly string[]): Promise<ChildProcess> => {
  const server = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.once('exit', () => {
      reject(new Error(`Redis did not start: ${said}`));
    });
    server.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Ready to accept connections')) resolve();
    });
  });
  return server;
};

/**
 * Starts a Redis server with a folder of its own and nothing on disk.
 * @param settings further ones of redis.conf, such as `--maxmemory`, `2mb`.
 */
export const startRedis = async (...settings: string[]): Promise<Redis> => {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'ev-redis-'));
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  let server = await launch([...own, ...settings]);
  const abandon = (): void => void server.kill('SIGKILL');
  process.once('exit', abandon);
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start: async () => {
      server = await launch([...own, ...settings]);
    },
    freeze: (frozen) => void server.kill(frozen ? 'SIGSTOP' : 'SIGCONT'),
    end: async () => {
      await kill();
      process.off('exit', abandon);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** A connection of node-redis, as an edge's author would make it. */
export const connectRedis = async (
  url: string,
  protocol: 2 | 3 = 3,
): Promise<{ send: RedisSend; close: () => void }> => {
  const client = createClient({ url, RESP: protocol, disableOfflineQueue: true });
  client.on('error', () => undefined);
  await client.connect();
  return {
    send: (...command) => client.sendCommand(command),
    close: () => {
      client.destroy();
    },
  };
};
