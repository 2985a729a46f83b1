import { parseAddress } from '../../address/parse.js';
import { decide, type Policy, type Verdict } from '../../protocol/index.js';
import type { Answer } from '../edge-client/client.js';
import type { FieldOptions } from '../options.js';
import type { Finding } from './state.js';

/** Codes of a service that could not check: they say nothing about the address. */
const UNAVAILABLE = /^(upstream_|out_of_credits|rate_limited)/;

/** The verdict on the text alone. */
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

/**
 * Applies the page's policy to the answer for a value. Pure.
 * @param answer what the check came to; without a verdict the text alone is judged.
 */
export const judge = (
  value: string,
  answer: Answer,
  { block, warn, allowDomains, whenUnavailable }: Pick<FieldOptions, keyof Policy | 'whenUnavailable'>,
): Finding => {
  const verdict = answer.ok ? answer.verdict : localVerdict(value);
  const failure = answer.ok ? null : answer.failure;
  const unavailable = failure ? failure !== 'unchecked' : verdict.sub_status.some((code) => UNAVAILABLE.test(code));
  return {
    verdict,
    decision: unavailable && whenUnavailable === 'block' ? 'block' : decide(verdict, { block, warn, allowDomains }),
    receipt: answer.ok ? answer.receipt : null,
    failure,
  };
};

/** Codes of addresses that cannot exist: no override. */
const IMPOSSIBLE = ['syntax_error', 'domain_not_found', 'null_mx', 'reserved_domain'];

/** Whether a person may use a blocked address anyway. */
export const isOverridable = ({ decision, verdict }: Finding): boolean =>
  decision === 'block' && !verdict.sub_status.some((code) => IMPOSSIBLE.includes(code));

/** The reason, for the site's backend, why an overridden address was blocked. */
export const overridden = ({ verdict }: Finding): string => verdict.sub_status[0] ?? verdict.status;

/** Whether a finding blocks until the value changes. One that could not be found out is asked again. */
export const isFinal = ({ decision, verdict }: Finding): boolean =>
  decision === 'block' && verdict.status !== 'unknown';
