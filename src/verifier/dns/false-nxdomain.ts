import type { Reply } from './reply.js';
import type { Resolver } from './resolver.js';

/** A name that exists in every resolver of the Internet's DNS. */
const EXISTING = 'com';

const judge = (reply: Reply, existing: Reply): Reply =>
  existing.kind === 'no_name' ? { kind: 'failed', code: 'dns_error' } : reply;

/**
 * Wraps a resolver so that a false NXDOMAIN is a failure. In a closed network, behind a captive portal or in a
 * container, some resolvers answer NXDOMAIN for every name. A resolver that answers NXDOMAIN for `com` too is not
 * believed.
 */
export const rejectFalseNxdomain = (resolver: Resolver): Resolver => ({
  ...resolver,
  resolve: async (name, type, signal) => {
    const reply = await resolver.resolve(name, type, signal);
    return reply.kind === 'no_name' ? judge(reply, await resolver.resolve(EXISTING, 'A', signal)) : reply;
  },
  recall: (name, type) => {
    const reply = resolver.recall(name, type);
    if (reply?.kind !== 'no_name') return reply;
    const existing = resolver.recall(EXISTING, 'A');
    return existing && judge(reply, existing);
  },
});
