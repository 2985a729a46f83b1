import { createHash } from 'node:crypto';
import { connect, isIP, type Socket } from 'node:net';
import { SocksClient } from 'socks';
import type { Proxy } from './options.js';

/** The options of outgoing connections. */
export interface DialOptions {
  /** Local addresses to connect from: one for each server, chosen by its address; the system's choice when empty. */
  sourceAddresses: readonly string[];
  /** A SOCKS5 proxy through which every connection goes; null for none. */
  proxy: Proxy | null;
}

/** Resolves when the socket is connected; destroys it if the signal is aborted first. */
const connected = async (socket: Socket, signal: AbortSignal): Promise<Socket> => {
  const onAbort = (): void => void socket.destroy(signal.reason as Error);
  signal.addEventListener('abort', onAbort);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject);
    });
    return socket;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
};

const throughProxy = async (
  { host, port, user, password }: Proxy,
  destination: { host: string; port: number },
  signal: AbortSignal,
): Promise<Socket> => {
  const socket = await connected(connect({ host, port, noDelay: true }), signal);
  const onAbort = (): void => void socket.destroy();
  signal.addEventListener('abort', onAbort);
  try {
    const login = user === '' ? {} : { userId: user, password };
    // The library's timeout is 30 s; the signal may end the wait sooner.
    const proxy = { host, port, type: 5 as const, ...login };
    await SocksClient.createConnection({ proxy, command: 'connect', destination, existing_socket: socket });
    return socket;
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? (signal.reason as Error) : error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
};

/**
 * One of the local addresses, always the same for a server: to a greylisting server, another address is another client.
 */
const sourceFor = (address: string, own: readonly string[]): string | undefined =>
  own[createHash('sha256').update(address).digest().readUInt32BE() % own.length];

/**
 * Creates the function that connects to mail servers.
 * @returns dials an IP address; rejects with a system error, or with the signal's reason.
 */
export const createDialer =
  ({ sourceAddresses, proxy }: DialOptions) =>
  async (address: string, port: number, signal: AbortSignal): Promise<Socket> => {
    signal.throwIfAborted();
    if (proxy) return throughProxy(proxy, { host: address, port }, signal);
    const own = sourceAddresses.filter((source) => isIP(source) === isIP(address));
    const localAddress = sourceFor(address, own);
    // Only the configured addresses have the PTR record and the name that mail servers check.
    if (localAddress === undefined && sourceAddresses.length > 0) throw new Error('No source address of this family');
    const source = localAddress === undefined ? {} : { localAddress };
    return connected(connect({ host: address, port, noDelay: true, ...source }), signal);
  };

export type Dial = ReturnType<typeof createDialer>;
