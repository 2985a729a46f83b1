/** The share of a list's addresses that will bounce when mail is sent to them, in per cent: at least, and at most. */
export interface BouncePercent {
  low: number;
  high: number;
  /**
   * The part of the addresses, in per cent, whose share is that of the account's own mail. 0: the range is a general one,
   * the same for everybody.
   */
  own: number;
}

/** Shares that senders live by, in per cent: mail services are content below the first, and stop senders from the last. */
export const BOUNCE_LIMITS = [2, 5] as const;

/** The bytes of a file of outcomes that can be sent: 250 MiB. */
export const MAX_BOUNCE_FILE_BYTES = 262_144_000;
