import { getServers } from 'node:dns';
import { parseHostPort, type HostPort } from '../../util/host-port.js';
import { createTcp } from './tcp.js';
import { askByPromise, type Transport } from './transport.js';
import { udpTransport } from './udp.js';

const DNS_PORT = 53;

/** Asks over UDP, and over TCP if the response was truncated (RFC 7766 §5). */
const udpThenTcp = (server: HostPort): Transport => {
  const udp = udpTransport(server);
  const askTcp = askByPromise(createTcp(server));
  return {
    ask(question, done) {
      let giveUp = udp.ask(question, (response) => {
        if (response?.truncated) giveUp = askTcp(question, done);
        else done(response);
      });
      return () => {
        giveUp();
      };
    },
    close: udp.close,
  };
};

/**
 * Creates a transport for each server, in the given order.
 * @param servers `host`, `host:port`, `[ipv6]:port` or a bare IPv6 address; the system's own when empty.
 * @throws RangeError that quotes an invalid server.
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
