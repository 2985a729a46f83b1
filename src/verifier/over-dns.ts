import { createResolver, type Resolver } from './dns/resolver.js';
import type { Transport } from './dns/transport.js';
import type { DnsOptions } from './options.js';
import type { Verifier } from './types.js';
import { verifierOver } from './verify.js';

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
