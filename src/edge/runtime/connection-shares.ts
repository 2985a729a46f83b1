import type { Server } from 'node:net';
import { clientNetwork } from '../../util/client-network.js';
import { createFairShares } from '../../util/fair-shares.js';

/**
 * Bounds the connections of each network to the number of free ones: a single network holds half of them at most, and a
 * network without a connection gets one while one is free. Further connections are closed at once. Not for a server
 * behind a proxy, from which all connections come.
 * @param connections maximum number of connections in total.
 */
export const shareConnections = (server: Server, connections: number): void => {
  const places = createFairShares(connections);
  server.on('connection', (socket) => {
    const leave = places.take(clientNetwork(socket.remoteAddress));
    if (leave === null) socket.destroy();
    else socket.once('close', leave);
  });
};
