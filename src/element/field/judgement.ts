import { parseAddress } from '../../address/parse.js';
import { decide, type Verdict } from '../../protocol/index.js';
import type { Answer } from '../edge-client/client.js';
import type { Finding } from './state.js';

/** The service had no verdict: its own trouble, not the address's. */
const UNAVAILABLE = /^(upstream_|out_of_credits|rate_limited)/;

/** What is known of an address that nobody was asked about. */
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

/** What the page makes of verdicts. The lists hold words, separated by spaces or commas. */
export interface Judgement {
  onUnavailable: 'allow' | 'block';
  block: string;
  warn: string;
  allowDomains: string;
}

/** A framework may have set anything. */
const list = (text: unknown): string[] => String(text).match(/[^\s,]+/g) ?? [];

/** What stands for a value once its check is over. Pure. */
export const judge = (value: string, answer: Answer, by: Judgement): Finding => {
  const verdict = answer.ok ? answer.verdict : localVerdict(value);
  const failure = answer.ok ? null : answer.failure;
  const unavailable = failure ? failure !== 'unchecked' : verdict.sub_status.some((code) => UNAVAILABLE.test(code));
  const policy = { block: list(by.block), warn: list(by.warn), allowDomains: list(by.allowDomains) };
  return {
    verdict,
    decision: unavailable && by.onUnavailable === 'block' ? 'block' : decide(verdict, policy),
    receipt: answer.ok ? answer.receipt : null,
    failure,
  };
};

/** Where there can be no such address at all, whoever insists. */
const IMPOSSIBLE = ['syntax_error', 'domain_not_found', 'null_mx', 'reserved_domain'];

/** Whether a person may use a blocked address all the same. */
export const isOverridable = ({ decision, verdict }: Finding): boolean =>
  decision === 'block' && !verdict.sub_status.some((code) => IMPOSSIBLE.includes(code));

/** What the site's backend is told of an address that was used all the same. */
export const overridden = ({ verdict }: Finding): string => verdict.sub_status[0] ?? verdict.status;

/** Whether a finding stands in the way until the value is another one: what could not be found out is asked again. */
export const isFinal = ({ decision, verdict }: Finding): boolean =>
  decision === 'block' && verdict.status !== 'unknown';
