import { createResolver, type Resolver } from './dns/resolver.js';
import type { Transport } from './dns/transport.js';
import { createLists } from './verify-many.js';
import { createStages } from './stages.js';
import type { BulkVerifier, DnsOptions, Prober } from './types.js';

/**
 * Creates a verifier that asks DNS by these transports, the preferred one first. Its stages are syntax, lists, DNS,
 * SMTP and score; each can end the check. Nothing here depends on Node, so that another runtime brings its transports
 * and shares the stages.
 * @param prober asks for mailboxes; null if they are not asked for. The verifier closes it.
 * @param guard wraps the resolver.
 */
export const createDnsVerifier = (
  transports: readonly Transport[],
  options: DnsOptions,
  prober: Prober | null = null,
  guard: (resolver: Resolver) => Resolver = (resolver) => resolver,
): BulkVerifier => {
  const {
    dnsTimeoutMs = 4000,
    maxInFlight = 2000,
    maxWaiting = 10_000,
    cacheSize = 20_000,
    privateNetworks = false,
    now: clock,
  } = options;
  const now = clock ? () => clock().getTime() : Date.now;
  const resolver = guard(
    createResolver({ transports, now, timeoutMs: dnsTimeoutMs, maxInFlight, maxWaiting, cacheSize, privateNetworks }),
  );
  const stages = createStages({ resolver, prober, now });

  return {
    asksMailboxes: prober !== null,
    async verify(email, { timeoutMs = dnsTimeoutMs, signal } = {}) {
      signal?.throwIfAborted();
      const started = performance.now();
      const precheck = await stages.precheck(email, { timeoutMs, signal });
      const leftMs = Math.max(1, timeoutMs - (performance.now() - started));
      return stages.conclude(precheck, { timeoutMs: leftMs, signal });
    },
    ...createLists({ stages, resolver, prober, now }),
    receiverRate: (receiver) => (prober ? prober.rateOf(receiver) : Promise.resolve(0)),
    async close() {
      resolver.close();
      await prober?.close();
    },
  };
};
