import { DELIVERABLE, RISKY, UNDELIVERABLE, UNKNOWN, type Vendor } from './vendor.js';

/**
 * Hunter: https://hunter.io/api-documentation, email verifier. The fields are documented for JSON, not for CSV: columns
 * are taken by their
 * names, with or without `Hunter` or `Verification` before them. It reads no mailboxes of webmail providers: their
 * verdict is open.
 */
export const hunter: Vendor = {
  name: 'Hunter',
  marks: [
    [
      ...['accept all', 'gibberish', 'webmail', 'regexp', 'smtp check', 'mx records', 'block', 'confidence score'],
      ...[
        'hunter score',
        'verification score',
        'verification date',
        'hunter status',
        'verification status',
        'hunter result',
      ],
    ],
    [
      ...[
        'score',
        'confidence score',
        'hunter score',
        'verification score',
        'verification date',
        'verification status',
      ],
      ...['hunter status', 'hunter result', 'smtp check'],
    ],
  ],
  status: [
    'hunter status',
    'verification status',
    'email status',
    'status',
    'hunter result',
    'verification result',
    'result',
  ],
  statuses: {
    valid: DELIVERABLE,
    deliverable: DELIVERABLE,
    invalid: UNDELIVERABLE,
    undeliverable: UNDELIVERABLE,
    accept_all: ['risky', 'caution', 'catch_all'],
    disposable: ['risky', 'unsafe', 'disposable'],
    risky: RISKY,
    webmail: ['unknown', 'unknown', 'free_provider'],
    blocked: UNKNOWN,
    unknown: UNKNOWN,
  },
  flags: [
    [['accept all'], 'catch_all'],
    [['disposable'], 'disposable'],
    [['webmail'], 'free_provider'],
  ],
  denials: [
    [['regexp'], 'invalid', 'syntax_error'],
    [['mx records'], 'invalid', 'no_mail_server'],
    [['smtp server'], 'invalid', 'no_mail_server'],
    [['smtp check'], 'invalid', 'mailbox_not_found'],
  ],
  checkedAt: ['verification date', 'verified at', 'hunter verification date', 'last verified at'],
};
