import { distrustCutOff } from './dns/cut-off.js';
import { nodeTransports } from './dns/node.js';
import type { DnsOptions, Verifier } from './types.js';
import { createDnsVerifier } from './verify.js';

export { explain, type Effect, type Explanation } from './score.js';
export type { Verifier, VerifyOptions } from './types.js';

/** Everything is optional. */
export interface VerifierOptions extends DnsOptions {
  /**
   * DNS servers, the preferred one first: `9.9.9.9`, `9.9.9.9:53`, `[2620:fe::fe]:53`, a bare IPv6 address or a host name; the system's when
   * unset or empty.
   */
  dnsServers?: readonly string[];
}

/**
 * Makes a verifier for Node: it checks an address by its syntax, our lists and DNS, without SMTP. Call `close()` when it is no longer needed.
 *
 *     const verifier = createVerifier();
 *     const { status, did_you_mean } = await verifier.verify('anna@gmial.com', { timeoutMs: 2000 });
 *
 * @throws RangeError when a DNS server cannot be read.
 */
export const createVerifier = ({ dnsServers = [], ...options }: VerifierOptions = {}): Verifier =>
  // Servers that the caller names may serve a private zone only: their 'no such name' is believed.
  createDnsVerifier(nodeTransports(dnsServers), options, dnsServers.length === 0 ? distrustCutOff : undefined);
