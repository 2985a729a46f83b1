import { isRecord } from './is-record.js';

/**
 * Outcomes that are counted for a use of a form: from the first typed letter of its address until it is sent. Each is
 * counted once a use. They contain no address and no identifier.
 */
export const OUTCOMES = [
  /** An address was typed. */
  'used',
  /** It got a verdict. */
  'checked',
  /** An obvious typo was fixed; the fix was undone. */
  'fixed',
  'undone',
  /** A suggestion was shown; accepted; declined. */
  'suggested',
  'accepted',
  'kept',
  /** A warning or an error about an address was shown. */
  'warned',
  'blocked',
  /** Sent after a block: with another address, or with the same by an override. */
  'healed',
  'overridden',
  /** Sent with an address that a fix, a suggestion or a block has corrected. */
  'saved',
  /** Sent without a verdict, by the reason: see {@link UNCHECKED}. */
  'unchecked_hold',
  'unchecked_timeout',
  'unchecked_network',
  'unchecked_refused',
  'unchecked_service',
  'unchecked_unasked',
  'sent',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * Why a form was sent without a verdict. `hold`: it had to wait too long; `timeout`, `network`, `refused`: the edge gave
 * no verdict; `service`: the service behind it had none; `unasked`: the page has cancelled the check.
 */
export const UNCHECKED = ['hold', 'timeout', 'network', 'refused', 'service', 'unasked'] as const;

/** Waits in milliseconds: `verdict_ms` from the last key to the verdict, `held_ms` of the held submission. */
export const WAITS = ['verdict_ms', 'held_ms'] as const;
export type Wait = (typeof WAITS)[number];
/** A longer wait counts as this one, in milliseconds. */
export const MAX_WAIT_MS = 60_000;

/** Counts by outcome. An outcome that is not there has not occurred. */
export type OutcomeCounts = Partial<Record<Outcome, number>>;

/** The report of one use, or of the rest of a use that was reported before: then it has no `used`. */
export interface OutcomeReport {
  /** The name of the form: see {@link formName}. */
  form: string;
  /** True for the hold-out group, for which the element only looks on. */
  held_out: boolean;
  counts: OutcomeCounts;
  waits: Partial<Record<Wait, number>>;
}

/** The body of `POST /outcomes`: JSON sent as `text/plain`, so that it needs no CORS preflight. */
export interface OutcomeRequest extends OutcomeReport {
  token: string;
}

/** Days for which an edge keeps outcomes. */
export const OUTCOME_DAYS = 90;

/** The longest name of a form, in characters. */
export const MAX_FORM_LENGTH = 64;
/** A part of a path that is masked: it could hold an address. */
const ADDRESS = /@|%40/i;
/** A part of a path that is masked as a person's or a link's own: a long one, or one with a number of four digits. */
const ID = /^.{33,}$|\d{4}/;
const MASK = '*';

const masked = (text: string, isMasked: (part: string) => boolean): string =>
  text
    .split('/')
    .map((part) => (isMasked(part) ? MASK : part))
    .join('/');

/**
 * The name of a form as it is counted: without white space and control characters, at most {@link MAX_FORM_LENGTH}
 * characters. A part between slashes that could hold an address is `*`. Idempotent.
 */
export const formName = (text: string): string => {
  const clean = text.slice(0, 1024).replace(/[\s\p{C}]+/gu, '-');
  const name = masked(clean, (part) => ADDRESS.test(part));
  return Array.from(name).slice(0, MAX_FORM_LENGTH).join('') || '/';
};

/** The name of a form by the path of its page. Parts that look like an identifier are `*`, too. */
export const formOfPath = (path: string): string => formName(masked(path, (part) => ID.test(part)));

const sum = (counts: OutcomeCounts, outcomes: readonly Outcome[]): number =>
  outcomes.reduce((total, outcome) => total + (counts[outcome] ?? 0), 0);

/** The outcomes of {@link UNCHECKED}. */
const UNCHECKED_OUTCOMES = UNCHECKED.map((why): Outcome => `unchecked_${why}`);

/** Number of forms that were sent without a verdict. */
export const sentUnchecked = (counts: OutcomeCounts): number => sum(counts, UNCHECKED_OUTCOMES);

/** Number of uses that were blocked, and in which no address was sent afterwards: people who were sent away. */
export const leftAfterBlock = (counts: OutcomeCounts): number =>
  Math.max(0, sum(counts, ['blocked']) - sum(counts, ['healed', 'overridden']));

/** True if these counts can be those of uses: of one, or of several together. A use may still go on. */
export const areOfUses = (counts: OutcomeCounts): boolean => {
  const of = (...outcomes: Outcome[]): number => sum(counts, outcomes);
  const [used, sent] = [of('used'), of('sent')];
  return (
    OUTCOMES.every((outcome) => of(outcome) <= used) &&
    of('undone') <= of('fixed') &&
    Math.max(of('accepted'), of('kept')) <= of('suggested') &&
    of('healed', 'overridden') <= Math.min(sent, of('blocked')) &&
    of('saved') <= Math.min(sent, of('fixed', 'accepted', 'healed')) &&
    sentUnchecked(counts) <= sent
  );
};

/** The counts that the beginning of a use, which was reported before, can have for its rest to build on. */
const BEGINNING: OutcomeCounts = { used: 1, fixed: 1, suggested: 1, blocked: 1 };

/** True if the counts and waits of one report do not contradict each other. */
const isPlausible = ({ counts, held_out: heldOut, waits }: Omit<OutcomeReport, 'form'>): boolean => {
  if (heldOut && Object.keys(waits).length > 0) return false;
  if (heldOut && Object.keys(counts).some((name) => !['used', 'checked', 'sent'].includes(name))) return false;
  if (!counts.used) return areOfUses({ ...counts, ...BEGINNING });
  return areOfUses(counts) && (waits.verdict_ms === undefined || counts.checked === 1);
};

/** Adds counts to others. */
export const sumCounts = (before: OutcomeCounts, added: OutcomeCounts): OutcomeCounts => {
  const total = { ...before };
  for (const outcome of OUTCOMES) if (added[outcome]) total[outcome] = (total[outcome] ?? 0) + added[outcome];
  return total;
};

/**
 * Reads a report from parsed JSON. Names that are not known are left out: a newer element may send them.
 * @returns null for counts other than 0 and 1, counts that contradict each other, an empty report, or a wait that is not
 * a number of milliseconds.
 */
export const readOutcomeReport = (value: unknown): OutcomeReport | null => {
  if (!isRecord(value)) return null;
  const { form, held_out: heldOut = false, counts: given, waits: givenWaits = {} } = value;
  if (typeof form !== 'string' || typeof heldOut !== 'boolean' || !isRecord(given) || !isRecord(givenWaits))
    return null;
  const counts: OutcomeCounts = {};
  for (const outcome of OUTCOMES) {
    const count = Object.hasOwn(given, outcome) ? given[outcome] : 0;
    if (count !== 0 && count !== 1) return null;
    if (count === 1) counts[outcome] = 1;
  }
  if (Object.keys(counts).length === 0) return null;
  const waits: OutcomeReport['waits'] = {};
  for (const wait of WAITS) {
    const ms = Object.hasOwn(givenWaits, wait) ? givenWaits[wait] : undefined;
    if (ms === undefined) continue;
    if (typeof ms !== 'number' || !(ms >= 0)) return null;
    // JSON has a minus zero, which is not below zero.
    waits[wait] = Math.min(MAX_WAIT_MS, Math.round(Math.abs(ms)));
  }
  if (!isPlausible({ held_out: heldOut, counts, waits })) return null;
  return { form: formName(form), held_out: heldOut, counts, waits };
};

/** Upper bounds of the waits that are counted together, in milliseconds. */
export const WAIT_BOUNDS = [50, 100, 200, 300, 400, 500, 600, 800, 1000, 1500, 2000, 3000, 5000, 10_000, MAX_WAIT_MS];

/** The outcomes of a form on a day, of one of the two groups. */
export interface FormOutcomes {
  origin: string;
  /** The day in UTC, such as `2026-01-31`. */
  day: string;
  form: string;
  held_out: boolean;
  counts: OutcomeCounts;
  /** For each wait, the numbers of those up to each of {@link WAIT_BOUNDS} and above the bound before. */
  waits: Record<Wait, number[]>;
}

/** The response of `GET /outcomes` at the port of the metrics. */
export interface OutcomesAnswer {
  days: number;
  /** False if the store of the edge cannot count. */
  counted: boolean;
  rows: FormOutcomes[];
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const readFormOutcomes = (value: unknown): FormOutcomes[] => {
  if (!isRecord(value) || !isRecord(value['counts']) || !isRecord(value['waits'])) return [];
  const { origin, day, form, held_out: heldOut, counts: given, waits } = value;
  if (typeof origin !== 'string' || typeof day !== 'string' || typeof form !== 'string') return [];
  const counts: OutcomeCounts = {};
  for (const outcome of OUTCOMES) {
    const count = given[outcome];
    if (isCount(count)) counts[outcome] = count;
  }
  const waitsOf = (wait: Wait): number[] => {
    const numbers: unknown[] = Array.isArray(waits[wait]) ? waits[wait] : [];
    return WAIT_BOUNDS.map((_, i) => (isCount(numbers[i]) ? numbers[i] : 0));
  };
  const read = { verdict_ms: waitsOf('verdict_ms'), held_ms: waitsOf('held_ms') };
  return [{ origin, day, form, held_out: heldOut === true, counts, waits: read }];
};

/** Reads the response of `GET /outcomes` from parsed JSON, without rows that are not understood; null for another shape. */
export const readOutcomesAnswer = (value: unknown): OutcomesAnswer | null => {
  if (!isRecord(value) || !Array.isArray(value['rows']) || !isCount(value['days'])) return null;
  return { days: value['days'], counted: value['counted'] === true, rows: value['rows'].flatMap(readFormOutcomes) };
};
