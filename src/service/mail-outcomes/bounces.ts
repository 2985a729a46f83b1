/**
 * The projected bounces of a list. Each verdict says how many of a hundred such addresses bounce, at least and at most; the
 * sums of both, divided by the number of addresses, are a range. docs/service/lists.md says why each bound is where it is,
 * and when those of the account's own mail take its place.
 */
import type { BouncePercent, Status, SubStatus, SubStatusCode } from '../../protocol/index.js';
import type { Bounds, BoundsOf } from './tables.js';

/** The bounds of codes. Those that are missing say nothing about bounces. */
const CODES: Partial<Record<SubStatus, Bounds>> = {
  smtputf8_required: [0, 20],
  domain_not_found: [100, 100],
  no_mail_server: [100, 100],
  null_mx: [100, 100],
  implicit_mx: [10, 70],
  reserved_domain: [100, 100],
  dns_timeout: [0, 100],
  dns_error: [0, 100],
  mailbox_not_found: [95, 100],
  mailbox_full: [50, 100],
  mailbox_disabled: [90, 100],
  catch_all: [2, 25],
  greylisted: [0, 20],
  smtp_timeout: [0, 60],
  smtp_unavailable: [5, 100],
  smtp_blocked: [0, 15],
  smtp_not_checked: [0, 15],
  denied: [0, 1],
  denied_risky: [0, 1],
  bounced: [80, 100],
  bounced_before: [20, 90],
  disposable: [5, 40],
  disposable_host: [0, 30],
  possible_disposable: [0, 20],
  possible_typo: [10, 90],
};

/** The bounds of a verdict whose codes have none. */
const OF_STATUS: Record<Status, Bounds> = { valid: [0, 1], risky: [1, 50], invalid: [90, 100], unknown: [0, 100] };

/** The bounds for everybody. */
export const GENERAL = { codes: CODES, statuses: OF_STATUS } as const satisfies BoundsOf;
/** The codes that say something about bounces. */
export const BOUNCE_CODES = Object.keys(CODES) as SubStatus[];

/** A verdict, as far as bounces depend on it. */
interface Verdict {
  status: Status;
  sub_status: readonly SubStatusCode[];
}

/** The bounds of a verdict. */
interface VerdictBounds {
  bounds: Bounds;
  /** True: all of them are those of the account's own mail. */
  isOwn: boolean;
}

/** A code or a status with its bounds. */
const boundsIn = (general: Bounds | undefined, own: Bounds | undefined): VerdictBounds[] => {
  // A code without general bounds has no own ones either: an account's mail differs in other ways too.
  if (general === undefined) return [];
  return [{ bounds: own ?? general, isOwn: own !== undefined }];
};

/**
 * The bounds of a verdict: the highest of those of its codes. Null: the text is no address, and nothing is sent to it.
 * @param own the bounds of the account's own mail; null: there are none.
 */
export const bounceBounds = (
  { status, sub_status: codes }: Verdict,
  own: BoundsOf | null = null,
): VerdictBounds | null => {
  if (codes.includes('syntax_error')) return null;
  const general: BoundsOf = GENERAL;
  const known = codes.flatMap((code) => boundsIn(general.codes[code], own?.codes[code]));
  const ofStatus = boundsIn(general.statuses[status], own?.statuses[status]);
  // A mailbox that nobody vouches for is worth what its status says; an invalid one is no less so for a code beside it,
  // unless it is a rule that makes it invalid, or the account knows the code better.
  const isInvalid = status === 'invalid' && !codes.includes('denied') && !known.every(({ isOwn }) => isOwn);
  if (known.length === 0 || isInvalid) known.push(...ofStatus);
  const ends = (end: 0 | 1): number => Math.max(...known.map(({ bounds }) => bounds[end]));
  return { bounds: [ends(0), ends(1)], isOwn: known.every(({ isOwn }) => isOwn) };
};

/** Sums of bounds over the addresses of a list, each counted once. */
export interface BounceSums {
  addresses: number;
  /** Those with the bounds of the account's own mail. */
  own: number;
  low: number;
  high: number;
}

export const noBounces = (): BounceSums => ({ addresses: 0, own: 0, low: 0, high: 0 });

/**
 * Adds a verdict to sums.
 * @param own the bounds of the account's own mail; null: there are none.
 * @param addresses the number of addresses that have it.
 */
export const addBounce = (sums: BounceSums, verdict: Verdict, own: BoundsOf | null, addresses = 1): void => {
  const found = bounceBounds(verdict, own);
  if (found === null) return;
  sums.addresses += addresses;
  sums.own += found.isOwn ? addresses : 0;
  sums.low += addresses * found.bounds[0];
  sums.high += addresses * found.bounds[1];
};

/** The sums that are kept with a list. */
export const bouncesOf = (list: Record<`bounce_${keyof BounceSums}`, number>): BounceSums => ({
  addresses: list.bounce_addresses,
  own: list.bounce_own,
  low: list.bounce_low,
  high: list.bounce_high,
});

/** Sums of tenths are inexact in their last digits. */
const EXACT = 1e-6;

/** The range of sums, with one decimal, rounded outwards; null: there is no address yet. */
export const bouncePercent = ({ addresses, own, low, high }: BounceSums): BouncePercent | null =>
  addresses === 0
    ? null
    : {
        low: Math.floor((10 * low) / addresses + EXACT) / 10,
        high: Math.ceil((10 * high) / addresses - EXACT) / 10,
        own: Math.floor((1000 * own) / addresses) / 10,
      };
