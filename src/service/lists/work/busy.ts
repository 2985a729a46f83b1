/** The receivers and accounts that a worker is busy with, and the chunks that it wants beside them. */
import type { ListChunksTable } from '../tables.js';

type Kind = ListChunksTable['kind'];

/** Receivers and accounts of which a worker wants no further chunk now. */
export interface Busy {
  receivers: readonly string[];
  /** Those that have their share of its slots. */
  accounts: readonly number[];
  /** The maximum number of chunks that it wants at once, of different receivers. */
  most: number;
}

/**
 * Chunks that one statement claims at most. The questions to a receiver are often few. Look-ups are large, and another
 * worker may want the next one.
 */
const CLAIMED: Record<Kind, number> = { lookup: 1, probe: 8, repeat: 1 };

/**
 * Returns what a worker is busy with. An account has its share of the slots when it holds as many as are free.
 * @param chunks those of the kind that are under way.
 * @param free the number of free slots of the kind, at least 1.
 */
export const busyWith = (
  kind: Kind,
  chunks: readonly { account_id: number; receiver: string | null }[],
  free: number,
): Busy => {
  const held = new Map<number, number>();
  for (const { account_id } of chunks) held.set(account_id, (held.get(account_id) ?? 0) + 1);
  const mostHeld = Math.max(0, ...[...held.values()].filter((count) => count < free));
  return {
    receivers: kind === 'probe' ? chunks.flatMap(({ receiver }) => receiver ?? []) : [],
    accounts: [...held].filter(([, count]) => count >= free).map(([account]) => account),
    // Even if all are of one account, it has its share after the last of them at the earliest.
    most: Math.min(CLAIMED[kind], Math.ceil((free - mostHeld) / 2)),
  };
};
