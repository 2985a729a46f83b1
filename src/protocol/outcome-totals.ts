/** Sums of outcomes of forms, and what they show: for the command and the dashboard. */
import { differenceOf, type Difference, type Share } from '../util/newcombe.js';
import { sumCounts, WAIT_BOUNDS, WAITS, type FormOutcomes } from './outcomes.js';

/** Counts and waits that were added up. */
export type OutcomeTotals = Pick<FormOutcomes, 'counts' | 'waits'>;

/** The outcomes of a form on all days, of both groups. */
export interface FormTotals extends Pick<FormOutcomes, 'origin' | 'form'> {
  helped: OutcomeTotals;
  heldOut: OutcomeTotals;
}

const none = (): OutcomeTotals => ({ counts: {}, waits: { verdict_ms: [], held_ms: [] } });

/** Adds up outcomes. */
export const sumOf = (all: readonly OutcomeTotals[]): OutcomeTotals => {
  const total = none();
  for (const { counts, waits } of all) {
    total.counts = sumCounts(total.counts, counts);
    for (const wait of WAITS)
      total.waits[wait] = WAIT_BOUNDS.map((_, i) => (total.waits[wait][i] ?? 0) + (waits[wait][i] ?? 0));
  }
  return total;
};

/** Adds up rows by origin and form; the most used form first. */
export const totalsOf = (rows: readonly Omit<FormOutcomes, 'day'>[]): FormTotals[] => {
  const forms = new Map<string, FormTotals>();
  for (const row of rows) {
    const { origin, form } = row;
    const key = JSON.stringify([origin, form]);
    const totals = forms.get(key) ?? { origin, form, helped: none(), heldOut: none() };
    const group = row.held_out ? 'heldOut' : 'helped';
    forms.set(key, { ...totals, [group]: sumOf([totals[group], row]) });
  }
  const used = ({ helped, heldOut }: FormTotals): number => (helped.counts.used ?? 0) + (heldOut.counts.used ?? 0);
  return [...forms.values()].sort((a, b) => used(b) - used(a));
};

/** The bound in milliseconds below which this share of the waits is; null without waits. */
export const quantile = (numbers: readonly number[], share: number): number | null => {
  const all = numbers.reduce((total, one) => total + one, 0);
  let below = 0;
  for (const [i, count] of numbers.entries()) {
    below += count;
    if (all > 0 && below >= share * all) return WAIT_BOUNDS[i] ?? null;
  }
  return null;
};

/** Started forms that each group needs before their difference is shown. */
export const ENOUGH_STARTED = 100;

/** The share of started forms that are sent, in both groups. */
export interface Comparison {
  helped: Share;
  heldOut: Share;
  /** Null: there are not enough started forms yet. */
  difference: Difference | null;
}

/** Compares the hold-out group of a form with the others; null if there is none. */
export const comparisonOf = ({ helped, heldOut }: Pick<FormTotals, 'helped' | 'heldOut'>): Comparison | null => {
  const shareOf = ({ counts: { used = 0, sent = 0 } }: OutcomeTotals): Share => ({
    of: Math.min(sent, used),
    all: used,
  });
  const [ours, theirs] = [shareOf(helped), shareOf(heldOut)];
  if (theirs.all === 0) return null;
  const isEnough = Math.min(ours.all, theirs.all) >= ENOUGH_STARTED;
  return { helped: ours, heldOut: theirs, difference: isEnough ? differenceOf(ours, theirs) : null };
};
