/** The service as a process of its own, which a test may kill. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { build } from 'esbuild';

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

/** Below node_modules, from where the bundle finds PGlite, which is not in it. */
const WITH_PGLITE = join('node_modules', '.cache', 'email-verify');

/**
 * Gives a function that starts one. It is bundled once, so that a start is quick. Call it inside `describe`.
 * @param folder where the bundle is: PGlite is looked for from there.
 */
export const useProcesses = (folder = WITH_PGLITE): ((...args: string[]) => ServiceProcess) => {
  const bundle = resolve(folder, `serve-${process.pid}.mjs`);
  const started: ChildProcess[] = [];
  beforeAll(async () => {
    mkdirSync(join(bundle, '..'), { recursive: true });
    await build({
      entryPoints: ['test/service/fixtures/serve.ts'],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['@electric-sql/pglite', 'pg-native'],
      banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);` },
    });
  });
  afterAll(() => {
    for (const child of started) child.kill('SIGKILL');
    rmSync(bundle, { force: true });
  });
  return (...args) => {
    const child = spawn(process.execPath, [bundle, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    started.push(child);
    const ready = read(child);
    // Who does not wait for it need not hear that it failed.
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
