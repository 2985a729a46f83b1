/** The service as a process of its own, which a test may kill. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { build } from 'esbuild';
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

/** Below node_modules, from where a bundle finds PGlite, which is not in it. */
const BUNDLES = join('node_modules', '.cache', 'email-verify');

const bundles = new Map<string, Promise<void>>();

const makeBundle = async (name: string): Promise<void> => {
  const own = resolve(BUNDLES, `${name}-${process.pid}`);
  const remove = (): void => {
    rmSync(own, { recursive: true, force: true });
  };
  // Vitest ends its processes by SIGTERM, which alone runs no handler of `exit`.
  process.once('exit', remove).once('SIGTERM', () => process.exit(1));
  // The command line serves the files in two of them.
  for (const beside of ['node', 'demo', 'cdn', 'dashboard']) mkdirSync(join(own, beside), { recursive: true });
  await buildWorker(join(own, 'node', 'pglite-worker.js'));
  await build({
    entryPoints: [`test/service/fixtures/${name}.ts`],
    outfile: join(own, 'node', 'main.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@electric-sql/pglite', 'pg-native', '@node-rs/xxhash'],
    banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);` },
  });
};

/**
 * Bundles a program of `fixtures/` once for all suites of this process, so that each of its starts is quick; gives its path.
 * Call it inside `describe`.
 */
export const useBundle = (name: string): string => {
  beforeAll(() => {
    const made = bundles.get(name) ?? makeBundle(name);
    bundles.set(name, made);
    return made;
  });
  return resolve(BUNDLES, `${name}-${process.pid}`, 'node', 'main.mjs');
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
