import { build } from 'esbuild';

/** A Worker that runs in workerd, reachable on loopback. */
export interface RunningWorker {
  url: URL;
  end(): Promise<void>;
}

/** The part of the package miniflare that is used here. Its types are missing where the runtimes are not installed. */
interface MiniflarePackage {
  Miniflare: new (options: Record<string, unknown>) => { ready: Promise<URL>; dispose(): Promise<void> };
}

/**
 * Runs a Worker, with its imports, in workerd.
 * @param entry the path of its source.
 * @param options further ones of miniflare, such as its bindings.
 */
export const startWorker = async (entry: string, options: Record<string, unknown>): Promise<RunningWorker> => {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  const name = 'miniflare';
  const { Miniflare } = (await import(name)) as MiniflarePackage;
  const worker = new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.mjs', contents: outputFiles[0]?.text }],
    compatibilityDate: '2026-04-01',
    host: '127.0.0.1',
    port: 0,
    ...options,
  });
  return { url: await worker.ready, end: () => worker.dispose() };
};
