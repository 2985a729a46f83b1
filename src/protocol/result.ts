/** The validation result: the ten fields that `GET /api/validate` answers, and the closed lists of words in them. */

import { isRecord } from './is-record.js';

/**
 * The verdict. `valid`: mail can be delivered or, with `smtp_not_checked`, the domain takes mail and the mailbox was not
 * asked; `invalid`: mail cannot be delivered; `risky`: it can, or might, and something speaks against it; `unknown`: it
 * could not be found out.
 */
export const STATUSES = ['valid', 'invalid', 'risky', 'unknown'] as const;
export type Status = (typeof STATUSES)[number];

/** The safety of sending mail to the address, best first; `unknown`: it could not be found out. */
export const QUALITIES = ['safe', 'caution', 'unsafe', 'unknown'] as const;
export type Quality = (typeof QUALITIES)[number];

/** Every detail code there is, most telling first: the order of a result's `sub_status` follows it. */
export const SUB_STATUSES = [
  // rules of the account or of the deployment
  'denied',
  'denied_risky',
  'allowed',
  // the address
  'syntax_error',
  'smtputf8_required',
  // its domain
  'domain_not_found',
  'no_mail_server',
  'null_mx',
  'implicit_mx',
  'reserved_domain',
  'dns_timeout',
  'dns_error',
  // its mailbox
  'mailbox_not_found',
  'mailbox_full',
  'mailbox_disabled',
  'catch_all',
  'greylisted',
  'smtp_timeout',
  'smtp_unavailable',
  'smtp_blocked',
  'smtp_not_checked',
  // mail of the account's own to it
  'bounced',
  'bounced_before',
  'complained',
  'delivered',
  // its kind
  'disposable',
  'disposable_host',
  'possible_disposable',
  'relay',
  'role_account',
  'free_provider',
  'subaddress',
  'possible_typo',
  // the service's own circumstances
  'upstream_timeout',
  'upstream_error',
  'out_of_credits',
  'rate_limited',
] as const;
export type SubStatus = (typeof SUB_STATUSES)[number];

/**
 * Codes that tell what an account knows of an address: that it has written to it, or has a rule for it. An edge leaves
 * them out, since anybody may ask a page about anybody's address.
 */
export const PRIVATE_CODES = [
  'denied',
  'denied_risky',
  'allowed',
  'bounced',
  'bounced_before',
  'complained',
  'delivered',
] as const satisfies readonly SubStatus[];

/** A code of the closed list, or one that a newer service may send: kept and otherwise ignored. */
export type SubStatusCode = SubStatus | (string & {});

/** The answer of `GET /api/validate`. */
export interface ValidationResult {
  /** The address that was checked, as it was given. */
  email: string;
  status: Status;
  /** ISO 8601 with a numeric UTC offset, such as `2026-01-31T12:00:00+00:00`. */
  checked_at: string;
  /** The local part, `""` when the text is no address. */
  account: string;
  /** The domain in its ASCII form, `""` when the text is no address. */
  domain: string;
  quality: Quality;
  /** 0.00 to 1.00, at most two decimals. */
  score: number;
  /** The host of the best mail exchanger, `""` when there is none. */
  mx_record: string;
  /** A whole address, or null. */
  did_you_mean: string | null;
  /** Codes of {@link SUB_STATUSES}, most telling first. */
  sub_status: SubStatusCode[];
}

/** The part of a result that a browser sees. It leaves out details that would help to probe addresses. */
export interface Verdict {
  email: string;
  status: Status;
  quality: Quality;
  sub_status: SubStatusCode[];
  did_you_mean: string | null;
}

const oneOf = <T extends string>(words: readonly T[], word: unknown, otherwise: T): T =>
  words.includes(word as T) ? (word as T) : otherwise;

/** Formats a time as ISO 8601 in UTC with a numeric offset, to the second: `2026-01-31T12:00:00+00:00`. */
export const timestamp = (date: Date): string => `${date.toISOString().slice(0, 19)}+00:00`;

/**
 * Reads a verdict from parsed JSON of a response or a store. Unknown words are tolerated: an unknown `status` or
 * `quality` reads as `unknown`, and an unknown code is kept.
 * @returns null for a value that is not an object, or has no string `email` and `status`.
 */
export const readVerdict = (value: unknown): Verdict | null => {
  if (!isRecord(value) || typeof value['email'] !== 'string' || typeof value['status'] !== 'string') return null;
  const { email, sub_status: codes, did_you_mean: suggestion } = value;
  return {
    email,
    status: oneOf(STATUSES, value['status'], 'unknown'),
    quality: oneOf(QUALITIES, value['quality'], 'unknown'),
    sub_status: Array.isArray(codes) ? codes.filter((code): code is string => typeof code === 'string') : [],
    did_you_mean: typeof suggestion === 'string' && suggestion !== '' ? suggestion : null,
  };
};

/** Reads the `mx_record` of a result from a response or a store; `""` if it is not a possible host name. */
export const readMxRecord = (value: unknown): string => {
  const host = isRecord(value) ? value['mx_record'] : undefined;
  return typeof host === 'string' && /^[\w.-]{1,253}$/.test(host) ? host : '';
};
