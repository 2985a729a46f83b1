import { STATUSES, type Status } from '../protocol/index.js';
import type { Day } from './answers.js';

/** The checks of some days by verdict, and all of them. */
export type Totals = Record<Status | 'all', number>;

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The checks of a day, whatever the verdict. */
export const checksOf = (day: Day): number => sum(STATUSES.map((status) => day[status]));

export const totalsOf = (days: readonly Day[]): Totals => {
  const of = (status: Status): number => sum(days.map((day) => day[status]));
  return {
    valid: of('valid'),
    invalid: of('invalid'),
    risky: of('risky'),
    unknown: of('unknown'),
    all: sum(days.map(checksOf)),
  };
};

/** Whole per cent; `<1` for some that round to nothing, `>99` for those that round to all. */
export const share = (part: number, all: number): string => {
  const percent = all === 0 ? 0 : Math.round((100 * part) / all);
  if (part > 0 && percent === 0) return '<1 %';
  return part < all && percent === 100 ? '>99 %' : `${percent} %`;
};
