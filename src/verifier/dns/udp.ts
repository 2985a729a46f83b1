import { createSocket, type Socket } from 'node:dgram';
import type { HostPort } from '../../util/host-port.js';
import { decodeResponse, encodeQuestion, type Question } from './message.js';
import type { Transport } from './transport.js';

/**
 * Number of sockets that share the questions to a server. Each is replaced after 500 questions or 5 s. A forged
 * response must have the id of its question and arrive at the port of its socket (RFC 5452 §9.2): 16 random bits of id,
 * and the 14 to 15 of the system's ephemeral ports. Each question takes one of up to 32 open ports at random, so that
 * an attacker who knows one port reaches one question in 32. No port is open long enough to be found by probing all:
 * that takes about a minute at the 1,000 ICMP errors a second with which systems answer probes (SAD DNS, 2020).
 */
const SOCKETS = 32;
const MAX_QUESTIONS = 500;
const MAX_AGE_MS = 5000;

/**
 * Size of each socket's receive buffer, for the responses to some hundred questions while the thread is busy: thousands
 * in all.
 */
const RECEIVE_BUFFER_BYTES = 212_992;

/**
 * Maximum number of unread questions in the receive buffer of a server that is busy for a moment: the usual buffer of
 * 208 KiB has room for 256. After `UNREAD_MS`, a question without an answer counts as read: the server waits for other
 * servers, which must not delay other questions.
 */
const MAX_UNREAD = 100;
const UNREAD_MS = 20;

const MAX_ID = 0xffff;

/** A question in flight. */
interface Asking {
  question: Question;
  done: Parameters<Transport['ask']>[1];
  send: () => void;
  /** The period of the window in which it was sent; -1 before that and after its end. */
  period: number;
}

/** A socket and the questions in flight on it, by their ids. */
interface Channel {
  ask: Transport['ask'];
  /** Takes no more questions, and closes when the last one has ended. */
  retire: () => void;
}

/** Random numbers of 16 bits, from the system's source in bulk: one at a time costs a microsecond. */
const randomIds = new Uint16Array(1024);
let randomIdsLeft = 0;
const randomId = (): number => {
  if (randomIdsLeft === 0) {
    crypto.getRandomValues(randomIds);
    randomIdsLeft = randomIds.length;
  }
  return randomIds[--randomIdsLeft] ?? 0;
};

/** Bounds the number of questions that a server may not have read yet. */
class Window {
  readonly #waiting: Asking[] = [];
  #unread = 0;
  /** Counts the times at which all sent questions were declared read. */
  #period = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Sends a question when there is room. */
  enter(asking: Asking): void {
    this.#waiting.push(asking);
    this.#fill();
  }

  /** Makes room for the next question, after one has ended. */
  leave(asking: Asking): void {
    if (asking.period === this.#period) this.#unread -= 1;
    asking.period = -1;
    this.#fill();
  }

  #fill(): void {
    while (this.#unread < MAX_UNREAD && this.#waiting.length > 0) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#unread += 1;
      next.period = this.#period;
      next.send();
    }
    if (this.#waiting.length === 0 || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#period += 1;
      this.#unread = 0;
      this.#fill();
    }, UNREAD_MS);
  }
}

/**
 * Opens a socket. It is connected, so that the kernel drops datagrams of other peers and reports a closed port.
 * Datagrams that are not a response to a question in flight are ignored.
 * @param onRetired called back once, when the socket takes no more questions.
 */
const openChannel = ({ host, port }: HostPort, window: Window, onRetired: () => void): Channel => {
  const socket: Socket = createSocket({
    type: host.includes(':') ? 'udp6' : 'udp4',
    recvBufferSize: RECEIVE_BUFFER_BYTES,
  });
  const inFlight = new Map<number, Asking>();
  /** Messages that wait until the socket is connected. */
  let unsent: Uint8Array[] | null = [];
  let asked = 0;
  let retired = false;
  let closed = false;

  const closeIfDone = (): void => {
    if (!retired || closed || inFlight.size > 0) return;
    closed = true;
    socket.close();
  };
  const retire = (): void => {
    if (retired) return;
    retired = true;
    clearTimeout(timer);
    onRetired();
    closeIfDone();
  };
  const timer = setTimeout(retire, MAX_AGE_MS);
  // Neither an idle socket nor its timer keeps the process alive; a caller that waits for a response has its own timer.
  timer.unref();
  socket.unref();

  // Listeners stay after the end: a late report of an unreachable port must not become an uncaught error.
  socket.on('error', () => {
    const failed = [...inFlight.values()];
    inFlight.clear();
    retire();
    for (const asking of failed) {
      window.leave(asking);
      asking.done(null);
    }
  });
  socket.on('message', (message) => {
    if (message.length < 2) return;
    const id = message.readUInt16BE(0);
    const asking = inFlight.get(id);
    const response = asking && decodeResponse(message, id, asking.question);
    if (!response) return;
    inFlight.delete(id);
    window.leave(asking);
    closeIfDone();
    asking.done(response);
  });
  socket.on('connect', () => {
    const messages = unsent ?? [];
    unsent = null;
    if (!closed) for (const message of messages) socket.send(message);
  });
  socket.connect(port, host);

  return {
    ask(question, done) {
      let id = randomId();
      while (inFlight.has(id)) id = (id + 1) & MAX_ID;
      const send = (): void => {
        if (inFlight.get(id) !== asking) return;
        const message = encodeQuestion(id, question);
        if (unsent) unsent.push(message);
        else socket.send(message);
      };
      const asking: Asking = { question, done, send, period: -1 };
      inFlight.set(id, asking);
      asked += 1;
      window.enter(asking);
      if (asked >= MAX_QUESTIONS) retire();
      return () => {
        // The id may belong to a later question.
        if (inFlight.get(id) !== asking) return;
        inFlight.delete(id);
        window.leave(asking);
        closeIfDone();
      };
    },
    retire,
  };
};

/** Asks over UDP, from any of a pool of sockets. */
export const udpTransport = (server: HostPort): Transport => {
  const window = new Window();
  const channels = Array<Channel | undefined>(SOCKETS).fill(undefined);
  return {
    ask(question, done) {
      const place = randomId() % SOCKETS;
      const channel = (channels[place] ??= openChannel(server, window, () => (channels[place] = undefined)));
      return channel.ask(question, done);
    },
    close() {
      for (const channel of channels) channel?.retire();
    },
  };
};
