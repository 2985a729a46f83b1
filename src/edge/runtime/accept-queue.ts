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
/** The state of a connection in mid-handshake in `/proc/net/tcp` (include/net/tcp_states.h of Linux). */
const TCP_SYN_RECV = '03';

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

/**
 * True if a client is in mid-handshake. The system drops the last packet of a handshake when the queue is full,
 * although the client believes itself connected. The client retransmits until the queue has room; a closed port resets
 * it.
 */
const isInHandshake = (server: Server): boolean => {
  const end = `:${ownAddress(server).port.toString(16).toUpperCase().padStart(4, '0')}`;
  return ['/proc/net/tcp', '/proc/net/tcp6'].some((file) => {
    try {
      return readFileSync(file, 'latin1')
        .split('\n')
        .some((line) => {
          const [, local, , state] = line.trim().split(/\s+/, 4);
          return state === TCP_SYN_RECV && local?.endsWith(end);
        });
    } catch {
      return false; // Not Linux, or not to be read.
    }
  });
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
    const until = performance.now() + MOST_QUIET_MS;
    let [seen, quiet] = [accepted, 0];
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
          else if (isInHandshake(server)) letIn();
          else end();
        });
    };
    const shut = (): void => {
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
