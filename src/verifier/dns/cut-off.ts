import type { Resolver } from './resolver.js';

/** A name that every resolver of the Internet's DNS knows. */
const CERTAIN = 'com';

/**
 * Turns 'no such name' into a failure where the resolver is cut off from the Internet: in a closed network, behind a captive portal or in a
 * container, some resolvers say so of every name. A resolver that says so of `com` too is not believed.
 */
export const distrustCutOff = (resolver: Resolver): Resolver => ({
  ...resolver,
  resolve: async (name, type, signal) => {
    const reply = await resolver.resolve(name, type, signal);
    if (reply.kind !== 'no_name') return reply;
    const certain = await resolver.resolve(CERTAIN, 'A', signal);
    return certain.kind === 'no_name' ? { kind: 'failed', code: 'dns_error' } : reply;
  },
});
