import { DELIVERABLE, RISKY, UNDELIVERABLE, UNKNOWN, type Vendor } from './vendor.js';

/**
 * DeBounce: https://debounce.io/resources/help-desk/understanding-results/result-codes/. Its file has the columns RESULT,
 * REASON, STATUS CODE, ROLE and FREE.
 */
export const deBounce: Vendor = {
  name: 'DeBounce',
  marks: [['status code'], ['reason'], ['role'], ['free', 'free email']],
  status: ['result'],
  statuses: { safe_to_send: DELIVERABLE, invalid: UNDELIVERABLE, risky: RISKY, unknown: UNKNOWN },
  reason: ['reason'],
  reasons: {
    syntax: ['syntax_error'],
    disposable: ['disposable'],
    accept_all: ['catch_all'],
    bounce: ['mailbox_not_found'],
    role: ['role_account'],
  },
  flags: [
    [['role'], 'role_account'],
    [['free', 'free email'], 'free_provider'],
  ],
  didYouMean: ['did you mean'],
};
