import { DELIVERABLE, RISKY, UNDELIVERABLE, UNKNOWN, type Vendor } from './vendor.js';

/** Abstract: https://docs.abstractapi.com, email validation. In JSON, yes and no stand in an object, as `value`. */
export const abstract: Vendor = {
  name: 'Abstract',
  marks: [
    ['quality score'],
    ['is smtp valid', 'is smtp valid value'],
    ['is catchall email', 'is catchall email value'],
  ],
  status: ['deliverability'],
  statuses: { deliverable: DELIVERABLE, undeliverable: UNDELIVERABLE, risky: RISKY, unknown: UNKNOWN },
  flags: [
    [['is catchall email', 'is catchall email value'], 'catch_all'],
    [['is disposable email', 'is disposable email value'], 'disposable'],
    [['is role email', 'is role email value'], 'role_account'],
    [['is free email', 'is free email value'], 'free_provider'],
  ],
  denials: [
    [['is valid format', 'is valid format value'], 'invalid', 'syntax_error'],
    [['is mx found', 'is mx found value'], 'invalid', 'no_mail_server'],
    [['is smtp valid', 'is smtp valid value'], 'invalid', 'mailbox_not_found'],
  ],
  didYouMean: ['autocorrect'],
};
