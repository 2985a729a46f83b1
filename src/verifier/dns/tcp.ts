import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import type { HostPort } from '../../util/host-port.js';
import { decodeResponse, encodeQuestion, MAX_MESSAGE_BYTES, type DnsResponse, type Question } from './message.js';

/** A message as TCP carries it: two octets of length, then the message (RFC 7766 §8). */
const framed = (message: Uint8Array): Uint8Array =>
  Uint8Array.from([message.length >> 8, message.length & 0xff, ...message]);

/** Asks over TCP, on a connection for this one question: for responses that do not fit into a datagram. */
export const askTcp = ({ host, port }: HostPort, question: Question, signal: AbortSignal): Promise<DnsResponse> =>
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
      fail(new Error('The DNS server closed the connection without a response'));
    });
    socket.on('connect', () => socket.write(framed(encodeQuestion(id, question))));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2) return;
      const length = received.readUInt16BE(0);
      if (length > MAX_MESSAGE_BYTES) {
        fail(new Error('The response of the DNS server is too long'));
        return;
      }
      if (received.length < length + 2) return;
      const response = decodeResponse(received.subarray(2, length + 2), id, question);
      if (response === null) fail(new Error('The DNS server answered another question'));
      else if (response.truncated) fail(new Error('The DNS server truncated its response'));
      else
        end(() => {
          resolve(response);
        });
    });
  });
