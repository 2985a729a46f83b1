import { ipv4Octets, ipv6Groups, octetsAt } from './ip-address.js';

/** The network of all clients without a known address: they share one quota. */
const SHARED = 'shared';

/** Some proxies add the port to the address they forward: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (text: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;

/**
 * The network of a client's address, in canonical form. IPv6 is cut to its /64, which one subscriber gets; IPv4-mapped
 * IPv6 (`::ffff:…`) counts as IPv4. Any text that is not an address counts as one shared client.
 */
export const clientNetwork = (address: string | undefined): string => {
  const [text = ''] = withoutPort((address ?? '').trim()).split('%');
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
