import { DELIVERABLE, RISKY, UNDELIVERABLE, UNKNOWN, type Vendor } from './vendor.js';

/** Reacher (check-if-email-exists): the CSV of its bulk interface, by `CsvResponse` in its source. */
export const reacher: Vendor = {
  name: 'Reacher',
  marks: [['smtp is deliverable', 'smtp is catch all', 'misc is disposable']],
  status: ['is reachable'],
  statuses: { safe: DELIVERABLE, invalid: UNDELIVERABLE, risky: RISKY, unknown: UNKNOWN },
  flags: [
    [['smtp has full inbox'], 'mailbox_full'],
    [['smtp is disabled'], 'mailbox_disabled'],
    [['smtp is catch all'], 'catch_all'],
    [['misc is disposable'], 'disposable'],
    [['misc is role account'], 'role_account'],
  ],
  // Steps that Reacher did not reach are false in its file: only the first false one gives the reason.
  denials: [
    [['syntax is valid syntax'], 'invalid', 'syntax_error'],
    [['mx accepts mail'], 'invalid', 'no_mail_server'],
    // Formerly the column had the name of its field.
    [['smtp can connect', 'smtp can connect smtp'], 'unknown', 'smtp_unavailable'],
    [['smtp is deliverable'], 'invalid', 'mailbox_not_found'],
  ],
};
