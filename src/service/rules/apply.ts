/** A verdict that knows the rule for its address: what each action does stands here, once. */
import { SUB_STATUSES, type SubStatus, type ValidationResult } from '../../protocol/index.js';
import { assess } from '../../verifier/score.js';

/**
 * The actions of a rule. `allow` lifts what speaks against the kind of an address, `deny` makes it `invalid`,
 * `deny_risky` makes it `risky`.
 */
export const ACTIONS = ['allow', 'deny', 'deny_risky'] as const;
export type Action = (typeof ACTIONS)[number];

const CODE_OF = { allow: 'allowed', deny: 'denied', deny_risky: 'denied_risky' } as const satisfies Record<
  Action,
  SubStatus
>;

/** Doubts about the kind of an address. What the DNS, a mail server or mail itself says, no rule can lift. */
const LIFTED: readonly SubStatus[] = [
  'disposable',
  'disposable_host',
  'possible_disposable',
  'role_account',
  'catch_all',
];

/** The result of a check by the rule for its address; null: there is none. */
export const applyRule = (result: ValidationResult, action: Action | null): ValidationResult => {
  if (action === null || (action === 'allow' && result.status === 'invalid')) return result;
  const lifted = action === 'allow' ? LIFTED : [];
  const kept = SUB_STATUSES.filter((code) => result.sub_status.includes(code) && !lifted.includes(code));
  return { ...result, ...assess([...kept, CODE_OF[action]]) };
};
