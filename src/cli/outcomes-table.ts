import {
  leftAfterBlock,
  OUTCOMES,
  sentUnchecked,
  UNCHECKED,
  WAIT_BOUNDS,
  WAITS,
  type FormOutcomes,
  type OutcomeCounts,
  type Wait,
} from '../protocol/index.js';
import { differenceOf } from '../util/newcombe.js';

/** Started forms that each group needs before their difference is shown. */
const ENOUGH = 100;

type Totals = Pick<FormOutcomes, 'counts' | 'waits'>;

/** The outcomes of a form on all days. */
interface FormTotals {
  origin: string;
  form: string;
  helped: Totals;
  heldOut: Totals;
}

const none = (): Totals => ({ counts: {}, waits: { verdict_ms: [], held_ms: [] } });

const add = (total: Totals, { counts, waits }: Totals): void => {
  for (const outcome of OUTCOMES) {
    const count = counts[outcome];
    if (count) total.counts[outcome] = (total.counts[outcome] ?? 0) + count;
  }
  for (const wait of WAITS)
    total.waits[wait] = WAIT_BOUNDS.map((_, i) => (total.waits[wait][i] ?? 0) + (waits[wait][i] ?? 0));
};

/** Adds up the days, by origin and form; the most used form first. */
export const totalsOf = (rows: readonly FormOutcomes[]): FormTotals[] => {
  const forms = new Map<string, FormTotals>();
  for (const row of rows) {
    const key = JSON.stringify([row.origin, row.form]);
    const totals = forms.get(key) ?? { origin: row.origin, form: row.form, helped: none(), heldOut: none() };
    forms.set(key, totals);
    add(row.held_out ? totals.heldOut : totals.helped, row);
  }
  const used = ({ helped, heldOut }: FormTotals): number => (helped.counts.used ?? 0) + (heldOut.counts.used ?? 0);
  return [...forms.values()].sort((a, b) => used(b) - used(a));
};

/** The bound below which this share of the waits is; null without waits. */
const quantile = (numbers: readonly number[], share: number): number | null => {
  const all = numbers.reduce((total, one) => total + one, 0);
  let below = 0;
  for (const [i, count] of numbers.entries()) {
    below += count;
    if (all > 0 && below >= share * all) return WAIT_BOUNDS[i] ?? null;
  }
  return null;
};

const number = (value: number): string => value.toLocaleString('en-US');
const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(100 * value).toFixed(1)}`;
const shareOf = (part: number, all: number): string => (all > 0 ? percent(Math.min(1, part / all)) : '');

const waitLine = (waits: Totals['waits'], wait: Wait): string => {
  const [half, most] = [0.5, 0.95].map((share) => quantile(waits[wait], share));
  return half == null || most == null ? 'none' : `half within ${number(half)} ms, 95 % within ${number(most)} ms`;
};

/** The hold-out group beside the others, with the interval of the difference. */
const comparison = ({ helped, heldOut }: FormTotals): string[] => {
  const [ours, theirs] = [helped, heldOut].map(({ counts: { used = 0, sent = 0 } }) => ({
    of: Math.min(sent, used),
    all: used,
  }));
  if (!ours || !theirs || theirs.all === 0) return [];
  const group = `${number(theirs.all)} started, ${number(theirs.of)} sent`;
  const found = Math.min(ours.all, theirs.all) < ENOUGH ? null : differenceOf(ours, theirs);
  if (!found) return [`${group}; not enough yet: ${ENOUGH} started forms in each group`];
  const { difference, low, high } = found;
  const meaning = low > 0 ? 'more are sent' : high < 0 ? 'fewer are sent' : 'no difference is shown';
  return [
    `${group}, ${shareOf(theirs.of, theirs.all)}`,
    `${signed(difference)} points with the element, 95 % interval ${signed(low)} to ${signed(high)}: ${meaning}`,
  ];
};

type Row = readonly [name: string, count: number | null, note?: string];

const rowsOf = (totals: FormTotals): Row[] => {
  const { counts, waits } = totals.helped;
  const of = (outcome: keyof OutcomeCounts): number => counts[outcome] ?? 0;
  const reasons = UNCHECKED.filter((why) => of(`unchecked_${why}`)).map(
    (why) => `${why} ${number(of(`unchecked_${why}`))}`,
  );
  return [
    ['started', of('used')],
    ['checked', of('checked'), shareOf(of('checked'), of('used'))],
    ['sent', of('sent'), shareOf(of('sent'), of('used'))],
    [
      'sign-ups saved',
      of('saved'),
      `typos fixed ${of('fixed')}, undone ${of('undone')}; suggestions accepted ${of('accepted')}; corrected after a block ${of('healed')}`,
    ],
    [
      'people sent away',
      leftAfterBlock(counts),
      `blocked ${of('blocked')}, corrected ${of('healed')}, overridden ${of('overridden')}`,
    ],
    ['suggestions shown', of('suggested'), `accepted ${of('accepted')}, declined ${of('kept')}`],
    ['warned', of('warned')],
    ['sent without a verdict', sentUnchecked(counts), reasons.join(', ')],
    ['from the last key to the verdict', null, waitLine(waits, 'verdict_ms')],
    ['held', null, waitLine(waits, 'held_ms')],
    ...comparison(totals).map((text, i): Row => [i === 0 ? 'hold-out group' : '', null, text]),
  ];
};

const NAME_WIDTH = 34;
const COUNT_WIDTH = 9;

const line = ([name, count, note = '']: Row): string =>
  `  ${name.padEnd(NAME_WIDTH)}${(count === null ? '' : number(count)).padStart(COUNT_WIDTH)}${note && `   ${note}`}`.trimEnd();

/** The outcomes of forms as text. */
export const outcomesTable = (rows: readonly FormOutcomes[], days: number): string => {
  const forms = totalsOf(rows);
  if (forms.length === 0)
    return `No form was used in the last ${days} days, or none was counted: see docs/outcomes.md.`;
  return forms
    .map((totals) => [`${totals.origin}  ${totals.form}  (${days} days)`, ...rowsOf(totals).map(line)].join('\n'))
    .join('\n\n');
};
