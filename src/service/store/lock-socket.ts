import { rename, rm, type FileHandle } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { errorCode } from '../../util/errors.js';

/** The time for another process to answer, in ms. It may be busy, or stopped. */
const ASK_MS = 2000;
/** The longest path that every system can bind a socket to, in bytes: `sun_path` without its last (unix(7); macOS has 104). */
const MOST_PATH_BYTES = process.platform === 'linux' ? 107 : 103;
/** The only answer that is taken from a holder: it is shown to a person. */
const PID = /^[1-9]\d{0,9}$/;
const MOST_ANSWER_BYTES = 10;

/** The suffix of a socket's name until it listens. */
const DRAFT = '.new';

/** A folder with its handle: Linux reaches a folder through that, however long its path is. */
export interface OpenFolder {
  path: string;
  handle: FileHandle;
}

/** A socket in a folder, by which a living process claims the folder or holds it. */
export interface Claim {
  /** Answers from now on, also those who have asked already, that this process has the folder. */
  win: () => void;
  /** Removes the socket; processes that have asked get no answer. */
  withdraw: () => Promise<void>;
}

/**
 * The state of a socket's process: it has ended and the kernel has closed its socket (`dead`), it has given up its claim
 * (`withdrawn`), or it has the folder; its process id is null when it lives but does not answer.
 */
export type Claimant = 'dead' | 'withdrawn' | { pid: string | null };

/** A path to a name in the folder, short enough for a socket. */
const reach = ({ path, handle }: OpenFolder, name: string): string => {
  const full = join(path, name);
  const paths = [full, relative(process.cwd(), full)];
  if (process.platform === 'linux') paths.push(`/proc/self/fd/${handle.fd}/${name}`);
  const short = paths.find((one) => Buffer.byteLength(one) <= MOST_PATH_BYTES);
  if (short === undefined) throw Object.assign(new Error('too long for a socket'), { code: 'ENAMETOOLONG' });
  return short;
};

const listen = (path: string, onAsked: (socket: Socket) => void): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer(onAsked);
    // `exclusive`: a worker of a cluster would otherwise share the socket of its siblings.
    server.once('error', reject).listen({ path, exclusive: true }, () => {
      resolve(server);
    });
    server.unref();
  });

/**
 * Puts a socket into the folder. Under `name` it is seen only once it listens, so that nobody takes it for a dead one.
 * @returns null when its draft was removed meanwhile: try again.
 * @throws the file system's error when it has no sockets, or the path is too long for one (`ENAMETOOLONG`).
 */
export const putClaim = async (folder: OpenFolder, name: string): Promise<Claim | null> => {
  const asking = new Set<Socket>();
  let won = false;
  const tell = (socket: Socket): void => {
    socket.end(String(process.pid), () => socket.destroy());
  };
  const server = await listen(reach(folder, name + DRAFT), (socket) => {
    asking.add(socket);
    socket.on('error', () => undefined).on('close', () => asking.delete(socket));
    socket.unref();
    if (won) tell(socket);
  });
  const file = join(folder.path, name);
  const withdraw = async (): Promise<void> => {
    await rm(file, { force: true });
    for (const socket of asking) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  try {
    await rename(file + DRAFT, file);
  } catch (error) {
    await withdraw();
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
  return {
    win: () => {
      won = true;
      for (const socket of asking) tell(socket);
    },
    withdraw,
  };
};

/**
 * Asks the process behind a socket, for two seconds at most.
 * @throws the system's error when the socket cannot be asked at all, as when another user's process made it.
 */
export const askClaimant = (folder: OpenFolder, name: string): Promise<Claimant> =>
  new Promise((resolve, reject) => {
    let [connected, answer] = [false, ''];
    const socket = connect(reach(folder, name));
    const settle = (claimant: Claimant): void => {
      clearTimeout(timer);
      resolve(claimant);
      socket.destroy();
    };
    const timer = setTimeout(() => {
      settle({ pid: null });
    }, ASK_MS);
    socket.on('connect', () => (connected = true));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (answer.length > MOST_ANSWER_BYTES) settle({ pid: null });
    });
    socket.on('close', () => {
      settle(answer === '' ? 'withdrawn' : { pid: PID.test(answer) ? answer : null });
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (connected) return;
      // Refused, by the kernel: nobody listens. Missing or reset: its process has just closed it.
      if (error.code === 'ECONNREFUSED') settle('dead');
      else if (error.code === 'ENOENT' || error.code === 'ECONNRESET') settle('withdrawn');
      else {
        clearTimeout(timer);
        reject(error);
      }
    });
  });
