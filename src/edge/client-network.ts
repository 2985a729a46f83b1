import { BoundedMap } from '../util/bounded-map.js';
import { clientNetwork } from '../util/client-network.js';
import type { KeyedHash } from './crypto/index.js';

/** The network of a client and its hash. */
export interface Client {
  network: string;
  /** Keyed hash of the network. The store sees only this. */
  hash: string;
  /** Keyed hash of all networks that one subscriber may have: of the IPv6 /48; of the IPv4 address itself. */
  subscriber: string;
  /** Keyed hash of the networks that a home line has: of the IPv6 /56; of the IPv4 address itself. */
  line: string;
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
    const client = {
      network,
      hash: keyedHash(network),
      subscriber: keyedHash(clientNetwork(address, 48)),
      line: keyedHash(clientNetwork(address, 56)),
    };
    // An IPv6 address has at most 45 characters, plus a zone: longer text is not an address, and not worth caching.
    if (address.length <= 64) known.set(address, client);
    return client;
  };
};
