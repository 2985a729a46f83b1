import { TimeoutError, withTimeout } from '../../util/timeout.js';
import { Connection, TlsError } from './connection.js';
import type { Dial } from './dial.js';
import { shakeHands, type Extensions } from './handshake.js';
import { REMEMBERED_MS, type Memory } from './memory.js';
import { SessionError, type Failure } from './recipient-query.js';
import type { MailServer, Opening } from './mail-server.js';

/** The options of connections to mail servers: the same for all connections of one prober. */
export interface ConnectOptions {
  dial: Dial;
  port: number;
  /** The name of this machine. */
  helo: string;
  /** True to use STARTTLS if it is offered. */
  tls: boolean;
  /** True for the host names of receivers that are never asked. */
  isNeverAsked: (host: string) => boolean;
}

/** Time limit for opening a session, from the dialling to the last EHLO, in milliseconds. */
const OPENING_MS = 60_000;
/** The share of a caller's time that a TLS handshake may take, so that a session without TLS still has time. */
const TLS_SHARE = 1 / 3;
/** Maximum time limit of a TLS handshake, in milliseconds. */
const TLS_MS = 10_000;

const tlsTime = ({ waiting }: MailServer): number => {
  let last = -Infinity;
  for (const { deadline } of waiting) last = Math.max(last, deadline);
  const left = last - performance.now();
  return left > 0 ? Math.min(left * TLS_SHARE, TLS_MS) : TLS_MS;
};

/** A connection on which the server waits for MAIL. */
export interface OpenConnection {
  connection: Connection;
  extensions: Extensions;
}

/**
 * Connects to a server and greets it. {@link MailServer.abandon} ends the attempt when no query waits any more.
 * @param onClose called with the reason when the connection is closed, or was not made.
 * @throws SessionError, TlsError, TimeoutError or a system error; {@link failureOf} maps each to a code.
 */
export const openSession = async (
  server: MailServer,
  { dial, port, helo, tls, isNeverAsked }: ConnectOptions,
  { plaintext, neverAsked }: Memory,
  onClose: (reason: Error) => void,
): Promise<OpenConnection> => {
  const controller = new AbortController();
  const opening: Opening = {
    abort(reason) {
      controller.abort(reason);
    },
  };
  server.openings.add(opening);
  const name = `${server.host} ${server.address}`;
  const tlsMs = tls && !server.isPlaintext && plaintext.get(name) === undefined ? tlsTime(server) : null;
  let connection: Connection | undefined;
  const open = async (signal: AbortSignal): Promise<OpenConnection> => {
    const socket = await dial(server.address, port, signal);
    if (signal.aborted) socket.destroy();
    connection = new Connection(socket, onClose);
    const extensions = await shakeHands(connection, { host: server.host, helo, tlsTimeoutMs: tlsMs, isNeverAsked });
    return { connection, extensions };
  };
  try {
    return await withTimeout(OPENING_MS, open, controller.signal);
  } catch (error) {
    const isAnnounced = failureOf(error) === 'smtp_not_checked';
    if (isAnnounced) neverAsked.set(server.address, true, REMEMBERED_MS.neverAsked);
    if (!connection) onClose(error as Error);
    else if (isAnnounced) connection.quit();
    else connection.destroy(error as Error);
    if (error instanceof TlsError && !controller.signal.aborted) {
      server.isPlaintext = true;
      // A failure of a check with little time must not disable TLS for checks with more.
      if (!error.isLate || tlsMs === TLS_MS) plaintext.set(name, true, REMEMBERED_MS.plaintext);
    }
    throw error;
  } finally {
    server.openings.delete(opening);
  }
};

/** The code for a session that was refused or lost. */
export const failureOf = (error: unknown): Failure => {
  if (error instanceof SessionError) return error.failure;
  const isLate = error instanceof TimeoutError || (error as NodeJS.ErrnoException).code === 'ETIMEDOUT';
  return isLate ? 'smtp_timeout' : 'smtp_unavailable';
};
