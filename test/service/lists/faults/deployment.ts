/**
 * The commands of the program as processes that a supervisor starts again whenever they end, as `docker run --restart
 * always` does.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { QUICK_WASM } from '../../../support/whole.js';
import { useBundle } from '../../process.js';

/** The pause before a start, in ms. */
const RESTART_MS = 100;

/** A command that is running, or about to be started again. */
export interface Supervised {
  /** Resolves when it is ready. */
  ready: () => Promise<void>;
  /** `kill -9`: it is started again. Resolves when it is gone. */
  kill: () => Promise<void>;
  /** `kill -9` for good. */
  end: () => Promise<void>;
}

/** Gives a function that starts a command of the program, with settings. Call it inside `describe`. */
export const useSupervised = (): ((command: 'serve' | 'work', settings: Record<string, string>) => Supervised) => {
  const cli = useBundle('cli');
  const all: Supervised[] = [];
  afterAll(() => Promise.all(all.map((one) => one.end())));
  return (command, settings) => {
    let child: ChildProcess | undefined;
    let isReady = false;
    let isOver = false;
    const runOnce = async (): Promise<void> => {
      const started = spawn(process.execPath, [...QUICK_WASM, cli, command], {
        env: { ...process.env, LOG_LEVEL: 'error', ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      started.stdout.on('data', (said: Buffer) => {
        isReady ||= said.toString().includes('Ctrl-C');
      });
      started.stderr.on('data', (said: Buffer) => {
        // Whatever happens outside, the program has no fault.
        if (said.toString().includes('unexpected error')) console.error(`${command}: ${said.toString()}`);
      });
      await once(started, 'exit');
      isReady = false;
    };
    const loop = async (): Promise<void> => {
      while (!isOver) {
        await runOnce();
        await sleep(RESTART_MS);
      }
    };
    const ended = loop();
    const kill = async (): Promise<void> => {
      if (child?.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    };
    const supervised: Supervised = {
      ready: async () => {
        while (!isReady) await sleep(10);
      },
      kill,
      end: async () => {
        isOver = true;
        await kill();
        await ended;
      },
    };
    all.push(supervised);
    return supervised;
  };
};
