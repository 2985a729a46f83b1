import { ipv4Octets, ipv6Groups, octetsAt } from './ip-address.js';

/** The network of all clients without a known address: they share one quota. */
const SHARED = 'shared';

/** An address without the port that some proxies add (`192.0.2.1:4711`, `[2001:db8::1]:4711`) and without a zone (RFC 4007). */
export const bareAddress = (text: string): string => {
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return address.split('%')[0] ?? '';
};

/**
 * The network of a client's address, in canonical form. IPv4-mapped IPv6 (`::ffff:…`) counts as IPv4.
 * Any text that is not an address counts as one shared client.
 * @param bits the IPv6 prefix to which an address is cut: 64 (default), one network of a subscriber, or 48, all of them.
 */
export const clientNetwork = (address: string | undefined, bits: 48 | 64 = 64): string => {
  const text = bareAddress((address ?? '').trim());
  const octets = ipv4Octets(text);
  if (octets) return octets.join('.');
  const groups = ipv6Groups(text);
  if (!groups) return SHARED;
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped) return octetsAt(groups, 6).join('.');
  return `${groups
    .slice(0, bits / 16)
    .map((group) => group.toString(16))
    .join(':')}::/${bits}`;
};
