import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems choose themselves (32768 on Linux): no `listen(0)` and no connection takes one meanwhile. */
const [FIRST, LAST] = [20_000, 31_999];

const anyPort = (): number => FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));

/** Looks for a port that can be listened on. */
const findPort = async (tryPort: (port: number) => Promise<void>): Promise<number> => {
  for (;;) {
    const port = anyPort();
    try {
      await tryPort(port);
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
};

/** A TCP port of 127.0.0.1 that is free now. Another call may choose it before its user takes it: one in thousands. */
export const freePort = (): Promise<number> =>
  findPort(async (port) => {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
  });

/** The same for UDP. */
export const freeUdpPort = (): Promise<number> =>
  findPort(async (port) => {
    const socket = createSocket('udp4').bind(port, '127.0.0.1');
    await once(socket, 'listening');
    socket.close();
    await once(socket, 'close');
  });
