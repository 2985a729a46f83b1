import { createResolver, type Resolver } from './dns/resolver.js';
import type { Transport } from './dns/transport.js';
import type { Verifier } from './types.js';
import { verifierOver } from './verify.js';

/** What a verifier takes, however it asks DNS. Everything is optional. */
export interface DnsOptions {
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
 * Makes a verifier that asks DNS by these transports, the preferred one first.
 * @param guard stands between the resolver and the verifier.
 */
export const verifierOverDns = (
  transports: readonly Transport[],
  options: DnsOptions,
  guard: (resolver: Resolver) => Resolver = (resolver) => resolver,
): Verifier => {
  const { dnsTimeoutMs = 4000, maxInFlight = 256, maxWaiting = 10_000, cacheSize = 20_000 } = options;
  const now = options.now ?? (() => new Date());
  const resolver = createResolver({ transports, now, timeoutMs: dnsTimeoutMs, maxInFlight, maxWaiting, cacheSize });
  return verifierOver({ resolver: guard(resolver), now, timeoutMs: dnsTimeoutMs });
};
