import { getServers } from 'node:dns';
import { askTcp } from './tcp.js';
import type { ServerAddress, Transport } from './transport.js';
import { askUdp } from './udp.js';

/**
 * Reads `host`, `host:port` or `[ipv6]:port`; the port is 53 when there is none.
 * @throws RangeError that names the text, when it is none of these.
 */
export const parseServer = (text: string): ServerAddress => {
  // More than one colon without brackets is an IPv6 address alone.
  const bare = /^[\da-f:.]*:[\da-f.]*:[\da-f:.]*(%\w+)?$/i.test(text) ? text : undefined;
  const [, bracketed, name, digits = '53'] = /^(?:\[([^[\]]+)\]|([^:[\]\s]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bare ?? bracketed ?? name;
  const port = bare === undefined ? Number(digits) : 53;
  if (host === undefined || port < 1 || port > 65535)
    throw new RangeError(`No DNS server is called ${JSON.stringify(text)}`);
  return { host, port };
};

/** UDP, and TCP when the answer was cut (RFC 7766 §5). */
const udpThenTcp =
  (server: ServerAddress): Transport =>
  async (question, signal) => {
    const packet = await askUdp(server, question, signal);
    return packet.flag_tc ? askTcp(server, question, signal) : packet;
  };

/**
 * A transport for each server, in the order given.
 * @param servers `host:port`; the system's own when unset or empty.
 * @throws RangeError when one of them cannot be read.
 */
export const nodeTransports = (servers: readonly string[] = []): Transport[] =>
  (servers.length > 0 ? servers : getServers()).map((text) => udpThenTcp(parseServer(text)));
