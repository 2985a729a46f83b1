/**
 * The projected bounces of a list. Each verdict says how many of a hundred such addresses bounce, at least and at most; the
 * sums of both, divided by the number of addresses, are a range. docs/service/lists.md says why each bound is where it is.
 */
import type { BouncePercent, Status, SubStatus, SubStatusCode } from '../../protocol/index.js';

/** The number of addresses in a hundred to which mail bounces, at least and at most. */
type Bounds = readonly [least: number, most: number];

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
const STATUSES: Record<Status, Bounds> = { valid: [0, 1], risky: [1, 50], invalid: [90, 100], unknown: [0, 100] };

/** A verdict, as far as bounces depend on it. */
interface Verdict {
  status: Status;
  sub_status: readonly SubStatusCode[];
}

/** The bounds of a verdict: the highest of those of its codes. Null: the text is no address, and nothing is sent to it. */
export const bounceBounds = ({ status, sub_status: codes }: Verdict): Bounds | null => {
  if (codes.includes('syntax_error')) return null;
  const known = codes.flatMap((code) => {
    const bounds = (CODES as Readonly<Record<string, Bounds | undefined>>)[code];
    return bounds === undefined ? [] : [bounds];
  });
  // A mailbox that nobody vouches for is worth what its status says; an invalid one is no less so for a code beside it,
  // unless it is a rule that makes it invalid.
  if (known.length === 0 || (status === 'invalid' && !codes.includes('denied'))) known.push(STATUSES[status]);
  return [Math.max(...known.map(([least]) => least)), Math.max(...known.map(([, most]) => most))];
};

/** Sums of bounds over the addresses of a list, each counted once. */
export interface BounceSums {
  addresses: number;
  low: number;
  high: number;
}

export const noBounces = (): BounceSums => ({ addresses: 0, low: 0, high: 0 });

/** Adds a verdict to sums. */
export const addBounce = (sums: BounceSums, verdict: Verdict): void => {
  const bounds = bounceBounds(verdict);
  if (bounds === null) return;
  sums.addresses += 1;
  sums.low += bounds[0];
  sums.high += bounds[1];
};

/** The sums that are kept with a list. */
export const bouncesOf = (list: Record<`bounce_${keyof BounceSums}`, number>): BounceSums => ({
  addresses: list.bounce_addresses,
  low: list.bounce_low,
  high: list.bounce_high,
});

/** The range of sums, with one decimal, rounded outwards; null: there is no address yet. */
export const bouncePercent = ({ addresses, low, high }: BounceSums): BouncePercent | null =>
  addresses === 0
    ? null
    : { low: Math.floor((10 * low) / addresses) / 10, high: Math.ceil((10 * high) / addresses) / 10 };
