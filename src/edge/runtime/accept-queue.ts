import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/**
 * Turns of the event loop without a new connection after which the accept queue is empty: Node accepts one in each
 * turn.
 */
const QUIET_TURNS = 2;
/** The longest wait for that, in milliseconds, if clients keep connecting. */
const MOST_QUIET_MS = 2000;
/** Node's default length of the queue. */
const QUEUE_LENGTH = 511;
/**
 * Clients retransmit after 200 ms what the system dropped (TCP_RTO_MIN in include/net/tcp.h of Linux), in milliseconds.
 */
const REPEAT_MS = 250;
/** The counter of answers with a SYN cookie in `/proc/net/netstat` (RFC 4987, section 3.6). */
const COOKIES = 'TCPReqQFullDoCookies';
/** States in `/proc/net/tcp` (include/net/tcp_states.h of Linux): a connection in mid-handshake, and a port. */
const [TCP_SYN_RECV, TCP_LISTEN] = ['03', '0A'];

/**
 * Sets the length of the system's accept queue, if Node's handle can. The system drops further connections, whose
 * clients retransmit.
 */
const setQueue = (server: Server, length: number): void => {
  (server as { _handle?: { listen?: (backlog: number) => number } | null })._handle?.listen?.(length);
};

/** The address at which a server reaches itself. */
const ownAddress = (server: Server): { port: number; host: string } => {
  const { address, port } = server.address() as AddressInfo;
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return { port, host };
};

/**
 * Takes the one place of a stopped queue with a connection of ours. Linux connects it at once if the place is free, and
 * lets no other client wait until it is accepted. On other systems, and if this machine cannot reach the address, the
 * place counts as free.
 * @param done receives false if a client is waiting there.
 */
const takePlace = (server: Server, done: (isFree: boolean) => void): void => {
  if (process.platform !== 'linux') {
    done(true);
    return;
  }
  const socket = connect(ownAddress(server)).on('error', () => undefined);
  // Node connects in the next tick.
  process.nextTick(() => {
    const { _handle: handle } = socket as { _handle?: { getpeername?: (out: object) => number } | null };
    done(handle?.getpeername?.({}) === 0);
    socket.destroy();
  });
};

/** The lines of a table of the system, each with its words; none if this is not Linux, or it is not to be read. */
const readTable = (path: string): string[][] => {
  try {
    return readFileSync(path, 'latin1')
      .split('\n')
      .map((line) => line.trim().split(/\s+/));
  } catch {
    return [];
  }
};

/**
 * True if a client is at a stopped queue beside our own connection. It is in the queue, if it came at the same time, on
 * another processor. Or it is in mid-handshake: the system drops the last packet of a handshake when the queue is full,
 * although the client believes itself connected. The client retransmits until the queue has room; a closed port resets
 * it.
 */
const isSomebodyThere = (server: Server): boolean => {
  const end = `:${ownAddress(server).port.toString(16).toUpperCase().padStart(4, '0')}`;
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap(readTable).some(([, local = '', , state, queues = '']) => {
    if (!local.endsWith(end)) return false;
    // Of a port, the second of the queues is that of connections to be accepted.
    return state === TCP_SYN_RECV || (state === TCP_LISTEN && parseInt(queues.slice(9), 16) > 1);
  });
};

/**
 * The number of handshakes that the system has answered with a SYN cookie, at all its ports. It does so when a queue is
 * full, and keeps nothing of them: such a client is in no table, although it believes itself connected.
 */
const cookiesSent = (): number => {
  const [names = [], values = []] = readTable('/proc/net/netstat');
  return Number(values[names.indexOf(COOKIES)] ?? 0);
};

/**
 * Watches a server's connections.
 * @returns a function that calls back in the turn of the event loop in which the port can be closed: when no connection
 * waits to be accepted, or after a bounded time. Closing the port resets the waiting connections.
 */
export const watchQueue = (server: Server): ((done: () => void) => void) => {
  let accepted = 0;
  server.on('connection', () => (accepted += 1));
  const waiting: (() => void)[] = [];

  const begin = (): void => {
    const lastLetIn = performance.now() + MOST_QUIET_MS;
    let [seen, quiet, cookies, until] = [accepted, 0, 0, 0];
    const end = (): void => {
      for (const done of waiting.splice(0)) done();
    };
    const look = (): void => {
      quiet = accepted === seen ? quiet + 1 : 0;
      seen = accepted;
      if (performance.now() > until || !server.listening) end();
      else if (quiet < QUIET_TURNS) setImmediate(look);
      else
        takePlace(server, (isFree) => {
          if (!isFree) setImmediate(look);
          else if (performance.now() < lastLetIn && (isSomebodyThere(server) || cookiesSent() !== cookies)) letIn();
          else end();
        });
    };
    const shut = (): void => {
      cookies = cookiesSent();
      until = performance.now() + MOST_QUIET_MS;
      setQueue(server, 0);
      setImmediate(look);
    };
    const letIn = (): void => {
      setQueue(server, QUEUE_LENGTH);
      setTimeout(shut, REPEAT_MS);
    };
    shut();
  };

  return (done) => {
    if (waiting.push(done) === 1) begin();
  };
};
