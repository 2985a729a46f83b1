import { readVerdict, type Verdict } from '../../protocol/index.js';
import type { Verifier } from '../../verifier/types.js';
import { DeadlinePassed, withDeadline } from '../deadline.js';
import { readText, TooLarge } from '../read.js';

/** A service of the interface, over HTTP. */
export interface ServiceUpstream {
  /** What `/api/validate` is appended to, such as `https://api.example`. */
  baseUrl: string;
  /** The account's API key. It goes to the upstream and nowhere else. */
  apiKey: string;
  /** How long one check may take, in milliseconds (4500). */
  timeoutMs?: number;
}

/** What was found for an address, apart from the address itself. */
export type Finding = Omit<Verdict, 'email'>;

/** Why an upstream could not say anything: the code that the verdict then carries. */
export type Trouble = 'upstream_timeout' | 'upstream_error' | 'out_of_credits' | 'rate_limited';

/** An upstream's answer: a finding, or a trouble with a reason for the operator. */
export type Answer = { finding: Finding } | { trouble: Trouble; reason: string };

/** Asks the upstream for one address. Never rejects, and always ends within the upstream's time. */
export type Ask = (address: string) => Promise<Answer>;

const DEFAULT_TIMEOUT_MS = 4500;
/** A verifier is told to end this much sooner, so that what it knows by then is still used. */
const VERIFIER_MARGIN_MS = 250;
/** An answer has some 400 bytes. */
const MAX_ANSWER_BYTES = 16_384;
/** More details than this, or longer ones, are no upstream's honest answer, and the receipt has to carry them. */
const MAX_CODES = 16;
const MAX_CODE_LENGTH = 64;

const notAVerdict: Answer = { trouble: 'upstream_error', reason: 'the answer is not a verdict' };

const toAnswer = (value: unknown): Answer => {
  const verdict = readVerdict(value);
  if (!verdict) return notAVerdict;
  const { status, quality, sub_status, did_you_mean } = verdict;
  const codes = sub_status.filter((code) => code.length <= MAX_CODE_LENGTH).slice(0, MAX_CODES);
  return { finding: { status, quality, sub_status: codes, did_you_mean } };
};

const askService = async (
  { baseUrl, apiKey }: ServiceUpstream,
  address: string,
  signal: AbortSignal,
): Promise<Answer> => {
  const query = `apikey=${encodeURIComponent(apiKey)}&email=${encodeURIComponent(address)}`;
  // A redirect is not followed: it would carry the key to wherever it points. ('error' does not exist on Workers.)
  const response = await fetch(`${baseUrl}/api/validate?${query}`, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal,
  });
  if (response.status === 402) return { trouble: 'out_of_credits', reason: 'status 402' };
  if (response.status === 429) return { trouble: 'rate_limited', reason: 'status 429' };
  if (!response.ok) return { trouble: 'upstream_error', reason: `status ${response.status}` };
  return toAnswer(JSON.parse(await readText(response.body, MAX_ANSWER_BYTES, signal)));
};

/** Words for the operator. An error's own message is not among them: it may quote the URL, and with it key and address. */
const troubleOf = (error: unknown): Answer => {
  if (error instanceof DeadlinePassed) return { trouble: 'upstream_timeout', reason: 'no answer in time' };
  if (error instanceof SyntaxError) return notAVerdict;
  if (error instanceof TooLarge) return { trouble: 'upstream_error', reason: 'the answer is too large' };
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code: unknown = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  const known = typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code);
  return { trouble: 'upstream_error', reason: known ? code : 'the connection failed' };
};

/** How to ask this upstream. */
export const createAsk = (upstream: ServiceUpstream | Verifier): Ask => {
  const inProcess = 'verify' in upstream;
  const deadlineMs = (inProcess ? undefined : upstream.timeoutMs) ?? DEFAULT_TIMEOUT_MS;
  const work = async (address: string, signal: AbortSignal): Promise<Answer> =>
    inProcess
      ? toAnswer(await upstream.verify(address, { timeoutMs: deadlineMs - VERIFIER_MARGIN_MS, signal }))
      : askService(upstream, address, signal);
  return (address) => withDeadline(deadlineMs, (signal) => work(address, signal)).catch(troubleOf);
};
