import { connect } from 'node:net';

/** Clients that open a connection for each request, as those do that keep none alive. */
export interface SingleClients {
  /** The number of connections so far, by how they ended: the status of the answer, or the code of an error. */
  ends: Record<string, number>;
  /** Resolves when each client was refused a connection. */
  refused: Promise<unknown>;
}

/** Asks once; resolves to the status of the answer, `no answer`, or the code of an error. */
const ask = ({ hostname, port, pathname, search }: URL): Promise<string> =>
  new Promise((resolve) => {
    let [answer, end] = ['', ''];
    let isConnected = false;
    const socket = connect(Number(port), hostname);
    socket
      .on('connect', () => {
        isConnected = true;
        socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
      })
      .on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
      .on('error', ({ code = '' }: NodeJS.ErrnoException) => (end = isConnected ? code : 'refused'))
      .on('close', () => {
        resolve(end || (/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'no answer'));
      });
  });

/** Starts clients that ask a URL one time after the other until they are refused. */
export const startSingleClients = (url: string, count: number): SingleClients => {
  const ends: Record<string, number> = {};
  const run = async (): Promise<void> => {
    for (let end = ''; end !== 'refused';) {
      end = await ask(new URL(url));
      ends[end] = (ends[end] ?? 0) + 1;
    }
  };
  return { ends, refused: Promise.all(Array.from({ length: count }, run)) };
};
