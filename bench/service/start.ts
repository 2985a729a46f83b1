import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../test/e2e/support/program.js';
import { ORIGIN } from '../edge/start.js';

const CLI = join(import.meta.dirname, '../../dist/node/cli.js');
const MANY = '999999999';

/** A measured server, in its own process. */
export interface Server {
  url: string;
  /** The API key of an account on the plan `enterprise` with many credits; empty for bare Hono. */
  key: string;
  /** The resident memory, in megabytes. */
  memory(): number;
  end(): Promise<void>;
}

const memoryOf = ({ pid }: ChildProcess): number =>
  Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

/** Starts a program that prints where it serves. Its log goes nowhere, but is written. */
const start = async (args: string[], env: Record<string, string> = {}, key = ''): Promise<Server> => {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /serves at (\S+)\/$/m.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('close', () => {
      reject(new Error(`${args.join(' ')} ended at its start: ${printed}`));
    });
  });
  return {
    url,
    key,
    memory: () => memoryOf(child),
    end: async () => {
      process.off('exit', kill);
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
};

export const startHono = (databaseUrl: string): Promise<Server> =>
  start([join(import.meta.dirname, 'hono.mjs'), databaseUrl]);

/**
 * Starts the built service, whose first account is rich and on the plan `enterprise`.
 * @param store `DATA_DIR` or `DATABASE_URL`, and `DNS_SERVERS`.
 */
export const startService = async (store: Record<string, string>): Promise<Server> => {
  const env = { SECRET: 'a secret of the benchmark, 32 characters', ALLOWED_ORIGINS: ORIGIN, ...store };
  const options = ['--plan', 'enterprise', '--credits', MANY, '--new-key'];
  const { stdout, stderr } = await run(['account', ...options], env);
  const key = /API key: (\S+)/.exec(stdout)?.[1];
  if (key === undefined) throw new Error(stderr);
  const quotas = ['TOKEN', 'CLIENT_PER_MINUTE', 'CLIENT_PER_DAY', 'ORIGIN_PER_DAY', 'DAY'].map(
    (one) => `CHECKS_PER_${one}`,
  );
  return start([CLI, 'serve'], { ...env, ...Object.fromEntries(quotas.map((name) => [name, MANY])) }, key);
};

/** What a load is: see load.mjs. */
export interface Load {
  connections: number;
  seconds: number;
  /** Requests per second of all connections; as many as they can if unset. */
  rate?: number;
}

export interface LoadResult {
  perSecond: number;
  p99Ms: number;
  /** The number of answers with each status. */
  statuses: Record<string, number>;
  /** Requests without an answer. */
  lost: number;
}

/** Starts the generator of load. */
export const startLoad = () => {
  const child = fork(join(import.meta.dirname, 'load.mjs'));
  return {
    send: async ({ url, key }: Server, load: Load): Promise<LoadResult> => {
      child.send({ url, key, ...load });
      const [result] = (await once(child, 'message')) as [LoadResult];
      return result;
    },
    end: () => {
      child.disconnect();
    },
  };
};
