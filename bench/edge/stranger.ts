import type { Edge } from '../../src/edge/edge.js';
import { createPage } from './page.js';
import { STRANGER } from './virtual-upstream.js';

/** A schedule of checks, each of a new address. */
export interface Strategy {
  name: string;
  domain: string;
  /** From when on, in milliseconds from the start of the day. */
  fromMs: number;
  /** Between two turns. */
  paceMs: number;
  /** Checks in one turn, for each network: 1 in all by default. */
  atOnce?: number;
  /** Checks of each network in a day; as many as the quotas grant by default. */
  perNetwork?: number;
}

/** Somebody who has networks. */
export interface Stranger {
  /** When the next turn is. */
  readonly nextAt: number;
  /** Somebody who comes before this moment comes during the attack. */
  readonly activeUntil: number;
  /** Its computing time for proofs of work so far, in milliseconds. */
  readonly workMs: number;
  /** Sends the checks of a turn. */
  act(): void;
}

/** Checks in vain after which the stranger tries once a minute. */
const PATIENCE = 600;
const IDLE_MS = 60_000;
/** Time after its last check for which an attack still counts as active. */
const FELT_MS = 60_000;
/** In one turn, from all networks. */
const MAX_AT_ONCE = 1000;
/** More tokens than the edge remembers would have to be verified off the thread, in real time. */
const MAX_HOARDED = 9000;

/** Creates somebody with one page in each network. Who sends many at once has fetched the tokens before. */
export const createStranger = async (
  edge: Edge,
  networks: readonly string[],
  { domain, fromMs, paceMs, atOnce, perNetwork = Infinity }: Strategy,
  now: () => number,
): Promise<Stranger> => {
  const start = now();
  const pages = networks.map((address) => ({ page: createPage(edge, address, now), made: 0 }));
  const inTurn = atOnce === undefined ? 1 : Math.min(atOnce * pages.length, MAX_AT_ONCE);
  if (atOnce !== undefined) {
    const each = Math.min(100, Math.ceil(MAX_HOARDED / pages.length));
    for (const { page } of pages) for (let i = 0; i < each; i++) await page.fetchToken();
  }
  let nextAt = pages.length > 0 ? start + fromMs : Infinity;
  let activeUntil = 0;
  let last = 0;
  let asked = 0;
  let inVain = 0;

  const nextPage = () => {
    for (let left = pages.length; left > 0; left -= 1) {
      const one = pages[(last += 1) % pages.length];
      if (one && one.made < perNetwork && one.page.waitsUntil <= now()) return one;
    }
    return null;
  };

  const check = async (): Promise<boolean> => {
    const one = nextPage();
    if (!one) return false;
    one.made += 1;
    const found = await one.page.check(`${STRANGER}${(asked += 1)}.${start}@${domain}`);
    if (found !== 'refused' && inVain < PATIENCE) activeUntil = now() + FELT_MS;
    inVain = ['valid', 'dns_timeout', 'upstream_timeout'].includes(found) ? 0 : inVain + 1;
    return true;
  };

  return {
    get nextAt() {
      return nextAt;
    },
    get activeUntil() {
      return activeUntil;
    },
    get workMs() {
      return pages.reduce((sum, { page }) => sum + page.workMs, 0);
    },
    act() {
      nextAt += inVain < PATIENCE ? paceMs : Math.max(paceMs, IDLE_MS);
      for (let i = 0; i < inTurn; i++) void check().then((was) => (inVain += was ? 0 : 1));
    },
  };
};
