import { DELIVERABLE, RISKY, UNDELIVERABLE, UNKNOWN, type Vendor } from './vendor.js';

/**
 * ZeroBounce: https://www.zerobounce.net/docs/email-list-validation/status-codes, and the files in the tests of its own
 * SDKs.
 */
export const zeroBounce: Vendor = {
  name: 'ZeroBounce',
  marks: [['zb sub status']],
  status: ['zb status'],
  statuses: {
    valid: DELIVERABLE,
    invalid: UNDELIVERABLE,
    catch_all: ['risky', 'caution', 'catch_all'],
    unknown: UNKNOWN,
    spamtrap: ['risky', 'unsafe'],
    abuse: ['risky', 'unsafe'],
    do_not_mail: RISKY,
  },
  reason: ['zb sub status'],
  reasons: {
    alias_address: ['relay'],
    accept_all: ['catch_all'],
    role_based_accept_all: ['catch_all', 'role_account'],
    failed_syntax_check: ['syntax_error'],
    possible_typo: ['possible_typo'],
    mailbox_not_found: ['mailbox_not_found'],
    mailbox_quota_exceeded: ['mailbox_full'],
    no_dns_entries: ['no_mail_server'],
    unroutable_ip_address: ['no_mail_server'],
    does_not_accept_mail: ['null_mx'],
    antispam_system: ['smtp_blocked'],
    exception_occurred: ['upstream_error'],
    failed_smtp_connection: ['smtp_unavailable'],
    forcible_disconnect: ['smtp_unavailable'],
    mail_server_temporary_error: ['smtp_unavailable'],
    mail_server_did_not_respond: ['smtp_timeout'],
    timeout_exceeded: ['smtp_timeout'],
    greylisted: ['greylisted'],
    disposable: ['disposable'],
    role_based: ['role_account'],
    role_based_catch_all: ['catch_all', 'role_account'],
  },
  flags: [[['zb free email'], 'free_provider']],
  didYouMean: ['zb did you mean'],
  checkedAt: ['zb processed at', 'processed at'],
};
