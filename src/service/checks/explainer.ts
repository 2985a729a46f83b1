import type { ValidationResult } from '../../protocol/index.js';
import { explain, type Explanation } from '../../verifier/explain.js';
import type { TellDomainOutcomes } from '../mail-outcomes/domain-outcomes.js';

/** An explanation, with what the service knows beside the result. */
export interface ServiceExplanation extends Explanation {
  /** A sentence on other accounts' mail to the domain. Missing: nothing may be told of it, or the setting is off. */
  domain_outcomes?: string | undefined;
}

/** Explains the result of an account's check. */
export type ExplainCheck = (accountId: number, result: ValidationResult) => Promise<ServiceExplanation>;

/** Creates the explainer of a process. */
export const createExplainer =
  (tellDomainOutcomes: TellDomainOutcomes): ExplainCheck =>
  async (accountId, result) => {
    // The check is paid for: its answer does not depend on this.
    const told = await tellDomainOutcomes(accountId, result.email).catch(() => null);
    return { ...explain(result), ...(told !== null && { domain_outcomes: told }) };
  };
