import { BoundedMap } from '../util/bounded-map.js';
import { clientNetwork } from '../util/client-network.js';
import type { KeyedHash } from '../receipt/crypto/index.js';

/** The network of a client and its hash. */
export interface Client {
  network: string;
  /** Keyed hash of the network. The store sees only this. */
  hash: string;
  /** Keyed hash of the IPv6 /48, the networks that one subscriber may have; for IPv4, of the address itself. */
  subscriber: string;
  /** Keyed hash of the IPv6 /56, the networks of a home line; for IPv4, of the address itself. */
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
    // Text longer than an IPv6 address with a zone (45 characters and more) is not an address, and not worth caching.
    if (address.length <= 64) known.set(address, client);
    return client;
  };
};
