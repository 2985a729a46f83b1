import type { Resolver } from './resolver.js';

/** A name that every resolver with a way to the world's DNS knows. */
const CERTAIN = 'com';

/**
 * Distrusts a 'no such name' of a resolver that is cut off from the world: in a closed network, behind a captive portal or in a
 * container, some answer that of every name there is. Who says it of `com` too has found out nothing.
 */
export const distrustCutOff = (resolver: Resolver): Resolver => ({
  close: resolver.close,
  resolve: async (name, type, signal) => {
    const reply = await resolver.resolve(name, type, signal);
    if (reply.kind !== 'no_name') return reply;
    const certain = await resolver.resolve(CERTAIN, 'A', signal);
    return certain.kind === 'no_name' ? { kind: 'failed', code: 'dns_error' } : reply;
  },
});
