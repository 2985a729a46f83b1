import { REASONS, STATUSES } from './reasons.js';
import type { Vendor } from './vendor.js';

/** Kickbox: https://docs.kickbox.com/docs/using-the-api. Columns may carry its name: `Kickbox Result`. */
export const kickbox: Vendor = {
  name: 'Kickbox',
  marks: [
    ['reason', 'kickbox reason'],
    ['sendex', 'sendex score', 'kickbox sendex'],
  ],
  status: ['result', 'kickbox result'],
  statuses: STATUSES,
  reason: ['reason', 'kickbox reason'],
  reasons: REASONS,
  flags: [
    [['accept all', 'kickbox accept all'], 'catch_all'],
    [['disposable', 'kickbox disposable'], 'disposable'],
    [['role', 'kickbox role'], 'role_account'],
    [['free', 'kickbox free'], 'free_provider'],
  ],
  didYouMean: ['did you mean', 'kickbox did you mean'],
};
