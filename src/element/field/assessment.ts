import { parseAddress } from '../../address/parse.js';
import { decide, type Decision, type Policy, type Verdict } from '../../protocol/index.js';
import type { CheckResult, FailureCode } from '../edge-client/check-result.js';
import type { FieldOptions } from '../options.js';

/** The verdict for a value, and the policy's decision. */
export interface Assessment {
  verdict: Verdict;
  decision: Decision;
  /** The signed receipt for the site's backend; null if the edge gave none. */
  receipt: string | null;
  /** The reason why the address could not be checked, or null. */
  failure: FailureCode | null;
}

/** Codes of a service that could not check the address: they say nothing about it. */
const UNAVAILABLE = /^(upstream_|out_of_credits|rate_limited)/;

/** True if the service could not check the address. */
export const isUnavailable = ({ sub_status: codes }: Pick<Verdict, 'sub_status'>): boolean =>
  codes.some((code) => UNAVAILABLE.test(code));

/** The verdict by the text alone. */
const localVerdict = (email: string): Verdict => {
  const { ok } = parseAddress(email);
  return {
    email,
    status: ok ? 'unknown' : 'invalid',
    quality: ok ? 'unknown' : 'unsafe',
    sub_status: ok ? [] : ['syntax_error'],
    did_you_mean: null,
  };
};

/** Applies the page's policy to a check's result. Pure. Without a verdict, only the text is assessed. */
export const assess = (
  value: string,
  result: CheckResult,
  { block, warn, allowDomains, whenUnavailable }: Pick<FieldOptions, keyof Policy | 'whenUnavailable'>,
): Assessment => {
  const verdict = result.ok ? result.verdict : localVerdict(value);
  const failure = result.ok ? null : result.failure;
  const unavailable = failure ? failure !== 'unchecked' : isUnavailable(verdict);
  return {
    verdict,
    decision: unavailable && whenUnavailable === 'block' ? 'block' : decide(verdict, { block, warn, allowDomains }),
    receipt: result.ok ? result.receipt : null,
    failure,
  };
};

/** Codes of addresses that cannot exist: they cannot be overridden. */
const IMPOSSIBLE = ['syntax_error', 'domain_not_found', 'null_mx', 'reserved_domain'];

/** True if the address is blocked, but the person may submit it anyway: no code says that it cannot exist. */
export const isOverridable = ({ decision, verdict }: Assessment): boolean =>
  decision === 'block' && !verdict.sub_status.some((code) => IMPOSSIBLE.includes(code));

/** The reason why an overridden address was blocked, for the site's backend. */
export const overrideReason = ({ verdict }: Assessment): string => verdict.sub_status[0] ?? verdict.status;

/** True if the value is blocked until it changes. An unknown address is checked again at the next submit. */
export const isFinal = ({ decision, verdict }: Assessment): boolean =>
  decision === 'block' && verdict.status !== 'unknown';
