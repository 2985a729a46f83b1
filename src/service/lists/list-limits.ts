/** The bounds of lists. */
export interface ListLimits {
  /** Rows of a list (1,000,000). */
  maxRows?: number;
  /** Bytes of a file in a data URI (25 MiB). */
  maxBytes?: number;
  /** Bytes of a file that is streamed (250 MiB). */
  maxStreamBytes?: number;
  /** Days for which lists are kept, and at most (30). */
  retentionDays?: number;
}

/** The bounds of uploads. */
export type UploadLimits = Required<ListLimits>;

const MIB = 1_048_576;

/** The bounds of lists by default. */
export const DEFAULT_LIMITS: UploadLimits = {
  maxRows: 1_000_000,
  maxBytes: 25 * MIB,
  maxStreamBytes: 250 * MIB,
  retentionDays: 30,
};
