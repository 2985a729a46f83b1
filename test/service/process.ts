/** The service as a process of its own, which a test may kill. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import { build } from 'esbuild';
import { bundlesOf } from './bundles.js';
import { buildWorker } from '../support/pglite-worker.js';
import { QUICK_WASM } from '../support/whole.js';

export interface ServiceProcess {
  process: ChildProcess;
  /** Its address, once it is ready; rejects with what it printed when it ends before. */
  ready: Promise<string>;
}

const read = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stdout?.once('data', (port: Buffer) => {
      resolve(`http://127.0.0.1:${Number(port.toString())}`);
    });
    child.once('close', () => {
      reject(new Error(said));
    });
  });

/** Makes syncs fail, in threads too, while a file `broken` is in the data folder. */
const BROKEN_DISK = resolve('test/service/fixtures/broken-disk.cjs');

const builds = new Map<string, Promise<void>>();

/** Builds a bundle, unless another process of this run does. It is complete when its program is there. */
const makeBundle = async (name: string): Promise<void> => {
  const own = join(bundlesOf(process.ppid), name);
  const program = join(own, 'node', 'main.mjs');
  try {
    mkdirSync(own);
  } catch {
    await vi.waitUntil(() => existsSync(program), { timeout: 200_000, interval: 100 });
    return;
  }
  // The command line serves the files in two of them.
  for (const beside of ['node', 'demo', 'cdn', 'dashboard']) mkdirSync(join(own, beside), { recursive: true });
  await buildWorker(join(own, 'node', 'pglite-worker.js'));
  await build({
    entryPoints: [`test/service/fixtures/${name}.ts`],
    outfile: `${program}.draft`,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@electric-sql/pglite', 'pg-native', '@node-rs/xxhash'],
    banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);` },
  });
  renameSync(`${program}.draft`, program);
};

/**
 * Bundles a program of `fixtures/` once for all suites of this run, so that each of its starts is quick; gives its path.
 * Call it inside `describe`.
 */
export const useBundle = (name: string): string => {
  beforeAll(() => {
    const built = builds.get(name) ?? makeBundle(name);
    builds.set(name, built);
    return built;
  });
  return join(bundlesOf(process.ppid), name, 'node', 'main.mjs');
};

/** Gives a function that starts one. Call it inside `describe`. */
export const useProcesses = (): ((...args: string[]) => ServiceProcess) => {
  const bundle = useBundle('serve');
  const started: ChildProcess[] = [];
  afterAll(() => {
    for (const child of started) child.kill('SIGKILL');
  });
  return (...args) => {
    const child = spawn(process.execPath, [...QUICK_WASM, '--require', BROKEN_DISK, bundle, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TESTED_FOLDER: args[0] },
    });
    started.push(child);
    const ready = read(child);
    // A caller that does not wait for it need not hear that it failed.
    ready.catch(() => undefined);
    return { process: child, ready };
  };
};

/** `kill -9`, and the end of it. */
export const killHard = async ({ process: child }: ServiceProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
};
