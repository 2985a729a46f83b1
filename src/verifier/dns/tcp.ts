import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import type { HostPort } from '../../util/host-port.js';
import { decodeResponse, encodeQuestion, MAX_MESSAGE_BYTES, type DnsResponse, type Question } from './message.js';

/** Frames a message for TCP: two octets of length, then the message (RFC 7766 §8). */
const framed = (message: Uint8Array): Uint8Array =>
  Uint8Array.from([message.length >> 8, message.length & 0xff, ...message]);

/** Reads the first message from a stream; later ones are ignored. */
const readMessage = async (stream: AsyncIterable<Buffer>): Promise<Uint8Array> => {
  let received = Buffer.alloc(0);
  for await (const chunk of stream) {
    received = Buffer.concat([received, chunk]);
    if (received.length < 2) continue;
    const length = received.readUInt16BE(0);
    if (length > MAX_MESSAGE_BYTES) throw new Error('The response of the DNS server is too long');
    if (received.length >= length + 2) return received.subarray(2, length + 2);
  }
  throw new Error('The DNS server closed the connection without a response');
};

/** Queries over TCP, for responses that do not fit into a datagram. Each query has its own connection. */
export const askTcp = async (
  { host, port }: HostPort,
  question: Question,
  signal: AbortSignal,
): Promise<DnsResponse> => {
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
