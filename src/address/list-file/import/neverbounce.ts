import { DELIVERABLE, UNDELIVERABLE, UNKNOWN, type Vendor } from './vendor.js';

/**
 * NeverBounce: https://developers.neverbounce.com/reference/jobs-download. Which columns a file has is chosen for each
 * download; yes and no are 1/0, Y/N, yes/no or true/false. Its one sure column, `email_status` or
 * `result`, has a name that other files have too.
 */
export const neverBounce: Vendor = {
  name: 'NeverBounce',
  marks: [],
  status: [
    'email status',
    'email status int',
    'neverbounce result',
    'neverbounce status',
    'result',
    'verification result',
  ],
  vague: ['email status', 'result', 'verification result'],
  statuses: {
    valid: DELIVERABLE,
    invalid: UNDELIVERABLE,
    disposable: ['risky', 'unsafe', 'disposable'],
    catchall: ['risky', 'caution', 'catch_all'],
    accept_all: ['risky', 'caution', 'catch_all'],
    'accept_all_(unverifiable)': ['risky', 'caution', 'catch_all'],
    accept_all_unverifiable: ['risky', 'caution', 'catch_all'],
    unknown: UNKNOWN,
    // The column email_status_int.
    0: DELIVERABLE,
    1: UNDELIVERABLE,
    2: ['risky', 'unsafe', 'disposable'],
    3: ['risky', 'caution', 'catch_all'],
    4: UNKNOWN,
  },
  flags: [
    [['bad syntax'], 'syntax_error'],
    [['role account'], 'role_account'],
    [['disposable email'], 'disposable'],
    [['free email host'], 'free_provider'],
  ],
  denials: [
    [['has dns info'], 'invalid', 'domain_not_found'],
    [['has mail server'], 'invalid', 'no_mail_server'],
    [['mail server reachable'], 'unknown', 'smtp_unavailable'],
  ],
};
