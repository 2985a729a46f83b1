/** A verdict that knows what became of the account's own mail to the mailbox: the rules stand here, once. */
import { SUB_STATUSES, type SubStatus, type SubStatusCode, type ValidationResult } from '../../protocol/index.js';
import { assess } from '../../verifier/score.js';

/** The time since the latest delivery, hard bounce and complaint of a mailbox, in ms; null: none is known. */
export interface MailHistory {
  delivered: number | null;
  bounced: number | null;
  complained: number | null;
}

const DAY_MS = 86_400_000;
/** A delivery or a bounce speaks for the mailbox as it is now for this long: half a year. */
const RECENT_MS = 180 * DAY_MS;
/** The days for which anything is remembered. */
export const REMEMBERED_DAYS = 365;

/** Doubts that a delivered mail has answered. A full mailbox, a typo or a disposable domain stay what they are. */
const ANSWERED_BY_DELIVERY: readonly SubStatusCode[] = [
  'dns_timeout',
  'dns_error',
  'catch_all',
  'greylisted',
  'smtp_timeout',
  'smtp_unavailable',
  'smtp_blocked',
  'smtp_not_checked',
  'upstream_timeout',
  'upstream_error',
] satisfies SubStatus[];

/**
 * The codes that a history gives: `bounced` for half a year after a hard bounce, then `bounced_before`, unless mail was
 * delivered after it; `delivered` for half a year; `complained` for a year.
 */
const codesOf = (history: MailHistory): SubStatus[] => {
  const { delivered, bounced, complained } = {
    delivered: history.delivered ?? Infinity,
    bounced: history.bounced ?? Infinity,
    complained: history.complained ?? Infinity,
  };
  const codes: SubStatus[] = [];
  // Of two at the same moment, the bounce: a server that has accepted a mail may send it back.
  if (bounced <= delivered && bounced < REMEMBERED_DAYS * DAY_MS)
    codes.push(bounced < RECENT_MS ? 'bounced' : 'bounced_before');
  else if (delivered < RECENT_MS) codes.push('delivered');
  if (complained < REMEMBERED_DAYS * DAY_MS) codes.push('complained');
  return codes;
};

/**
 * The result of a check with what became of mail. An `invalid` one stays as it is: its domain or its mail server says no
 * today.
 */
export const learn = (result: ValidationResult, history: MailHistory | null): ValidationResult => {
  if (history === null || result.status === 'invalid') return result;
  const learned = codesOf(history);
  if (learned.length === 0) return result;
  const answered = learned.includes('delivered') ? ANSWERED_BY_DELIVERY : [];
  const kept = SUB_STATUSES.filter((code) => result.sub_status.includes(code) && !answered.includes(code));
  return { ...result, ...assess([...kept, ...learned]) };
};
