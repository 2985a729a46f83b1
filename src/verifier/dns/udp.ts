import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import type { HostPort } from '../../util/host-port.js';
import { decodeResponse, encodeQuestion, type DnsResponse, type Question } from './message.js';

/**
 * Queries over UDP. Each query has its own socket, so that its source port is as random as its id (RFC 5452 §9.2). The socket
 * is connected, so that the kernel drops datagrams of other peers and reports a closed port. Datagrams that are not the response are ignored.
 */
export const askUdp = ({ host, port }: HostPort, question: Question, signal: AbortSignal): Promise<DnsResponse> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const id = randomInt(0x10000);
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    let ended = false;
    const end = (settle: () => void): void => {
      // Listeners stay: a late report of an unreachable port must not become an uncaught error.
      if (ended) return;
      ended = true;
      signal.removeEventListener('abort', onAbort);
      socket.close();
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
    socket.on('message', (message) => {
      const response = decodeResponse(message, id, question);
      if (response !== null)
        end(() => {
          resolve(response);
        });
    });
    socket.on('connect', () => {
      if (!ended) socket.send(encodeQuestion(id, question));
    });
    socket.connect(port, host);
  });
