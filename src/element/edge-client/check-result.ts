import { parseAddress } from '../../address/parse.js';
import { readVerdict, type Verdict } from '../../protocol/index.js';

/** The reason why there is no verdict. By default none of these blocks a submission. */
export type FailureCode = 'timeout' | 'network' | 'refused' | 'unchecked';

/** The result of a check by the edge or by the page. */
export type CheckResult =
  | { ok: true; verdict: Verdict; receipt: string | null }
  | {
      ok: false;
      failure: FailureCode;
      /** For the page's author: the edge's own message, or the error. */
      detail: string;
    };

export const failedCheck = (failure: FailureCode, detail = ''): CheckResult => ({ ok: false, failure, detail });

/** True if two texts are valid and spell the same address. Letter case is ignored: verifiers may change it. */
const isSameAddress = (a: string, b: string): boolean => {
  const [one, other] = [a, b].map((text) => parseAddress(text.trim()));
  return Boolean(one?.ok && other?.ok && one.ascii.toLowerCase() === other.ascii.toLowerCase());
};

/** Reads a response of the edge or of the page. A response about another address counts as refused. */
export const readCheckResult = (body: unknown, email: string): CheckResult => {
  const verdict = readVerdict(body);
  if (!verdict) return failedCheck('refused', 'The answer is no verdict.');
  if (!isSameAddress(verdict.email, email)) return failedCheck('refused', 'The answer is about another address.');
  const { receipt } = body as { receipt?: unknown };
  return { ok: true, verdict, receipt: typeof receipt === 'string' ? receipt : null };
};
