/** The allowance of one receiver; see `Rate` of src/verifier. A receiver without a row has its whole allowance. */
interface ShapingAllowancesTable {
  receiver: string;
  /** The receiver's full rate, in turns per millisecond. */
  refill_per_ms: number;
  burst: number;
  /** Of the latest take. */
  wanted: number;
  granted: number;
  /** The turns that were left at `counted_at`. */
  tokens: number;
  /** The share of the full rate that is used: 1 until the first throttling signal. */
  share: number;
  counted_at: Date;
  throttled_at: Date | null;
  /** Until then one turn a minute. */
  stopped_until: Date | null;
}

/** The connections that are open to a receiver, each in a slot, from 1. */
interface ShapingLeasesTable {
  receiver: string;
  slot: number;
  /** Made for each lease. */
  holder: string;
  /** The holder renews it until its connection ends; that of a killed process expires. */
  expires_at: Date;
}

/** The tables that shape the probes of all processes. */
export interface ShapingTables {
  shaping_allowances: ShapingAllowancesTable;
  shaping_leases: ShapingLeasesTable;
}
