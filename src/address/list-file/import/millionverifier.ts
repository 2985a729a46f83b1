import { DELIVERABLE, UNDELIVERABLE, UNKNOWN, type Vendor } from './vendor.js';

/**
 * MillionVerifier: https://developer.millionverifier.com. Its files have `quality` (good, bad, risky, unknown) beside
 * `result`, and mostly `free`
 * and `role`; columns may carry its name.
 */
export const millionVerifier: Vendor = {
  name: 'MillionVerifier',
  marks: [['quality', 'mv quality', 'millionverifier quality', 'email quality']],
  status: ['result', 'mv result', 'millionverifier result', 'email result'],
  statuses: {
    ok: DELIVERABLE,
    good: DELIVERABLE,
    invalid: UNDELIVERABLE,
    bad: UNDELIVERABLE,
    disposable: ['risky', 'unsafe', 'disposable'],
    catch_all: ['risky', 'caution', 'catch_all'],
    catchall: ['risky', 'caution', 'catch_all'],
    unknown: UNKNOWN,
    unverified: UNKNOWN,
    reverify: UNKNOWN,
    error: UNKNOWN,
  },
  reason: ['subresult', 'sub result'],
  reasons: {
    syntax_error: ['syntax_error'],
    mailbox_not_found: ['mailbox_not_found'],
    mailbox_full: ['mailbox_full'],
    no_mx: ['no_mail_server'],
    dns_error: ['dns_error'],
    greylisted: ['greylisted'],
    timeout: ['smtp_timeout'],
  },
  flags: [
    [['role', 'mv role', 'millionverifier role'], 'role_account'],
    [['free', 'mv free', 'millionverifier free'], 'free_provider'],
  ],
  didYouMean: ['didyoumean', 'did you mean'],
  checkedAt: ['verified at', 'verification date'],
};
