import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { StartError } from '../start-error.js';

/** Releases a lock. It may be called more than once. */
export type Release = () => Promise<void>;

/** How long the holder of a lock is asked for its process id, in ms. It may be busy: the answer is only for the message. */
const ASK_HOLDER_MS = 500;

const inUse = (folder: string, pid: string): StartError =>
  new StartError(
    `DATA_DIR ${folder} is in use by another email-verify process${pid === '' ? '' : ` (pid ${pid})`}; ` +
      'stop it, or give this one its own DATA_DIR or a DATABASE_URL',
  );

const isCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code;

/**
 * The folder's name among Linux' abstract sockets (unix(7)). It fills `sun_path` to its last byte: shorter names are
 * padded by some versions of libuv and not by others, and two versions of Node would not see each other.
 */
const socketName = (folder: string): string =>
  `\0email-verify/${createHash('sha256').update(folder).digest('hex')}`.padEnd(108, '/');

const listen = (name: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.on('error', () => undefined).end(String(process.pid)));
    server.once('error', reject).listen(name, () => {
      resolve(server);
    });
    server.unref();
  });

const askHolder = (name: string): Promise<string> =>
  new Promise((resolve) => {
    let pid = '';
    const socket = connect(name);
    socket.setTimeout(ASK_HOLDER_MS, () => socket.destroy());
    socket.on('data', (chunk) => (pid += chunk.toString())).on('error', () => undefined);
    socket.on('close', () => {
      resolve(pid);
    });
  });

/** The kernel forgets an abstract socket with its process, however that ends: nothing stale can stay behind. */
const lockBySocket = async (folder: string): Promise<Release> => {
  const name = socketName(folder);
  try {
    const server = await listen(name);
    return () =>
      new Promise((resolve) =>
        server.close(() => {
          resolve();
        }),
      );
  } catch (error) {
    if (isCode(error, 'EADDRINUSE')) throw inUse(folder, await askHolder(name));
    throw error;
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
};

/** Where there are no abstract sockets: a file with the holder's process id; one whose process is gone is taken over. */
const lockByFile = async (folder: string): Promise<Release> => {
  const file = join(folder, 'lock');
  const claim = (): Promise<void> => writeFile(file, String(process.pid), { flag: 'wx' });
  try {
    await claim();
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    const pid = await readFile(file, 'utf8');
    if (isAlive(Number(pid))) throw inUse(folder, pid);
    await rm(file, { force: true });
    await claim();
  }
  return () => rm(file, { force: true });
};

/**
 * Takes a folder for this process alone, as long as it lives.
 * @param folder an existing folder; two names of the same folder are one lock.
 * @throws StartError when another process has it.
 */
export const lockFolder = (folder: string, platform: NodeJS.Platform = process.platform): Promise<Release> =>
  (platform === 'linux' ? lockBySocket : lockByFile)(realpathSync(folder));
