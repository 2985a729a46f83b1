/**
 * Failures of the DNS and of mail servers are no verdict: an address is asked for again after growing waits. The rules are
 * the same for lists of the service and of the command line.
 */
import type { ValidationResult } from '../../protocol/index.js';

/** The part that failed, so that nothing was found out about an address. */
export type Failure = 'dns' | 'smtp';

/** The waits before an address is asked for again, in ms: 30 s, 5, 15 and 45 minutes. After the last, it is `unknown`. */
export const REPEAT_MS: readonly number[] = [30_000, 300_000, 900_000, 2_700_000];

/**
 * Number of times that a mailbox is asked for again at a server that cannot be reached, and has answered no other
 * question either.
 */
const REPEATS_UNANSWERED = 1;

const CODES: Record<Failure, readonly string[]> = {
  dns: ['dns_timeout', 'dns_error'],
  smtp: ['smtp_timeout', 'smtp_unavailable'],
};

/** The failure for which nothing was found out about an address; null: none, or one that says enough. */
export const failureOf = ({ status, sub_status }: Pick<ValidationResult, 'status' | 'sub_status'>): Failure | null => {
  if (status !== 'unknown') return null;
  return (['dns', 'smtp'] as const).find((what) => sub_status.some((code) => CODES[what].includes(code))) ?? null;
};

/** True if no mail server was asked. */
export const wasNotAsked = ({ sub_status }: Pick<ValidationResult, 'sub_status'>): boolean =>
  sub_status.includes('smtp_not_checked');

/**
 * The wait before a mailbox is asked for again whose mail server failed, in ms; undefined: it is not.
 * @param repeats number of times that it was asked for again before.
 * @param hasAnswered true: the server has answered another question.
 */
export const waitForServer = (
  { sub_status }: Pick<ValidationResult, 'sub_status'>,
  repeats: number,
  hasAnswered: boolean,
  repeatMs: readonly number[],
): number | undefined => {
  const isDead = sub_status.includes('smtp_unavailable') && !hasAnswered;
  return isDead && repeats >= REPEATS_UNANSWERED ? undefined : repeatMs[repeats];
};
