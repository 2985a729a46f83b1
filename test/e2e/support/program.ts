import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QUICK_WASM, whole } from '../../support/whole.js';

/** `.ci/run` starts it as a user does. */
const FLAGS = whole ? [] : QUICK_WASM;

const CLI = join(import.meta.dirname, '../../../server/dist/cli/main.js');

/** The built program, running as a person runs it. */
export interface Program {
  url: string;
  /** The API key that it printed; null when it printed none. */
  key: string | null;
  /** All that it has written, to either stream. */
  output(): string;
  /** The lines of its log. */
  log(): Record<string, unknown>[];
  child: ChildProcess;
  /** Ends it by a signal; gives its exit code, or the signal that killed it. */
  end(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

/** A folder for a program's data, and its removal. */
export const temporaryFolder = (): { path: string; remove: () => void } => {
  const path = mkdtempSync(join(tmpdir(), 'email-verify-'));
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
};

/**
 * Runs the program's command line to its end.
 * @param cli the built program, or a bundle of it.
 */
export const run = async (
  args: string[],
  env: Record<string, string>,
  cli = CLI,
): Promise<{ code: number | null; stdout: string; stderr: string }> => {
  const child = spawn(process.execPath, [...FLAGS, cli, ...args], {
    env: { ...process.env, ...env },
    timeout: 120_000,
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
};

/**
 * Starts `serve` on a free port, and waits until it says where it serves.
 * @param args without a command, it serves as well.
 * @param flags of Node.
 */
export const startProgram = async (
  env: Record<string, string>,
  cli = CLI,
  args = ['serve'],
  flags = FLAGS,
): Promise<Program> => {
  const child = spawn(process.execPath, [...flags, cli, ...args], { env: { ...process.env, PORT: '0', ...env } });
  let [stdout, stderr] = ['', ''];
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      if (stdout.includes('Ctrl-C')) resolve();
    });
    void closed.then(() => {
      reject(new Error(`The program ended at its start: ${stdout}${stderr}`));
    });
  });
  return {
    url: /serves at (\S+)\/$/m.exec(stdout)?.[1] ?? '',
    key: /API key\s+(\S+)/.exec(stdout)?.[1] ?? null,
    output: () => stdout + stderr,
    log: () =>
      stderr
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    child,
    end: async (signal = 'SIGINT') => {
      if (child.exitCode === null) child.kill(signal);
      const [code, by] = await closed;
      return code ?? by;
    },
  };
};
