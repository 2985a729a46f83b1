import type { SubStatus } from '../../../protocol/index.js';
import { DELIVERABLE, RISKY, UNDELIVERABLE, UNKNOWN, type Meaning } from './vendor.js';

/** The results of Kickbox, which Bouncer and Emailable have adopted. */
export const STATUSES: Readonly<Record<string, Meaning>> = {
  deliverable: DELIVERABLE,
  undeliverable: UNDELIVERABLE,
  risky: RISKY,
  unknown: UNKNOWN,
};

/** The reasons of these results. Those of `low_quality` and `low_deliverability` are in the flags. */
export const REASONS: Readonly<Record<string, readonly SubStatus[]>> = {
  accepted_email: [],
  low_quality: [],
  low_deliverability: [],
  invalid_email: ['syntax_error'],
  invalid_domain: ['domain_not_found'],
  rejected_email: ['mailbox_not_found'],
  dns_error: ['dns_error'],
  no_connect: ['smtp_unavailable'],
  unavailable_smtp: ['smtp_unavailable'],
  invalid_smtp: ['smtp_unavailable'],
  timeout: ['smtp_timeout'],
  unexpected_error: ['upstream_error'],
};
