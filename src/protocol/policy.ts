import { QUALITIES, STATUSES, SUB_STATUSES, type Quality, type Status, type SubStatusCode } from './result.js';

/** What is done with an address: let through, let through with a word of warning, or not let through. */
export type Decision = 'allow' | 'warn' | 'block';

/** A word of a policy: a status, a quality or a detail code. */
export type PolicyWord = Status | Quality | SubStatusCode;

/** Which verdicts block and which warn. Each list holds statuses, qualities and codes, in any mixture. */
export interface Policy {
  block: readonly PolicyWord[];
  warn: readonly PolicyWord[];
  /** Domains (ASCII, any case) whose addresses are always allowed. */
  allowDomains: readonly string[];
}

/** Blocks what cannot be delivered, warns of what is risky, lets everything else through: `unknown` never blocks. */
export const DEFAULT_POLICY: Policy = { block: ['invalid'], warn: ['risky'], allowDomains: [] };

/** The part of a result that a decision is made of. */
export interface Judged {
  email: string;
  status: Status;
  quality: Quality;
  sub_status: readonly SubStatusCode[];
}

/**
 * Decides what is done with an address of which this was found. Pure; the element, the receipt check and the service
 * all ask it. An allowed domain wins over everything, `block` over `warn`. A text that is no address is at no domain: one that
 * ends in an allowed one may hold anything before it, such as another address.
 */
export const decide = (result: Judged, policy: Partial<Policy> = {}): Decision => {
  const { block, warn, allowDomains } = { ...DEFAULT_POLICY, ...policy };
  const domain = result.email.slice(result.email.lastIndexOf('@') + 1).toLowerCase();
  const isAddress = !result.sub_status.includes('syntax_error');
  if (isAddress && allowDomains.some((allowed) => allowed.toLowerCase() === domain)) return 'allow';
  const found: readonly PolicyWord[] = [result.status, result.quality, ...result.sub_status];
  if (found.some((word) => block.includes(word))) return 'block';
  return found.some((word) => warn.includes(word)) ? 'warn' : 'allow';
};

/**
 * Finds the words that no result can hold: a slip in a policy would otherwise never match, and nobody would notice.
 * @returns the unknown words, in the order given.
 */
export const unknownPolicyWords = (words: readonly string[]): string[] => {
  const known: readonly string[] = [...STATUSES, ...QUALITIES, ...SUB_STATUSES];
  return words.filter((word) => !known.includes(word));
};
