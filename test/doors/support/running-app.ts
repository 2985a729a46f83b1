/** Builds an app as its `package.json` says, and serves it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { App } from '../apps.js';
import { startBackend } from './backend.js';
import { link } from './install.js';
import type { Origin } from './origin.js';

const apps = join(import.meta.dirname, '../apps');

/** A framework's own reports to its makers. */
const SILENCE = {
  ASTRO_TELEMETRY_DISABLED: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  NG_CLI_ANALYTICS: 'false',
};

export interface Place {
  /** Where the apps' packages are. */
  packages: string;
  /** The folder for this run's apps; packages are found above it. */
  folder: string;
  /** Our package, unpacked. */
  unpacked: string;
  /** Where `serve` runs. */
  verify: string;
}

/** Replaces the docs' hosts by those of this run. */
const replaceHosts = async (folder: string, hosts: Record<string, string>): Promise<void> => {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const text = await readFile(file, 'utf8');
    const replaced = Object.entries(hosts).reduce((all, [host, real]) => all.replaceAll(host, real), text);
    if (replaced !== text) await writeFile(file, replaced);
  }
};

const npmRun = (folder: string, script: string, env: Record<string, string>): ChildProcess => {
  // Vitest's own variables would make a build one for tests.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(NODE_ENV|VITEST.*|TEST|MODE|DEV|PROD)$/.test(name),
  );
  return spawn('npm', ['run', '--silent', script], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), ...SILENCE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, which ends with it.
    detached: true,
  });
};

const outputOf = (child: ChildProcess): (() => string) => {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return () => output;
};

const build = async (folder: string, env: Record<string, string>): Promise<void> => {
  const child = npmRun(folder, 'build', env);
  // The browser goes before builds.
  if (child.pid) setPriority(child.pid, 10);
  const output = outputOf(child);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The build failed:\n${output()}`);
};

const start = async (folder: string, origin: string): Promise<() => Promise<void>> => {
  const { port } = new URL(origin);
  const child = npmRun(folder, 'start', { PORT: port, HOST: '127.0.0.1', ORIGIN: origin });
  const output = outputOf(child);
  const closed = once(child, 'close');
  const isUp = (): Promise<boolean> =>
    fetch(origin).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`The server ended:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return async () => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    await closed;
  };
};

/**
 * Copies an app, installs our package into it, builds and serves it.
 * @param origin where it shall serve.
 * @returns stops it.
 */
export const runApp = async (app: App, { url: origin, free }: Origin, place: Place): Promise<() => Promise<void>> => {
  const folder = join(place.folder, app.name);
  for (const sources of new Set([app.sources ?? app.name, app.name]))
    await cp(join(apps, sources), folder, { recursive: true });
  await replaceHosts(folder, {
    'https://verify.example': place.verify,
    'https://shop.example': origin,
    'shop.example': new URL(origin).hostname,
  });
  const modules = join(folder, 'node_modules');
  const nested = join(place.packages, 'apps', app.name, 'node_modules');
  if (existsSync(nested)) await link(nested, modules);
  const installed = join(modules, 'email-verify-element');
  await link(place.unpacked, installed);

  const { scripts = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    scripts?: Record<string, string>;
  };
  if (scripts['build']) await build(folder, {});
  await free();
  if (scripts['start']) return start(folder, origin);
  const server = await startBackend({
    folder: scripts['build'] ? join(folder, 'dist') : folder,
    installed,
    origin,
    jwks: `${place.verify}/verify/.well-known/jwks.json`,
  });
  return async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
};
