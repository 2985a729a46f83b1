import { SUB_STATUSES, type Quality, type Status, type SubStatus } from '../protocol/index.js';

/**
 * The effect of a code. A number is a deduction, in hundredths, from 100: the domain takes mail, but something speaks
 * against the address, or is not known. `invalid` makes the score 0: mail cannot be delivered, or must not be sent.
 * `risky` makes it {@link LEAST_RISKY}, also where nothing was found out. `unknown` makes it 50: it was not found out if
 * mail can be delivered.
 */
export type Effect = number | 'invalid' | 'risky' | 'unknown';

/**
 * The effect of each code, and its meaning. Deductions add up, but never below {@link LEAST_RISKY}: many doubts are not
 * a proof.
 */
const CODES: Record<SubStatus, readonly [effect: Effect, meaning: string]> = {
  denied: ['invalid', 'a rule of the account or of the service denies it'],
  denied_risky: ['risky', 'a rule of the account or of the service calls it risky'],
  allowed: [0, 'a rule of the account or of the service allows it'],
  syntax_error: ['invalid', 'the text is not an e-mail address'],
  smtputf8_required: [2, 'only servers with SMTPUTF8 accept such a name: most large ones do, some smaller ones do not'],
  domain_not_found: ['invalid', 'the domain does not exist'],
  no_mail_server: ['invalid', 'the domain has no mail server on the internet'],
  null_mx: ['invalid', 'the domain says that it takes no mail'],
  implicit_mx: [10, 'the domain names no mail server, only an address: more common on parked domains'],
  reserved_domain: ['invalid', 'the domain is reserved, for example for documentation'],
  dns_timeout: ['unknown', 'the DNS did not reply in time'],
  dns_error: ['unknown', 'the DNS server could not answer'],
  mailbox_not_found: ['invalid', 'the mail server says that there is no such mailbox'],
  mailbox_full: [45, 'the mailbox is full: mail bounces today'],
  mailbox_disabled: ['invalid', 'the mail server says that the mailbox is disabled'],
  catch_all: [35, 'the mail server accepts every name, so that it says nothing about this one'],
  greylisted: ['unknown', 'the mail server asks to try again later'],
  smtp_timeout: ['unknown', 'the mail server did not reply in time'],
  smtp_unavailable: ['unknown', 'the mail server could not be reached, or could not tell'],
  smtp_blocked: ['unknown', 'the mail server refuses to talk to this machine'],
  smtp_not_checked: [5, 'the mail server was not asked for the mailbox'],
  bounced: ['invalid', 'mail to it has bounced lately'],
  bounced_before: [30, 'mail to it has bounced, some time ago'],
  complained: [30, 'its owner has reported mail as unwanted'],
  delivered: [0, 'mail to it was delivered lately'],
  disposable: [60, 'a disposable address, which is abandoned soon'],
  disposable_host: [40, 'the mail server is one of disposable addresses, though no list has this domain'],
  possible_disposable: [21, 'one list alone calls the domain disposable, and lists hold honest ones too'],
  relay: [2, 'a forwarding address, which hides the real one'],
  role_account: [3, 'the address of a function, read by several people or by none'],
  free_provider: [0, 'a mailbox provider that is open to everybody'],
  subaddress: [0, 'a detail after the name, such as +news, which mail servers ignore'],
  possible_typo: [25, 'probably a typo of another address'],
  upstream_timeout: ['unknown', 'the verification service did not reply in time'],
  upstream_error: ['unknown', 'the verification service failed'],
  out_of_credits: ['unknown', 'the account at the verification service has no credits left'],
  rate_limited: ['unknown', 'too many checks in a short time'],
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
  /** The codes behind the score, each once, most telling first. */
  sub_status: SubStatus[];
}

/** Scores codes in any order. `invalid` is stronger than `risky`, and both are than `unknown`. */
export const assess = (codes: readonly SubStatus[]): Assessment => {
  const sub_status = SUB_STATUSES.filter((code) => codes.includes(code));
  const effects = sub_status.map((code) => CODES[code][0]);
  if (effects.includes('invalid')) return { status: 'invalid', quality: 'unsafe', score: 0, sub_status };
  if (effects.includes('risky')) return { status: 'risky', quality: 'unsafe', score: LEAST_RISKY / 100, sub_status };
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

/** The meaning of a code, in plain words. */
export const meaningOf = (code: SubStatus): string => CODES[code][1];

/** One code of a result, and its effect on the score. */
export interface ScoreLine {
  code: SubStatus;
  effect: Effect;
  /** In plain words. */
  meaning: string;
}

/** The effect of each code on the score, in the order given. */
export const scoreLines = (codes: readonly SubStatus[]): ScoreLine[] =>
  codes.map((code) => ({ code, effect: CODES[code][0], meaning: meaningOf(code) }));
