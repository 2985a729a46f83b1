import type { ValidationResult } from '../../src/protocol/index.js';

/** A validation result as an upstream answers it: a valid address, unless `over` says otherwise. */
export const result = (email: string, over: Partial<ValidationResult> = {}): ValidationResult => ({
  email,
  status: 'valid',
  checked_at: '2026-01-31T12:00:00+00:00',
  account: email.slice(0, email.lastIndexOf('@')),
  domain: email.slice(email.lastIndexOf('@') + 1),
  quality: 'safe',
  score: 0.98,
  mx_record: 'mx.example.com',
  did_you_mean: null,
  sub_status: [],
  ...over,
});
