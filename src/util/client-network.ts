import { embeddedIpv4, ipv4Octets, ipv6Groups } from './ip-address.js';

/** The network of all clients without a known address: they share one quota. */
const SHARED = 'shared';

/**
 * An address without the port that some proxies add (`192.0.2.1:4711`, `[2001:db8::1]:4711`) and without a zone (RFC
 * 4007).
 */
export const bareAddress = (text: string): string => {
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return address.split('%')[0] ?? '';
};

/**
 * The network of a client's address, in canonical form. IPv6 that stands for an IPv4 address (IPv4-mapped, NAT64, 6to4)
 * counts as IPv4. Any text that is not an address counts as one shared client.
 * @param bits the IPv6 prefix to which an address is cut: 64 (default), one network; 56, what a home line has; or 48,
 * the most that one subscriber has (RFC 6177).
 */
export const clientNetwork = (address: string | undefined, bits: 48 | 56 | 64 = 64): string => {
  const text = bareAddress((address ?? '').trim());
  const groups = ipv6Groups(text);
  const octets = groups ? embeddedIpv4(groups) : ipv4Octets(text);
  if (octets) return octets.join('.');
  if (!groups) return SHARED;
  return `${groups
    .slice(0, Math.ceil(bits / 16))
    .map((group, i) => (bits === 56 && i === 3 ? group & 0xff00 : group).toString(16))
    .join(':')}::/${bits}`;
};
