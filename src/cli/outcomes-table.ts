import {
  comparisonOf,
  ENOUGH_STARTED,
  leftAfterBlock,
  quantile,
  sentUnchecked,
  totalsOf,
  UNCHECKED,
  type FormOutcomes,
  type FormTotals,
  type OutcomeCounts,
  type OutcomeTotals,
  type Wait,
} from '../protocol/index.js';

const number = (value: number): string => value.toLocaleString('en-US');
const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(100 * value).toFixed(1)}`;
const shareOf = (part: number, all: number): string => (all > 0 ? percent(Math.min(1, part / all)) : '');

const waitLine = (waits: OutcomeTotals['waits'], wait: Wait): string => {
  const [half, most] = [0.5, 0.95].map((share) => quantile(waits[wait], share));
  return half == null || most == null ? 'none' : `half within ${number(half)} ms, 95 % within ${number(most)} ms`;
};

/** The hold-out group beside the others, with the interval of the difference. */
const comparison = (totals: FormTotals): string[] => {
  const found = comparisonOf(totals);
  if (!found) return [];
  const { heldOut, difference } = found;
  const group = `${number(heldOut.all)} started, ${number(heldOut.of)} sent`;
  if (!difference) return [`${group}; not enough yet: ${ENOUGH_STARTED} started forms in each group`];
  const { low, high } = difference;
  const meaning = low > 0 ? 'more are sent' : high < 0 ? 'fewer are sent' : 'no difference is shown';
  return [
    `${group}, ${shareOf(heldOut.of, heldOut.all)}`,
    `${signed(difference.difference)} points with the element, 95 % interval ${signed(low)} to ${signed(high)}: ${meaning}`,
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
