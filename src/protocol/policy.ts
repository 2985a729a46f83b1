import {
  QUALITIES,
  STATUSES,
  SUB_STATUSES,
  type Quality,
  type Status,
  type SubStatusCode,
  type Verdict,
} from './result.js';

/** The decision on a submission: it passes, passes with a warning, or is stopped. */
export type Decision = 'allow' | 'warn' | 'block';

/** A word of a policy: a status, a quality or a detail code. */
export type PolicyWord = Status | Quality | SubStatusCode;

/** The verdicts that block and those that warn. Each list holds statuses, qualities and codes, in any mixture. */
export interface Policy {
  block: readonly PolicyWord[];
  warn: readonly PolicyWord[];
  /** Domains (ASCII, any case) whose addresses are always allowed. */
  allowDomains: readonly string[];
}

/** The default: blocks undeliverable addresses, warns about risky ones and allows the rest. `unknown` never blocks. */
export const DEFAULT_POLICY: Policy = { block: ['invalid'], warn: ['risky'], allowDomains: [] };

/** The part of a verdict that a policy looks at. */
export interface PolicySubject extends Pick<Verdict, 'email' | 'status' | 'quality'> {
  sub_status: readonly SubStatusCode[];
}

/**
 * Applies a policy to a verdict. Pure; shared by the element and the receipt check. An allowed domain takes precedence
 * over everything, `block` over `warn`. Text that is not an address has no domain: it could end in an allowed domain,
 * with anything before it.
 */
export const decide = (verdict: PolicySubject, policy: Partial<Policy> = {}): Decision => {
  const { block, warn, allowDomains } = { ...DEFAULT_POLICY, ...policy };
  const domain = verdict.email.slice(verdict.email.lastIndexOf('@') + 1).toLowerCase();
  const isAddress = !verdict.sub_status.includes('syntax_error');
  if (isAddress && allowDomains.some((allowed) => allowed.toLowerCase() === domain)) return 'allow';
  const found: readonly PolicyWord[] = [verdict.status, verdict.quality, ...verdict.sub_status];
  if (found.some((word) => block.includes(word))) return 'block';
  return found.some((word) => warn.includes(word)) ? 'warn' : 'allow';
};

/** Finds the words that no verdict can have, in the order given. A typo in a policy would otherwise go unnoticed. */
export const unknownPolicyWords = (words: readonly string[]): string[] => {
  const known: readonly string[] = [...STATUSES, ...QUALITIES, ...SUB_STATUSES];
  return words.filter((word) => !known.includes(word));
};
