import { ipv4Octets, ipv6Groups, octetsAt } from './ip-address.js';

/** The network of all clients without a known address: they share one quota. */
const SHARED = 'shared';

/** An address without the port that some proxies add (`192.0.2.1:4711`, `[2001:db8::1]:4711`) and without a zone (RFC 4007). */
export const bareAddress = (text: string): string => {
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return address.split('%')[0] ?? '';
};

/**
 * The network of a client's address, in canonical form. IPv6 is cut to its /64, which one subscriber gets; IPv4-mapped
 * IPv6 (`::ffff:…`) counts as IPv4. Any text that is not an address counts as one shared client.
 */
export const clientNetwork = (address: string | undefined): string => {
  const text = bareAddress((address ?? '').trim());
  const octets = ipv4Octets(text);
  if (octets) return octets.join('.');
  const groups = ipv6Groups(text);
  if (!groups) return SHARED;
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped) return octetsAt(groups, 6).join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
};
