import type { SubStatus } from '../../../protocol/index.js';
import { assess } from '../../../verifier/score.js';
import { toOutcome } from '../outcome.js';
import type { Outcome } from '../types.js';

/** An answer, as an adapter has read it. */
export interface Reading {
  /** The address that the answer is about. */
  email: unknown;
  /** Null: the answer is not a verdict. */
  codes: readonly SubStatus[] | null;
  did_you_mean?: unknown;
  mx_record?: string;
}

/** The outcome of an answer: read as that of a service of the interface, with the status and quality that the codes have in the table of scores. */
export const outcomeOf = ({ codes, ...others }: Reading, address: string): Outcome =>
  toOutcome(codes && { ...others, ...assess(codes) }, address);
