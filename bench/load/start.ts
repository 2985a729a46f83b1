import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The built command. */
export const CLI = join(import.meta.dirname, '../../server/dist/cli/main.js');

/** A measured server, in its own process. */
export interface Server {
  url: string;
  /** The resident memory, in megabytes. */
  memory(): number;
  end(): Promise<void>;
}

const memoryOf = ({ pid }: ChildProcess): number =>
  Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

/** Starts a program that prints where it serves. Its log goes nowhere, but is written. */
export const startServer = async (args: string[], env: Record<string, string> = {}): Promise<Server> => {
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
    memory: () => memoryOf(child),
    end: async () => {
      process.off('exit', kill);
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
};

/** A load, as generator.mjs describes it. */
export interface Load {
  url: string;
  /** The API key of checks of the service. */
  key?: string;
  /** The tokens of checks of the edge. */
  tokens?: readonly string[];
  /** Paths, taken in turn; `*` is another number each time. */
  paths?: readonly string[];
  /** The body of POSTs to the paths, each from another client; `*` is another number each time. */
  json?: string;
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

/** The generator of load. */
export interface LoadGenerator {
  send(load: Load): Promise<LoadResult>;
  end(): void;
}

/** Starts the generator of load. */
export const startLoad = (): LoadGenerator => {
  const child = fork(join(import.meta.dirname, 'generator.mjs'));
  return {
    send: async (load) => {
      child.send(load);
      const [result] = (await once(child, 'message')) as [LoadResult];
      return result;
    },
    end: () => {
      child.disconnect();
    },
  };
};
