/** A SOCKS5 proxy on loopback (RFC 1928, RFC 1929) that connects to IPv4 addresses. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface SocksServer {
  readonly port: number;
  /** `address:port` of every destination that was asked for. */
  readonly destinations: readonly string[];
  close(): Promise<void>;
}

const readFrom = async (socket: Socket, length: number): Promise<Buffer> => {
  for (;;) {
    const bytes = socket.read(length) as Buffer | null;
    if (bytes) return bytes;
    await once(socket, 'readable');
  }
};

/** @param login `user:password` that it wants; none by default. */
export const startSocksServer = async (login?: string): Promise<SocksServer> => {
  const destinations: string[] = [];
  const sockets = new Set<Socket>();

  const serve = async (socket: Socket): Promise<void> => {
    const [, count = 0] = await readFrom(socket, 2);
    await readFrom(socket, count);
    socket.write(Buffer.from([5, login === undefined ? 0 : 2]));
    if (login !== undefined) {
      const [, userLength = 0] = await readFrom(socket, 2);
      const user = (await readFrom(socket, userLength)).toString();
      const [passwordLength = 0] = await readFrom(socket, 1);
      const password = (await readFrom(socket, passwordLength)).toString();
      const isRight = `${user}:${password}` === login;
      socket.write(Buffer.from([1, isRight ? 0 : 1]));
      if (!isRight) {
        socket.end();
        return;
      }
    }
    const request = await readFrom(socket, 10);
    const destination = { host: [...request.subarray(4, 8)].join('.'), port: request.readUInt16BE(8) };
    destinations.push(`${destination.host}:${destination.port}`);
    const through = connect(destination);
    sockets.add(through);
    through.on('error', () => socket.end(Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0])));
    await once(through, 'connect');
    socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
    socket.pipe(through).pipe(socket);
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(socket).catch(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    destinations,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
