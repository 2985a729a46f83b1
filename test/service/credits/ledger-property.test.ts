import assert from 'node:assert/strict';
import { it } from 'vitest';
import fc from 'fast-check';
import { addCredits, FREE_CREDITS } from '../../../src/service/credits/credits.js';
import { release, reserve, spendReserved } from '../../../src/service/credits/reservations.js';
import { whole } from '../../support/whole.js';
import { audit, checksBySource, left, makeCaller, payTimes } from './ledger-support.js';
import { onBothStores } from '../stores.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.UTC(2026, 0, 20);

interface Lot {
  source: 'free' | 'grant' | 'purchase';
  remaining: number;
  from: number;
  until: number;
}

/** The credits of one account, as plain arithmetic. */
class Model {
  readonly #lots: Lot[] = [];
  readonly #months = new Set<number>();
  readonly #reservations: { lot: Lot; amount: number }[][] = [];
  now = START;

  #addMonth(): void {
    const date = new Date(this.now);
    const from = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
    const until = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
    if (!this.#months.has(from)) this.#lots.push({ source: 'free', remaining: FREE_CREDITS, from, until });
    this.#months.add(from);
  }

  #usable(): Lot[] {
    this.#addMonth();
    const usable = this.#lots.filter(
      ({ from, until, remaining }) => from <= this.now && until > this.now && remaining > 0,
    );
    const isBought = ({ source }: Lot): number => Number(source === 'purchase');
    return usable.sort((a, b) => isBought(a) - isBought(b) || (a.until === b.until ? 0 : a.until - b.until));
  }

  add(source: 'grant' | 'purchase', count: number, until: number): void {
    this.#lots.push({ source, remaining: count, from: -Infinity, until });
  }

  /** Takes up to `count` credits; gives the credits taken, by lot. */
  take(count: number): { lot: Lot; amount: number }[] {
    return this.#usable().flatMap((lot) => {
      const amount = Math.min(lot.remaining, count);
      count -= amount;
      lot.remaining -= amount;
      return amount > 0 ? [{ lot, amount }] : [];
    });
  }

  reserve(count: number): boolean {
    if (this.#usable().reduce((sum, { remaining }) => sum + remaining, 0) < count) return false;
    this.#reservations.push(this.take(count));
    return true;
  }

  spend(index: number, count: number): boolean {
    const parts = this.#reservations[index] ?? [];
    if (parts.reduce((sum, { amount }) => sum + amount, 0) < count) return false;
    for (const part of parts) {
      const amount = Math.min(part.amount, count);
      part.amount -= amount;
      count -= amount;
    }
    return true;
  }

  release(index: number): void {
    for (const part of this.#reservations[index] ?? []) {
      part.lot.remaining += part.amount;
      part.amount = 0;
    }
  }

  left(): number[] {
    const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
    const usable = this.#usable();
    const of = (isFree: boolean): number =>
      sum(usable.filter(({ source }) => (source === 'free') === isFree).map(({ remaining }) => remaining));
    return [of(true), of(false), sum(this.#reservations.flat().map(({ amount }) => amount))];
  }
}

const count = fc.integer({ min: 1, max: 60 });
const index = fc.nat({ max: 3 });
const step = fc.oneof(
  fc.record({ do: fc.constant('pay' as const), count }),
  fc.record({
    do: fc.constant('add' as const),
    count,
    bought: fc.boolean(),
    days: fc.option(fc.integer({ min: 1, max: 40 })),
  }),
  fc.record({ do: fc.constant('reserve' as const), count }),
  fc.record({ do: fc.constant('spend' as const), index, count }),
  fc.record({ do: fc.constant('release' as const), index }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }),
  // The clock is wrong for one payment.
  fc.record({ do: fc.constant('jump' as const), days: fc.integer({ min: -400, max: 400 }), count }),
);

onBothStores('the ledger, whatever happens in whatever order', ({ place, openStore }) => {
  it('never falls below zero, balances with its sum, and spends nothing twice', async () => {
    let time = START;
    const store = await openStore(await place(), { clock: () => new Date(time) });
    const promise = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      const model = new Model();
      const caller = await makeCaller(store);
      const { accountId } = caller;
      const reservations: number[] = [];
      const paid: Record<string, number> = {};
      const pay = async (times: number): Promise<void> => {
        const taken = model.take(times);
        for (const { lot, amount } of taken) paid[lot.source] = (paid[lot.source] ?? 0) + amount;
        assert.equal(
          await payTimes(store, caller, times),
          taken.reduce((sum, { amount }) => sum + amount, 0),
        );
      };
      for (const one of steps) {
        time = model.now;
        switch (one.do) {
          case 'pay':
            await pay(one.count);
            break;
          case 'add': {
            const source = one.bought ? 'purchase' : 'grant';
            // Never with a month's free credits: of lots that end together, either may be spent first.
            const until = one.days === null ? Infinity : time + one.days * DAY_MS + HOUR_MS;
            model.add(source, one.count, until);
            await addCredits(store, accountId, one.count, {
              source,
              ...(one.days !== null && { expiresAt: new Date(until) }),
            });
            break;
          }
          case 'reserve': {
            const id = await reserve(store, accountId, one.count);
            assert.equal(id !== null, model.reserve(one.count));
            if (id !== null) reservations.push(id);
            break;
          }
          case 'spend': {
            const id = reservations[one.index];
            if (id !== undefined)
              assert.equal((await spendReserved(store, id, one.count)) !== null, model.spend(one.index, one.count));
            break;
          }
          case 'release': {
            const id = reservations[one.index];
            if (id !== undefined) await release(store, id);
            model.release(one.index);
            break;
          }
          case 'wait':
            model.now += one.days * DAY_MS;
            break;
          case 'jump': {
            const { now } = model;
            time = model.now = now + one.days * DAY_MS;
            await pay(one.count);
            time = model.now = now;
          }
        }
        time = model.now;
        assert.deepEqual(await left(store, caller), model.left(), one.do);
      }
      assert.deepEqual(await checksBySource(store, caller), paid);
      await audit(store);
    });
    await fc.assert(promise, { numRuns: whole ? 15 : 5 });
  });
});
