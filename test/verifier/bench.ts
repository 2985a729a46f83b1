import type { TestContext } from 'vitest';
import { nodeTransports } from '../../src/verifier/dns/node.js';
import { createResolver, type Resolver, type ResolverOptions } from '../../src/verifier/dns/resolver.js';
import { startDnsServer, type DnsServer, type Zone } from '../support/dns-server.js';

/** A signal that nobody aborts. */
export const FOREVER = new AbortController().signal;

/** A resolver over a DNS server on loopback. */
export interface Bench {
  dns: DnsServer;
  resolver: Resolver;
  /** Puts the clock of the cache forward. */
  pass: (seconds: number) => void;
}

/** Starts both, to end with the test. */
export const setUp = async (
  t: TestContext,
  zone: Zone,
  options: Partial<ResolverOptions> & { servers?: string[]; negativeTtl?: number } = {},
): Promise<Bench> => {
  const dns = await startDnsServer({ zone, negativeTtl: options.negativeTtl ?? 60 });
  let seconds = 0;
  const resolver = createResolver({
    transports: nodeTransports(options.servers ?? [dns.address]),
    now: () => seconds * 1000,
    timeoutMs: 2000,
    maxInFlight: 100,
    maxWaiting: 1000,
    cacheSize: 100,
    ...options,
  });
  t.onTestFinished(async () => {
    resolver.close();
    await dns.close();
  });
  return { dns, resolver, pass: (more) => (seconds += more) };
};
