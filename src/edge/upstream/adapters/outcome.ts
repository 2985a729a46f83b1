import type { SubStatus } from '../../../protocol/index.js';
import { assess } from '../../../verifier/score.js';
import { toOutcome } from '../outcome.js';
import type { Outcome } from '../types.js';

/** An adapter's reading of an answer. */
export interface Reading {
  /** The address that the answer is about. */
  email: unknown;
  /** Null if the answer is not a verdict. */
  codes: readonly SubStatus[] | null;
  did_you_mean?: unknown;
  mx_record?: string;
}

/**
 * The outcome of an answer: read like that of a service with our own interface. The table of scores gives status and
 * quality.
 */
export const outcomeOf = ({ codes, ...others }: Reading, address: string): Outcome =>
  toOutcome(codes && { ...others, ...assess(codes) }, address);
