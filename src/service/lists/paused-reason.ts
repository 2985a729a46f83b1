/**
 * The reasons why no worker goes on with a list: none was there for a minute, the DNS answers none of them, or no mail
 * server can be reached by any of them.
 */
export const PAUSED_REASONS = ['no_worker', 'dns_unavailable', 'smtp_unreachable'] as const;
/** A reason of {@link PAUSED_REASONS}: why no worker goes on with a list. */
export type PausedReason = (typeof PAUSED_REASONS)[number];
