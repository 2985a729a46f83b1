import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, it } from 'vitest';
import { shareConnections } from '../../../src/edge/runtime/connection-shares.js';
import { eventually } from '../../support/eventually.js';

describe('the connections of a server', () => {
  it('are held by one network up to half, and another one gets its own', async (t) => {
    let open = 0;
    const server = createServer((socket) => {
      open += 1;
      socket.on('error', () => undefined).once('close', () => (open -= 1));
    });
    shareConnections(server, 10);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sockets: Socket[] = [];
    t.onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    // Each is open, or closed by the server, before the next one comes.
    const openFrom = async (localAddress: string): Promise<Socket> => {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      sockets.push(socket);
      await once(
        socket.on('error', () => undefined),
        'connect',
      );
      return socket;
    };
    for (let n = 0; n < 5; n += 1) await openFrom('127.0.0.1');
    await once(await openFrom('127.0.0.1').then((socket) => socket.resume()), 'close');
    assert.equal(open, 5);
    await openFrom('127.0.0.2');
    await eventually(() => open === 6);
    sockets[0]?.destroy();
    sockets[1]?.destroy();
    await eventually(() => open === 4);
    await openFrom('127.0.0.1');
    await eventually(() => open === 5);
  });
});
