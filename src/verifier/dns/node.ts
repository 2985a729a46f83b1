import { getServers } from 'node:dns';
import { parseHostPort, type HostPort } from '../../util/host-port.js';
import type { Transport } from './resolver.js';
import { askTcp } from './tcp.js';
import { askUdp } from './udp.js';

const DNS_PORT = 53;

/** Asks over UDP, and over TCP when the response was cut off (RFC 7766 §5). */
const udpThenTcp =
  (server: HostPort): Transport =>
  async (question, signal) => {
    const response = await askUdp(server, question, signal);
    return response.truncated ? askTcp(server, question, signal) : response;
  };

/**
 * Makes a transport for each server, in the order given.
 * @param servers `host`, `host:port`, `[ipv6]:port` or a bare IPv6 address; the system's own when empty.
 * @throws RangeError that quotes the server that cannot be read.
 */
export const nodeTransports = (servers: readonly string[]): Transport[] =>
  (servers.length > 0 ? servers : getServers()).map((text) => {
    const server = parseHostPort(text, DNS_PORT);
    if (server === null) {
      throw new RangeError(
        `dnsServers: ${JSON.stringify(text)} is no server; write an address such as 9.9.9.9, 9.9.9.9:53 or [2620:fe::fe]:53`,
      );
    }
    return udpThenTcp(server);
  });
