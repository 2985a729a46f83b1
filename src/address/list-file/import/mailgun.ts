import { DELIVERABLE, UNDELIVERABLE, UNKNOWN, type Vendor } from './vendor.js';

/** Mailgun: https://documentation.mailgun.com, bulk validation. No other vendor has a risk and these two names together. */
export const mailgun: Vendor = {
  name: 'Mailgun',
  marks: [['is disposable address'], ['is role address'], ['risk']],
  status: ['result'],
  statuses: {
    deliverable: DELIVERABLE,
    undeliverable: UNDELIVERABLE,
    catch_all: ['risky', 'caution', 'catch_all'],
    do_not_send: ['risky', 'unsafe'],
    unknown: UNKNOWN,
  },
  reason: ['reason'],
  reasons: { mailbox_does_not_exist: ['mailbox_not_found'], no_mx: ['no_mail_server'] },
  flags: [
    [['is disposable address'], 'disposable'],
    [['is role address'], 'role_account'],
  ],
  didYouMean: ['did you mean'],
};
