import { REASONS, STATUSES } from './reasons.js';
import type { Vendor } from './vendor.js';

/**
 * Bouncer: https://docs.usebouncer.com/api-reference/batch/batch-results. The fields are documented for JSON, not for
 * CSV: columns are found by the names of the fields, or by the last part of the name.
 */
export const bouncer: Vendor = {
  name: 'Bouncer',
  marks: [['reason'], ['toxic', 'toxicity', 'full mailbox', 'account full mailbox', 'domain accept all']],
  status: ['status'],
  statuses: STATUSES,
  reason: ['reason'],
  reasons: { ...REASONS, unsupported: ['smtp_not_checked'], unknown: [] },
  flags: [
    [['account full mailbox', 'full mailbox'], 'mailbox_full'],
    [['account disabled', 'disabled'], 'mailbox_disabled'],
    [['domain accept all', 'accept all'], 'catch_all'],
    [['domain disposable', 'disposable'], 'disposable'],
    [['account role', 'role'], 'role_account'],
    [['domain free', 'free'], 'free_provider'],
  ],
  didYouMean: ['did you mean'],
};
