/** Upstreams of an edge with another interface than ours. */
export { OptionError } from './checked-options.js';
export { reacherUpstream, type ReacherUpstreamOptions } from './reacher.js';
export { sesUpstream, type AwsCredentials, type SesUpstreamOptions } from './ses.js';
export type { AdaptedUpstream, BreakerOptions, UpstreamCalls, UpstreamLimits } from '../types.js';
