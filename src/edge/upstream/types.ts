import type { Verdict } from '../../protocol/index.js';

/** A service of the interface, over HTTP. */
export interface ServiceUpstream {
  /** What `/api/validate` is appended to, such as `https://api.example`. */
  baseUrl: string;
  /** The account's API key. It goes to the upstream and nowhere else. */
  apiKey: string;
  /** How long one check may take, in milliseconds (4500). */
  timeoutMs?: number;
  /**
   * How many calls a second the account may make (5, as a standard plan has it; `Infinity`: any). More of them wait their turn for up to a
   * second, and past that end as `unknown`, `rate_limited`. Counted in each process: several share what the account has.
   */
  ratePerSecond?: number;
  /** When an upstream that fails is left alone. */
  breaker?: BreakerOptions;
  /** Sends the request (the runtime's `fetch`): the handler of a service in this process needs no network. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** When an upstream that fails is left alone, and for how long. */
export interface BreakerOptions {
  /** After so many failures, if they are at least half of the last 20 calls (5). */
  failures?: number;
  /** For how long, in milliseconds, before one call tries it again (5000); each time it fails at that, twice as long, up to a minute. */
  pauseMs?: number;
}

/** What was found for an address, apart from the address itself. */
export type Finding = Omit<Verdict, 'email'>;

/** Why an upstream could not say anything: the code that the verdict then carries. */
export type Trouble = 'upstream_timeout' | 'upstream_error' | 'out_of_credits' | 'rate_limited';

/** What is told of a trouble. */
export interface Troubled {
  trouble: Trouble;
  /** Words for the operator, without an address or a key. */
  reason: string;
}

/** An upstream's answer: a finding, or a trouble. */
export type Answer = { finding: Finding } | Troubled;

/** What became of a call: an answer, and what it means for the calls after it. */
export type Outcome = Answer & {
  /** The upstream is not working: a few of these, and it is left alone. */
  outage?: boolean;
  /** The upstream asks for a pause, in milliseconds. */
  pauseMs?: number;
  /** No call was made: it tells nothing of the upstream. */
  notAsked?: boolean;
};

/**
 * Asks the upstream for one address. Never rejects, and always ends within the upstream's time.
 * @param pay is asked right before the call is made: what it gives, if anything, is the answer in place of a call.
 */
export type Ask = (address: string, pay: () => Promise<Troubled | null>) => Promise<Answer>;
