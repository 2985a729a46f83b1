/** The outcome of the work on a chunk, before it is stored. */
import { timestamp, type ValidationResult } from '../../../protocol/index.js';
import { assess } from '../../../verifier/score.js';
import type { ProbeQuestion } from '../../../verifier/types.js';
import { failureOf } from '../failures.js';
import type { StoredResult } from '../stored-result.js';
import type { Wait } from '../tables.js';

/** The result of a row. */
export interface Finding {
  row: number;
  verdict: StoredResult;
  /** The key of the mailbox, under which the verdict is remembered to measure it; null: it is not. */
  mailbox: Buffer | null;
  /** False: the text is no address, or it was not found out for a failure of ours, of the DNS or of the mail server. */
  isPaid: boolean;
}

/** A question of a row that is still to be asked, or its look-up that is repeated. */
export interface OpenQuestion {
  row: number;
  question: ProbeQuestion | Pick<ProbeQuestion, 'email'>;
  /** Why it is asked again; null: it was not asked yet. */
  waitsFor: Wait | null;
  /** When, in ms from now; 0: at once. */
  waitMs: number;
  /** Number of times that it was put off because the DNS or the mail server failed. */
  repeats: number;
}

export interface Outcome {
  findings: Finding[];
  /** A question that was asked before replaces the one before. */
  questions: OpenQuestion[];
  /** Rows for which their receiver had no turn in time. */
  notAsked: number[];
  /**
   * False: a part of the chunk is left. One with questions is done when the list has none for its receiver, whatever is
   * said here.
   */
  isDone: boolean;
  /** The wait before the rest, in ms; 0: the account's next turn. */
  waitMs: number;
  /** The error that ended the work; null: none. */
  error: unknown;
}

/** Nothing so far. */
export const emptyOutcome = (): Outcome => ({
  findings: [],
  questions: [],
  notAsked: [],
  isDone: false,
  waitMs: 0,
  error: null,
});

/** The finding of a result. */
export const findingOf = (row: number, result: ValidationResult, mailbox: Buffer | null = null): Finding => {
  const { status, quality, score, sub_status, did_you_mean, mx_record, checked_at } = result;
  return {
    row,
    mailbox,
    verdict: { status, quality, score, sub_status, did_you_mean, mx_record, checked_at },
    isPaid: !sub_status.includes('syntax_error') && failureOf(result) === null,
  };
};

/** The result of a question whose mail server could not be asked, as no other one. */
export const unreachedResult = ({ email, codes, suggestion, route }: ProbeQuestion): ValidationResult => ({
  ...assess([...codes, ...(suggestion?.certain === true ? (['possible_typo'] as const) : []), 'smtp_unavailable']),
  email,
  account: '',
  domain: '',
  did_you_mean: suggestion?.certain === true ? suggestion.address : null,
  mx_record: route.host,
  checked_at: timestamp(new Date()),
});

/** The finding of a row that could not be checked, however often it was tried. */
export const failedFinding = (row: number): Finding => ({
  row,
  mailbox: null,
  verdict: { ...assess(['upstream_error']), did_you_mean: null, mx_record: '', checked_at: timestamp(new Date()) },
  isPaid: false,
});
