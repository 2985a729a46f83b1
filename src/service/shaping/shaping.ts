import { refillPerMs, type Lease, type ShapingStore, type Turns } from '../../verifier/shaping/store.js';
import { createBatcher } from '../../util/batcher.js';
import type { Store } from '../schema.js';
import { forgetWhole, readSpeeds, slowDown, takeTurns, type Wanted } from './allowances.js';
import { endLeases, forgetExpired, LEASE_MS, renewLeases, takeLeases, type WantedConnections } from './leases.js';

/** The allowances of mail receivers, in the service's database: all its processes share them. */
export interface SharedAllowances extends ShapingStore {
  /**
   * The allowances of the processes that connect from these addresses, not by the system's choice: receivers count each
   * address of a sender by itself. Processes that share an address must name the same ones.
   */
  from(sourceAddresses: readonly string[]): ShapingStore;
}

/** The least time between two statements of one kind, in ms: what is asked meanwhile shares the next one. */
const SPACING_MS = 20;
/** The maximum number of calls that share a statement. */
const BATCH = 1000;
/** A renewal may fail twice before the lease expires. */
const RENEWAL_MS = LEASE_MS / 3;
/** The interval at which rows without a meaning are deleted, in ms. */
const FORGET_MS = 60_000;

/** The allowances, and their end. */
export interface SharedShaping extends SharedAllowances {
  /** Ends all leases. Rejects nothing. */
  close(): Promise<void>;
}

/** The calls of a batch by receiver. */
const byReceiver = <T extends { item: { receiver: string } }>(batch: readonly T[]): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const call of batch) {
    const group = groups.get(call.item.receiver);
    if (group) group.push(call);
    else groups.set(call.item.receiver, [call]);
  }
  return groups;
};

/**
 * A shaping store in the service's database, by its clock. While the database is away, each call rejects: nothing is
 * asked without a turn, and what waits for one waits on, until its own time is over.
 * @param renewalMs the interval at which leases are renewed, in milliseconds.
 */
export const createSharedShaping = (
  store: Store,
  { renewalMs = RENEWAL_MS }: { renewalMs?: number } = {},
): SharedShaping => {
  /** Of the connections of this process. */
  const held = new Set<string>();
  let renewing: Promise<void> = Promise.resolve();

  const take = createBatcher<'turns', Wanted, Turns>(
    BATCH,
    async (_, takeBatch) => {
      const groups = [...byReceiver(takeBatch())];
      const wanted = groups.flatMap(([, calls]) => {
        const count = calls.reduce((sum, { item }) => sum + item.count, 0);
        return calls.slice(0, 1).map(({ item }) => ({ ...item, count }));
      });
      const taken = await takeTurns(store, wanted);
      for (const [receiver, calls] of groups) {
        const { granted = 0, waitMs = SPACING_MS } = taken.get(receiver) ?? {};
        let left = granted;
        for (const { item, resolve } of calls) {
          const part = Math.min(item.count, left);
          left -= part;
          resolve({ granted: part, waitMs });
        }
      }
    },
    SPACING_MS,
  );

  const speedOf = createBatcher<'speeds', string, number | undefined>(BATCH, async (_, takeBatch) => {
    const batch = takeBatch();
    const speeds = await readSpeeds(store, [...new Set(batch.map(({ item }) => item))]);
    for (const { item, resolve } of batch) resolve(speeds.get(item));
  });

  const end = createBatcher<'leases', string, undefined>(
    BATCH,
    async (_, takeBatch) => {
      const batch = takeBatch();
      await endLeases(
        store,
        batch.map(({ item }) => item),
      );
      for (const { resolve } of batch) resolve(undefined);
    },
    SPACING_MS,
  );

  const release = async (holder: string): Promise<void> => {
    if (!held.delete(holder)) return;
    // Else it expires.
    await end('leases', holder).catch(() => undefined);
  };

  const connect = createBatcher<'connections', WantedConnections, Lease | null>(
    BATCH,
    async (_, takeBatch) => {
      const groups = [...byReceiver(takeBatch())];
      const wanted = groups.map(([receiver, calls]) => ({
        receiver,
        count: calls.length,
        max: Math.min(...calls.map(({ item }) => item.max)),
      }));
      const holders = await takeLeases(store, wanted);
      for (const [receiver, calls] of groups) {
        const own = holders.get(receiver) ?? [];
        for (const [n, { resolve }] of calls.entries()) {
          const holder = own[n];
          if (holder !== undefined) held.add(holder);
          resolve(holder === undefined ? null : { release: () => void release(holder) });
        }
      }
    },
    SPACING_MS,
  );

  const every = (intervalMs: number, work: () => Promise<void>): NodeJS.Timeout =>
    // The next time may go better.
    setInterval(() => void (renewing = renewing.then(work).catch(() => undefined)), intervalMs).unref();

  const timers = [
    every(renewalMs, async () => {
      if (held.size > 0) await renewLeases(store, [...held]);
    }),
    every(FORGET_MS, async () => {
      await forgetWhole(store);
      await forgetExpired(store);
    }),
  ];

  const storeOf = (name: (receiver: string) => string): ShapingStore => ({
    take: (receiver, count, rate) => take('turns', { receiver: name(receiver), count, rate }),
    speed: async (receiver, rate) => (await speedOf('speeds', name(receiver))) ?? refillPerMs(rate) * 1000,
    connect: (receiver, max) => connect('connections', { receiver: name(receiver), count: 1, max }),
    slowDown: (receiver, rate, severity) => slowDown(store, name(receiver), rate, severity),
  });

  const shared = storeOf((receiver) => receiver);
  return {
    ...shared,
    from(sourceAddresses) {
      if (sourceAddresses.length === 0) return shared;
      const source = [...sourceAddresses].sort().join(',');
      return storeOf((receiver) => `${receiver} from ${source}`);
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      await renewing;
      await Promise.all([...held].map(release));
    },
  };
};
