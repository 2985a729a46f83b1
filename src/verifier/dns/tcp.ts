import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import type { HostPort } from '../../util/host-port.js';
import { decodeResponse, encodeQuestion, MAX_MESSAGE_BYTES, type DnsResponse, type Question } from './message.js';
import { createSemaphore } from '../../util/semaphore.js';

/**
 * Maximum number of connections to a server, and of questions that wait for one. Unbound, for example, accepts 10 from
 * all its clients.
 */
const MAX_CONNECTIONS = 10;
const MAX_WAITING = 1000;

/** Frames a message for TCP: two octets of length, then the message (RFC 7766 §8). */
const framed = (message: Uint8Array): Uint8Array =>
  Uint8Array.from([message.length >> 8, message.length & 0xff, ...message]);

/** Reads the first message from a stream; later ones are ignored. */
const readMessage = async (stream: AsyncIterable<Buffer>): Promise<Uint8Array> => {
  const received = Buffer.alloc(2 + MAX_MESSAGE_BYTES);
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.copy(received, length);
    if (length < 2) continue;
    const end = 2 + received.readUInt16BE(0);
    if (end > received.length) throw new Error('The response of the DNS server is too long');
    if (length >= end) return received.subarray(2, end);
  }
  throw new Error('The DNS server closed the connection without a response');
};

const ask = async ({ host, port }: HostPort, question: Question, signal: AbortSignal): Promise<DnsResponse> => {
  signal.throwIfAborted();
  const id = randomInt(0x10000);
  const socket = connect(port, host);
  const onAbort = (): void => void socket.destroy(signal.reason as Error);
  signal.addEventListener('abort', onAbort);
  try {
    socket.write(framed(encodeQuestion(id, question)));
    const response = decodeResponse(await readMessage(socket), id, question);
    if (response === null) throw new Error('The DNS server answered another question');
    if (response.truncated) throw new Error('The DNS server truncated its response');
    return response;
  } finally {
    signal.removeEventListener('abort', onAbort);
    socket.destroy();
  }
};

/** Asks over TCP, for responses that do not fit into a datagram. Each question has its own connection. */
export const createTcp = (server: HostPort): ((question: Question, signal: AbortSignal) => Promise<DnsResponse>) => {
  // No leases: the signal of each question ends it.
  const semaphore = createSemaphore(MAX_CONNECTIONS, MAX_WAITING, Infinity);
  return async (question, signal) => {
    const release = await semaphore.acquire(signal);
    if (release === null) throw new Error('Too many questions wait for a connection to the DNS server');
    return ask(server, question, signal).finally(release);
  };
};
