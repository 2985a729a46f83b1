import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { decodeAnswer, encodeQuestion, MAX_ANSWER_BYTES, type DnsPacket, type Question } from './packet.js';
import type { ServerAddress } from './transport.js';

/** A message as TCP carries it: two octets of length, then the message (RFC 7766 §8). */
const framed = (message: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
};

/** Asks over TCP, on a connection for this one question: for answers that do not fit into a datagram. */
export const askTcp = ({ host, port }: ServerAddress, question: Question, signal: AbortSignal): Promise<DnsPacket> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const id = randomInt(0x10000);
    const socket = connect(port, host);
    let received = Buffer.alloc(0);
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', onAbort);
      socket.destroy();
      settle();
    };
    const fail = (error: Error): void => {
      end(() => {
        reject(error);
      });
    };
    const onAbort = (): void => {
      fail(signal.reason as Error);
    };
    signal.addEventListener('abort', onAbort);
    socket.on('error', fail);
    socket.on('close', () => {
      fail(new Error('The DNS server closed the connection without an answer'));
    });
    socket.on('connect', () => socket.write(framed(encodeQuestion(id, question))));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2) return;
      const length = received.readUInt16BE(0);
      if (length > MAX_ANSWER_BYTES) {
        fail(new Error('The DNS server has too long an answer'));
        return;
      }
      if (received.length < length + 2) return;
      const packet = decodeAnswer(received.subarray(2, length + 2), id, question);
      if (packet === null) fail(new Error('The DNS server answered another question'));
      else
        end(() => {
          resolve(packet);
        });
    });
  });
