import type { ReceiverRule } from './receivers.js';
import type { Lease, ShapingStore, Turns } from './store.js';

/** The turns and connections that a receiver, or an isolated domain of it, may use. See {@link ShapingStore}. */
export interface Allowance {
  take(wanted: number): Promise<Turns>;
  connect(max: number): Promise<Lease | null>;
}

/** The name under which the store counts an isolated domain of a receiver. */
export const isolatedName = (receiver: string, domain: string): string => `${receiver} ${domain}`;

/** The allowance of a receiver. */
export const allowanceOf = ({ name, rate }: ReceiverRule, store: ShapingStore): Allowance => ({
  take: (wanted) => store.take(name, wanted, rate),
  connect: (max) => store.connect(name, max),
});

/**
 * The allowance of a domain that is isolated at a receiver. Each of its turns and connections also counts for the
 * receiver. It has one connection, but not the last one of a receiver that may have several.
 */
export const isolatedAllowance = (rule: ReceiverRule, domain: string, store: ShapingStore): Allowance => {
  const name = isolatedName(rule.name, domain);
  const receiver = allowanceOf(rule, store);
  return {
    async take(wanted) {
      const own = await store.take(name, wanted, rule.rate);
      const { granted, waitMs } = await receiver.take(own.granted);
      return { granted, waitMs: Math.max(own.waitMs, waitMs) };
    },
    async connect(max) {
      const own = await store.connect(name, 1);
      if (!own) return null;
      const shared = await receiver.connect(Math.max(1, max - 1)).catch(() => null);
      if (!shared) own.release();
      return (
        shared && {
          release() {
            own.release();
            shared.release();
          },
        }
      );
    },
  };
};
