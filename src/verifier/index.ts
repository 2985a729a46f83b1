import { distrustCutOff } from './dns/cut-off.js';
import { nodeTransports } from './dns/node.js';
import { createResolver } from './dns/resolver.js';
import type { Verifier } from './types.js';
import { verifierOver } from './verify.js';

export type { Verifier, VerifyOptions } from './types.js';

/** Everything is optional. */
export interface VerifierOptions {
  /** DNS servers as `host:port` (`[ipv6]:port`), the preferred one first; the system's when unset or empty. */
  dnsServers?: readonly string[];
  /** How long a check may take when the caller gives no `timeoutMs`, and one DNS question at most, in milliseconds; 4000 when unset. */
  dnsTimeoutMs?: number;
  /** How many DNS questions are on the wire at once, each with a socket of its own; 256 when unset. */
  maxInFlight?: number;
  /** How many more may wait for their turn; past that a check is `unknown` with `dns_error` at once. 10,000 when unset. */
  maxWaiting?: number;
  /** How many DNS replies are remembered; 20,000 when unset. */
  cacheSize?: number;
  /** The clock: for `checked_at`, and for how long DNS replies are remembered. */
  now?: () => Date;
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
export const createVerifier = (options: VerifierOptions = {}): Verifier => {
  const { dnsServers, dnsTimeoutMs = 4000, maxInFlight = 256, maxWaiting = 10_000, cacheSize = 20_000 } = options;
  const now = options.now ?? (() => new Date());
  const transports = nodeTransports(dnsServers);
  const resolver = createResolver({ transports, now, timeoutMs: dnsTimeoutMs, maxInFlight, maxWaiting, cacheSize });
  // Servers that were named on purpose may well know a small world only.
  const system = dnsServers === undefined || dnsServers.length === 0;
  return verifierOver({ resolver: system ? distrustCutOff(resolver) : resolver, now, timeoutMs: dnsTimeoutMs });
};
