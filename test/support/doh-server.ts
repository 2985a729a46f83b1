/**
 * A real DNS-over-HTTPS endpoint (RFC 8484) on loopback, in front of a real DNS server, for tests that must not use the
 * network. It passes each message to the DNS server over TCP, and the answer back; if the DNS server is silent, the
 * request waits.
 * @example
 * const dns = await startDnsServer({ zone });
 * const doh = await startDohServer(dns.address);
 * createDohVerifier({ url: doh.url });
 * doh.fail((response) => response.writeHead(500).end()); // from now on
 * await doh.close();
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/** Responds to a request in place of the server. `answer` is the true answer. */
export type DohFault = (response: ServerResponse, answer: Buffer) => void;

export interface DohRequest {
  method: string;
  headers: IncomingHttpHeaders;
  /** The DNS message as it came. */
  message: Buffer;
}

export interface DohServer {
  readonly url: string;
  /** Every request that arrived, oldest first. */
  readonly requests: readonly DohRequest[];
  /** Answers by this fault from now on; by none when it is undefined. */
  fail(fault?: DohFault): void;
  close(): Promise<void>;
}

export const MEDIA_TYPE = 'application/dns-message';

/** Asks a DNS server over TCP; ends early, with null, when the client has gone or the server closes. */
const ask = (address: string, message: Buffer, response: ServerResponse): Promise<Buffer | null> =>
  new Promise((resolve) => {
    const [host, port] = address.split(':');
    const socket = connect(Number(port), host);
    let received = Buffer.alloc(0);
    const end = (answer: Buffer | null): void => {
      socket.destroy();
      resolve(answer);
    };
    response.on('close', () => {
      end(null);
    });
    socket.on('error', () => {
      end(null);
    });
    socket.on('close', () => {
      end(null);
    });
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length >= 2 && received.length >= received.readUInt16BE(0) + 2) end(received.subarray(2));
    });
    const length = Buffer.alloc(2);
    length.writeUInt16BE(message.length);
    socket.write(Buffer.concat([length, message]));
  });

/** @param dns `127.0.0.1:port` of the DNS server behind it. */
export const startDohServer = async (dns: string): Promise<DohServer> => {
  const requests: DohRequest[] = [];
  let fault: DohFault | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const message = Buffer.concat(chunks);
      requests.push({ method: request.method ?? '', headers: request.headers, message });
      void ask(dns, message, response).then((answer) => {
        if (answer === null) response.destroy();
        else if (fault) fault(response, answer);
        else response.writeHead(200, { 'content-type': MEDIA_TYPE }).end(answer);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dns-query`,
    requests,
    fail(next) {
      fault = next;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
