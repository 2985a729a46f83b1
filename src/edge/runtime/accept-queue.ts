import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/** Turns of the event loop without a connection until none waits to be accepted: Node accepts one in each turn. */
const QUIET_TURNS = 2;
/** The longest that this is waited for, in milliseconds, if clients keep on connecting. */
const MOST_QUIET_MS = 2000;
/** Node's own length of the queue. */
const QUEUE_LENGTH = 511;
/** Clients repeat after 200 ms what the system dropped (include/net/tcp.h of Linux: TCP_RTO_MIN), in milliseconds. */
const REPEAT_MS = 250;
/** The state of a connection in mid-handshake in `/proc/net/tcp` (include/net/tcp_states.h of Linux). */
const TCP_SYN_RECV = '03';

/** Sets how many connections the system keeps waiting, where Node's handle can: it drops further ones, which their clients repeat. */
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
 * Takes the one place of a stopped queue by a connection of our own: Linux connects it at once if the place is free, and lets
 * nobody else wait until it is accepted. Elsewhere, and where this machine cannot reach the address, the place is taken as free.
 * @param done gets false if somebody waits there.
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
 * True if a client is in mid-handshake. When its last part meets a full queue, the system drops it, but the client holds itself
 * connected. It repeats what it sends until the queue has room; a closed port resets it.
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
 * @returns a function that calls back, in the turn in which the port can be closed, when no connection waits to be accepted, or
 *   after a bounded time. The system resets the waiting ones of a closed port.
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
