import { readVerdict } from '../../protocol/index.js';
import { DeadlinePassed } from '../deadline.js';
import { TooLarge } from '../read.js';
import type { Outcome } from './types.js';

/** More details than this, or longer ones, are no upstream's honest answer, and the receipt has to carry them. */
const MAX_CODES = 16;
const MAX_CODE_LENGTH = 64;

const notAVerdict: Outcome = { trouble: 'upstream_error', reason: 'the answer is not a verdict', outage: true };

/** What an upstream said, checked against the protocol. */
export const toOutcome = (value: unknown): Outcome => {
  const verdict = readVerdict(value);
  if (!verdict) return notAVerdict;
  const { status, quality, sub_status, did_you_mean } = verdict;
  const codes = sub_status.filter((code) => code.length <= MAX_CODE_LENGTH).slice(0, MAX_CODES);
  return { finding: { status, quality, sub_status: codes, did_you_mean } };
};

/**
 * What it means that a call failed. The words are for the operator; an error's own message is not among them: it may quote the
 * URL, and with it key and address.
 */
export const outcomeOfError = (error: unknown): Outcome => {
  if (error instanceof DeadlinePassed)
    return { trouble: 'upstream_timeout', reason: 'no answer in time', outage: true };
  if (error instanceof SyntaxError) return notAVerdict;
  if (error instanceof TooLarge) return { trouble: 'upstream_error', reason: 'the answer is too large', outage: true };
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code: unknown = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  const known = typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code);
  return { trouble: 'upstream_error', reason: known ? code : 'the connection failed', outage: true };
};
