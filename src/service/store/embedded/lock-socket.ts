import { rename, rm, type FileHandle } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { errorCode } from '../../../util/errors.js';

/** Timeout for the answer of another process, in ms. It may be busy, or stopped. */
const ASK_MS = 2000;
/** The longest path of a Unix socket, in bytes: the size of `sun_path` without the final NUL (unix(7); 104 on macOS). */
const MOST_PATH_BYTES = process.platform === 'linux' ? 107 : 103;
/** The only answer accepted from a holder, because it is shown to the user. */
const PID = /^[1-9]\d{0,9}$/;
const MOST_ANSWER_BYTES = 10;

/** The suffix of a socket's name until the socket listens. */
const DRAFT = '.new';

/** A folder with its handle: on Linux, `/proc/self/fd` gives a short path to it. */
export interface OpenFolder {
  path: string;
  handle: FileHandle;
}

/** A socket in a folder, by which a running process claims or holds the folder. */
export interface Claim {
  /** From now on, tells all connections, including the open ones, that this process holds the folder. */
  win: () => void;
  /** Removes the socket; open connections are closed without an answer. */
  withdraw: () => Promise<void>;
}

/**
 * The state of the process behind a socket: it has exited (`dead`), has withdrawn its claim (`withdrawn`), or holds the
 * folder. The process id is null if the process is alive but does not answer.
 */
export type Claimant = 'dead' | 'withdrawn' | { pid: string | null };

/**
 * A path to `name` in the folder that is short enough for a socket, while the folder is open.
 * @throws Error with the code `ENAMETOOLONG`.
 */
export const reach = ({ path, handle }: OpenFolder, name: string): string => {
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
    // `exclusive`: otherwise cluster workers would share one socket.
    server.once('error', reject).listen({ path, exclusive: true }, () => {
      resolve(server);
    });
    server.unref();
  });

/**
 * Creates a socket in the folder. It is renamed to `name` only when it listens, so that no process takes it for a dead one.
 * @returns null if its draft was removed in the meantime: try again.
 * @throws the file system's error if it does not support sockets, or the path is too long (`ENAMETOOLONG`).
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
 * Asks the process behind a socket for its state, with a timeout of two seconds.
 * @throws the system's error if the connection is not possible, as for a socket of another user.
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
      // ECONNREFUSED comes from the kernel: no process listens. ENOENT, ECONNRESET: the process has just closed it.
      if (error.code === 'ECONNREFUSED') settle('dead');
      else if (error.code === 'ENOENT' || error.code === 'ECONNRESET') settle('withdrawn');
      else {
        clearTimeout(timer);
        reject(error);
      }
    });
  });
