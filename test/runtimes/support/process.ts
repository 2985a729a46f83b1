import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Place } from '../../edge/portable/place.js';
import { CLIENT } from '../../edge/support.js';

/** No test leaves a process behind for longer, in milliseconds. */
const LIFETIME_MS = 120_000;

/** An edge in a process of its own. */
export interface Program extends Place {
  url: string;
  /** Asks it to end; gives its exit code, or the signal that killed it. */
  end(): Promise<number | NodeJS.Signals | null>;
}

/** A command line of a runtime. */
export type Command = readonly [program: string, ...args: string[]];

const started = (
  [program, ...args]: Command,
  environment: Record<string, string>,
): {
  closed: Promise<number | NodeJS.Signals | null>;
  output: () => string;
  end: () => void;
  until: (text: RegExp) => Promise<string>;
} => {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', HOST: '127.0.0.1', ...environment };
  const child = spawn(program, args, { env, timeout: LIFETIME_MS, killSignal: 'SIGKILL' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const closed = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null);
  return {
    closed,
    output: () => output,
    end: () => void child.kill('SIGTERM'),
    until: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = text.exec(output);
          if (found) resolve(found[1] ?? found[0]);
        };
        for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
        void closed.then(() => {
          reject(new Error(`The program ended: ${output}`));
        });
      }),
  };
};

/** Runs a command to its end. */
export const run = async (
  command: Command,
  environment: Record<string, string> = {},
): Promise<{ code: number | NodeJS.Signals | null; output: string }> => {
  const { closed, output } = started(command, environment);
  return { code: await closed, output: output() };
};

/** Starts a server, and waits until it says where it serves. */
export const startEdge = async (command: Command, environment: Record<string, string>): Promise<Program> => {
  const { closed, output, end, until } = started(command, environment);
  const url = await until(/serves at (http:\S+)\/\n/);
  return {
    url,
    send: (path, init = {}, client = CLIENT) => {
      const headers = new Headers(init.headers);
      headers.set('x-forwarded-for', `203.0.113.99, ${client}`);
      return fetch(`${url}${path}`, { ...init, headers });
    },
    output,
    end: () => {
      end();
      return closed;
    },
  };
};
