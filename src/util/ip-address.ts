const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const GROUP = /^[0-9a-f]{1,4}$/i;

/** The four numbers of an IPv4 address, or null if the text is not one. */
export const ipv4Octets = (text: string): number[] | null => (IPV4.test(text) ? text.split('.').map(Number) : null);

/** Rewrites a trailing dotted quad, as in `::ffff:192.0.2.1`, as two groups (RFC 4291, section 2.2). */
const withoutDottedQuad = (text: string): string => {
  const start = text.lastIndexOf(':') + 1;
  const octets = ipv4Octets(text.slice(start));
  if (!octets) return text;
  const [a = 0, b = 0, c = 0, d = 0] = octets;
  return `${text.slice(0, start)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};

/** The eight groups of an IPv6 address, or null if the text is not one. */
export const ipv6Groups = (text: string): number[] | null => {
  const halves = withoutDottedQuad(text)
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':')));
  const [head = [], tail = []] = halves;
  const missing = 8 - head.length - tail.length;
  if (halves.length > 2 || (halves.length === 2 ? missing < 1 : missing !== 0)) return null;
  const groups = [...head, ...Array<string>(missing).fill('0'), ...tail];
  return groups.every((group) => GROUP.test(group)) ? groups.map((group) => parseInt(group, 16)) : null;
};

/** The octets of an IPv4 address that an IPv6 address holds from this group on. */
export const octetsAt = (groups: readonly number[], first: number): number[] =>
  groups.slice(first, first + 2).flatMap((group) => [group >> 8, group & 255]);

const isUnder = (groups: readonly number[], ...prefix: number[]): boolean =>
  prefix.every((group, index) => groups[index] === group);

/** The IPv4 address for which an IPv6 address stands: IPv4-mapped, NAT64 (RFC 6052), 6to4 (RFC 3056). Null for any other. */
export const embeddedIpv4 = (groups: readonly number[]): number[] | null => {
  if (isUnder(groups, 0, 0, 0, 0, 0, 0xffff) || isUnder(groups, 0x64, 0xff9b, 0, 0, 0, 0)) return octetsAt(groups, 6);
  return groups[0] === 0x2002 ? octetsAt(groups, 1) : null;
};

/**
 * The blocks of IPv4 that are not of the Internet (IANA's special-purpose registry, RFC 6890): their first address and
 * prefix length.
 */
const NOT_PUBLIC_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

const number = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]): number => ((a * 256 + b) * 256 + c) * 256 + d;

const NOT_PUBLIC = NOT_PUBLIC_IPV4.map(([address, length]) => {
  const size = 2 ** (32 - length);
  return { size, block: number(ipv4Octets(address) ?? []) / size };
});

const isPublicIpv4 = (octets: readonly number[]): boolean => {
  const address = number(octets);
  return !NOT_PUBLIC.some(({ size, block }) => Math.floor(address / size) === block);
};

/**
 * IPv6: the global unicast addresses, 2000::/3, without IETF's own protocols (2001::/23, among them Teredo and
 * benchmarks) and documentation (2001:db8::/32, 3fff::/20). An address that embeds an IPv4 address (IPv4-mapped, NAT64
 * (RFC 6052), 6to4) is judged by that one.
 */
const isPublicIpv6 = (groups: readonly number[]): boolean => {
  const octets = embeddedIpv4(groups);
  if (octets) return isPublicIpv4(octets);
  const [a = 0, b = 0] = groups;
  if (a === 0x2001) return b >= 0x200 && b !== 0xdb8;
  return a >> 13 === 1 && !(a === 0x3fff && b < 0x1000);
};

/**
 * Tells an address of the Internet from one that means something else in each network: loopback, private (RFC 1918, RFC
 * 6598, RFC 4193), link-local, multicast, unspecified, reserved, for documentation or for benchmarks. A text that is no
 * address is not of the Internet.
 */
export const isPublicAddress = (text: string): boolean => {
  const octets = ipv4Octets(text);
  if (octets) return isPublicIpv4(octets);
  const groups = ipv6Groups(text);
  return groups !== null && isPublicIpv6(groups);
};
