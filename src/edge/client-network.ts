import { BoundedMap } from '../util/bounded-map.js';
import type { KeyedHash } from './crypto/index.js';

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const GROUP = /^[0-9a-f]{1,4}$/i;

/** The network of every client whose address is not known: they share one allowance. */
const SHARED = 'shared';

/** A trailing dotted quad, as in `::ffff:192.0.2.1`, written as the two groups it is (RFC 4291, section 2.2). */
const withoutDottedQuad = (text: string): string => {
  const start = text.lastIndexOf(':') + 1;
  const quad = text.slice(start);
  if (!IPV4.test(quad)) return text;
  const [a = 0, b = 0, c = 0, d = 0] = quad.split('.').map(Number);
  return `${text.slice(0, start)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};

/** The eight groups of an IPv6 address, or null when the text is none. */
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
 * The network a client's address stands for, as text that is the same for every way of writing it. IPv6 counts by /64,
 * which is what one subscriber is given; IPv4 inside IPv6 (`::ffff:…`) is IPv4. What is no address counts as one shared client.
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

/** A client as the edge knows it. */
export interface Client {
  network: string;
  /** A keyed hash of the network: all that the store is given. */
  hash: string;
}

/** How many clients are known without being hashed again. */
const MOST_KNOWN = 10_000;

/** Makes the function that gives the client of a network address, hashed once. */
export const createClients = (keyedHash: KeyedHash): ((address: string | undefined) => Client) => {
  const known = new BoundedMap<string, Client>({ maxSize: MOST_KNOWN });
  return (address = '') => {
    const before = known.get(address);
    if (before) return before;
    const network = clientNetwork(address);
    const client = { network, hash: keyedHash(network) };
    // The longest IPv6 address has 45 characters, without a zone: longer texts are nobody's.
    if (address.length <= 64) known.set(address, client);
    return client;
  };
};
