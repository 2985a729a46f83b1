import { chmod, mkdir, open, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { once } from 'node:events';
import { StartupError } from '../config/startup-error.js';
import { atLimit } from '../config/system-limit.js';
import { fetchListener } from '../edge/runtime/node-server.js';
import { reach } from '../service/store/embedded/lock-socket.js';
import { errorCode } from '../util/errors.js';

/** Owner-only folder for the socket: whoever connects has full control. */
const FOLDER = 'control';
const NAME = 'socket';

const withPath = async <T>(dataDir: string, use: (path: string) => Promise<T>): Promise<T> => {
  const path = join(dataDir, FOLDER);
  const handle = await open(path, 'r');
  try {
    return await use(reach({ path, handle }, NAME));
  } finally {
    await handle.close();
  }
};

/**
 * Serves commands of other processes of the same user while this process holds the data folder, by HTTP over a local
 * socket.
 * @param handle answers a request; its path is the command.
 * @throws StartupError if the socket cannot be created.
 */
export const serveControl = async (
  dataDir: string,
  handle: (request: Request) => Promise<Response>,
  onError: (error: unknown) => void,
): Promise<{ close: () => Promise<void> }> => {
  const server = createServer(fetchListener(handle, onError));
  try {
    await mkdir(join(dataDir, FOLDER), { recursive: true, mode: 0o700 });
    await chmod(join(dataDir, FOLDER), 0o700);
    // A socket left by a killed process: this process holds the folder.
    await rm(join(dataDir, FOLDER, NAME), { force: true });
    await withPath(dataDir, async (path) => {
      await once(server.listen({ path, exclusive: true }), 'listening');
    });
  } catch (cause) {
    const limited = atLimit(cause, `the socket for commands in ${join(dataDir, FOLDER)} cannot be made`);
    if (limited !== null) throw limited;
    throw new StartupError(
      `the socket for commands in ${join(dataDir, FOLDER)} cannot be made (${errorCode(cause)}); remove that folder`,
      { cause },
    );
  }
  server.unref();
  return {
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(join(dataDir, FOLDER, NAME), { force: true });
    },
  };
};

/** The optional parts of a command: the body of its request, and a signal. */
interface Sent {
  body?: string;
  /** Aborts the wait for the response, and the response. */
  signal?: AbortSignal;
}

/**
 * Sends a command to the process that holds a data folder.
 * @returns its response; null if there is no such process.
 */
export const askControl = async (
  dataDir: string,
  command: string,
  { body, signal }: Sent = {},
): Promise<IncomingMessage | null> => {
  try {
    return await withPath(dataDir, async (socketPath) => {
      const sent = request({ socketPath, path: `/${command}`, method: 'POST', ...(signal && { signal }) }).end(body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      return response;
    });
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED'].includes(errorCode(error) ?? '')) return null;
    throw error;
  }
};
