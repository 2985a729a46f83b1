import type { SubStatus, ValidationResult } from '../../src/protocol/index.js';
import { assess } from '../../src/verifier/score.js';

/** The result of a check with these codes. */
export const resultWith = (codes: readonly SubStatus[]): ValidationResult => ({
  ...{ email: 'anna@firm.org', account: 'anna', domain: 'firm.org', mx_record: 'mx.firm.org', did_you_mean: null },
  checked_at: '2026-01-31T12:00:00+00:00',
  ...assess(codes),
});
