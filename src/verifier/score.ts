import { SUB_STATUSES, type Quality, type Status, type SubStatus } from '../protocol/index.js';

/**
 * The effect of each code on the score. A number is a deduction, in hundredths, from 100; `fatal` makes the score 0: mail cannot be
 * delivered; `unknown` makes it 50: it was not found out whether mail can be delivered.
 * Several deductions add up, but never below {@link LEAST_RISKY}: many doubts are not a proof.
 */
const DEDUCTIONS: Record<SubStatus, number | 'fatal' | 'unknown'> = {
  syntax_error: 'fatal',
  // Most large servers accept such addresses, some smaller ones do not.
  smtputf8_required: 2,
  domain_not_found: 'fatal',
  no_mail_server: 'fatal',
  null_mx: 'fatal',
  // Legal, but more common on parked domains than on domains that take mail.
  implicit_mx: 10,
  reserved_domain: 'fatal',
  dns_timeout: 'unknown',
  dns_error: 'unknown',
  mailbox_not_found: 'fatal',
  // Mail bounces today and may not tomorrow.
  mailbox_full: 45,
  mailbox_disabled: 'fatal',
  // The server accepts every name, so that it says nothing about this one.
  catch_all: 35,
  greylisted: 'unknown',
  smtp_timeout: 'unknown',
  smtp_unavailable: 'unknown',
  smtp_blocked: 'unknown',
  // Whether the mailbox exists was not asked.
  smtp_not_checked: 5,
  // Deliverable today, abandoned tomorrow: `risky` and `unsafe`. A site that accepts such addresses says so in its policy.
  disposable: 60,
  // A forwarding address that hides the real one: it delivers, and careful people use it.
  relay: 2,
  // Often read by several people, or by none.
  role_account: 3,
  free_provider: 0,
  subaddress: 0,
  // Squatters take mail at domains that are one edit away from a large provider.
  possible_typo: 25,
  upstream_timeout: 'unknown',
  upstream_error: 'unknown',
  out_of_credits: 'unknown',
  rate_limited: 'unknown',
};

/** The thresholds, in hundredths: `valid` ≥ 80 > `risky` ≥ 30 > `invalid`; `safe` ≥ 90 > `caution` ≥ 50 > `unsafe`. */
const LEAST_VALID = 80;
const LEAST_RISKY = 30;
const LEAST_SAFE = 90;
const LEAST_CAUTION = 50;
const UNKNOWN = 50;

export interface Assessment {
  status: Status;
  quality: Quality;
  /** 0.00 to 1.00, at most two decimals. */
  score: number;
  /** The codes it rests on, each once, most telling first. */
  sub_status: SubStatus[];
}

/**
 * Scores the codes that were found, in any order. An undeliverable address is `invalid` whatever else is unknown.
 */
export const assess = (codes: readonly SubStatus[]): Assessment => {
  const sub_status = SUB_STATUSES.filter((code) => codes.includes(code));
  const effects = sub_status.map((code) => DEDUCTIONS[code]);
  if (effects.includes('fatal')) return { status: 'invalid', quality: 'unsafe', score: 0, sub_status };
  if (effects.includes('unknown')) return { status: 'unknown', quality: 'unknown', score: UNKNOWN / 100, sub_status };
  const deducted = effects.reduce<number>((sum, effect) => sum + Number(effect), 0);
  const score = Math.max(100 - deducted, LEAST_RISKY);
  return {
    status: score >= LEAST_VALID ? 'valid' : 'risky',
    quality: score >= LEAST_SAFE ? 'safe' : score >= LEAST_CAUTION ? 'caution' : 'unsafe',
    score: score / 100,
    sub_status,
  };
};
