import { DELIVERABLE, UNDELIVERABLE, UNKNOWN, type Vendor } from './vendor.js';

/** NeverBounce: https://developers.neverbounce.com/reference/jobs-download. Its one sure column has a name that other files have too. */
export const neverBounce: Vendor = {
  name: 'NeverBounce',
  marks: [],
  status: ['email status', 'neverbounce result', 'neverbounce status'],
  statuses: {
    valid: DELIVERABLE,
    invalid: UNDELIVERABLE,
    disposable: ['risky', 'unsafe', 'disposable'],
    catchall: ['risky', 'caution', 'catch_all'],
    accept_all: ['risky', 'caution', 'catch_all'],
    'accept_all_(unverifiable)': ['risky', 'caution', 'catch_all'],
    accept_all_unverifiable: ['risky', 'caution', 'catch_all'],
    unknown: UNKNOWN,
  },
  flags: [
    [['bad syntax'], 'syntax_error'],
    [['bad dns'], 'no_mail_server'],
    [['temporary dns error'], 'dns_error'],
    [['connect fails'], 'smtp_unavailable'],
    [['disposable email'], 'disposable'],
    [['role account'], 'role_account'],
    [['free email host'], 'free_provider'],
    [['spelling mistake'], 'possible_typo'],
  ],
  didYouMean: ['suggested correction'],
};
