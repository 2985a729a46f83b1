import { distrustCutOff } from './dns/cut-off.js';
import { nodeTransports } from './dns/node.js';
import type { DnsOptions } from './options.js';
import { verifierOverDns } from './over-dns.js';
import type { Verifier } from './types.js';

export type { Verifier, VerifyOptions } from './types.js';

/** Everything is optional. */
export interface VerifierOptions extends DnsOptions {
  /** DNS servers as `host:port` (`[ipv6]:port`), the preferred one first; the system's when unset or empty. */
  dnsServers?: readonly string[];
}

/**
 * Makes a verifier for Node: what can be known of an address from its syntax, our lists and DNS. It does not speak SMTP.
 * `close()` it when it is not needed any more.
 *
 *     const verifier = createVerifier();
 *     const { status, did_you_mean } = await verifier.verify('anna@gmial.com', { timeoutMs: 2000 });
 *
 * @throws RangeError when a DNS server cannot be read.
 */
export const createVerifier = ({ dnsServers = [], ...options }: VerifierOptions = {}): Verifier =>
  // Servers that were named on purpose may well know a small world only.
  verifierOverDns(nodeTransports(dnsServers), options, dnsServers.length === 0 ? distrustCutOff : undefined);
