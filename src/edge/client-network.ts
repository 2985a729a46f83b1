import { BoundedMap } from '../util/bounded-map.js';
import type { KeyedHash } from './crypto/index.js';

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const GROUP = /^[0-9a-f]{1,4}$/i;

/** The network of all clients without a known address: they share one quota. */
const SHARED = 'shared';

/** Rewrites a trailing dotted quad, as in `::ffff:192.0.2.1`, as two groups (RFC 4291, section 2.2). */
const withoutDottedQuad = (text: string): string => {
  const start = text.lastIndexOf(':') + 1;
  const quad = text.slice(start);
  if (!IPV4.test(quad)) return text;
  const [a = 0, b = 0, c = 0, d = 0] = quad.split('.').map(Number);
  return `${text.slice(0, start)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};

/** The eight groups of an IPv6 address, or null if the text is not one. */
const groupsOf = (text: string): number[] | null => {
  const halves = withoutDottedQuad(text)
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':')));
  const [head = [], tail = []] = halves;
  const missing = 8 - head.length - tail.length;
  if (halves.length > 2 || (halves.length === 2 ? missing < 1 : missing !== 0)) return null;
  const groups = [...head, ...Array<string>(missing).fill('0'), ...tail];
  return groups.every((group) => GROUP.test(group)) ? groups.map((group) => parseInt(group, 16)) : null;
};

/** Some proxies add the port to the address they forward: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (text: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;

/**
 * The network of a client's address, in canonical form. IPv6 is cut to its /64, which one subscriber gets; IPv4-mapped
 * IPv6 (`::ffff:…`) counts as IPv4. Any text that is not an address counts as one shared client.
 */
export const clientNetwork = (address: string | undefined): string => {
  const [text = ''] = withoutPort((address ?? '').trim()).split('%');
  if (IPV4.test(text)) return text.split('.').map(Number).join('.');
  const groups = groupsOf(text);
  if (!groups) return SHARED;
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
};

/** The network of a client and its hash. */
export interface Client {
  network: string;
  /** Keyed hash of the network. The store sees only this. */
  hash: string;
}

/** Maximum number of memoised clients. */
const MOST_KNOWN = 10_000;

/** Creates the function that maps a network address to its client. The hashes are memoised. */
export const createClients = (keyedHash: KeyedHash): ((address: string | undefined) => Client) => {
  const known = new BoundedMap<string, Client>({ maxSize: MOST_KNOWN });
  return (address = '') => {
    const before = known.get(address);
    if (before) return before;
    const network = clientNetwork(address);
    const client = { network, hash: keyedHash(network) };
    // An IPv6 address has at most 45 characters, plus a zone: longer text is not an address, and not worth caching.
    if (address.length <= 64) known.set(address, client);
    return client;
  };
};
