import type { Server } from 'node:net';
import { clientNetwork } from '../../util/client-network.js';
import { createPlaces } from '../../util/places.js';

/**
 * Bounds the connections of each network: as many as are free, so that one alone holds half of them, and who has none gets one while one is free.
 * Further ones are closed at once. Not for a server behind a proxy, whose connections all come from there.
 * @param connections the maximum of all together.
 */
export const shareConnections = (server: Server, connections: number): void => {
  const places = createPlaces(connections);
  server.on('connection', (socket) => {
    const leave = places.take(clientNetwork(socket.remoteAddress));
    if (leave === null) socket.destroy();
    else socket.once('close', leave);
  });
};
