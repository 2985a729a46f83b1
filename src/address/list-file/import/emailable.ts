import { REASONS, STATUSES } from './reasons.js';
import type { Vendor } from './vendor.js';

/**
 * Emailable, formerly Blaze Verify: https://help.emailable.com, verification results. No other vendor has a state, a
 * reason and a score together. Rows with the state `duplicate` have no verdict.
 */
export const emailable: Vendor = {
  name: 'Emailable',
  marks: [['reason'], ['score']],
  status: ['state', 'emailable state'],
  statuses: STATUSES,
  reason: ['reason'],
  // Emailable calls an address with such a mail server undeliverable.
  reasons: { ...REASONS, invalid_smtp: ['no_mail_server'] },
  flags: [
    [['mailbox full'], 'mailbox_full'],
    [['accept all'], 'catch_all'],
    [['disposable'], 'disposable'],
    [['role'], 'role_account'],
    [['free'], 'free_provider'],
  ],
  didYouMean: ['did you mean'],
};
