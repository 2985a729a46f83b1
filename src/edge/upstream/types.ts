import type { Verdict } from '../../protocol/index.js';
import { failure, type Result } from '../result.js';

/**
 * An upstream is told to end so many milliseconds before its time is up, so that what it knows by then is still used. The service may take 250
 * of them itself, for a verifier that does not end in time.
 */
const MARGIN_MS = 500;

/** When an upstream is to end, in milliseconds, if its time is up after `timeoutMs`. */
export const innerTimeout = (timeoutMs: number): number => Math.max(timeoutMs - MARGIN_MS, timeoutMs / 2);

/** Limits of the calls of a service. */
export interface UpstreamLimits {
  /** Time limit of one call, in milliseconds (4500). The wait for its turn comes on top. */
  timeoutMs?: number;
  /**
   * Maximum number of calls in any second (5, the rate of a standard plan; `Infinity`: no limit). Further calls wait for their turn for a
   * little over a second (twice as long if the upstream answers 429 meanwhile), and past that end as `unknown`, `rate_limited`. Counted in
   * each process: several processes share the account's rate.
   */
  ratePerSecond?: number;
  /** When an upstream that fails is left alone. */
  breaker?: BreakerOptions;
}

/** Options for calling a service. */
export interface UpstreamCalls extends UpstreamLimits {
  /**
   * Sends the request, such as to the handler of a service in this process. By default node:http with its global agent does, where there is Node,
   * and the runtime's `fetch` elsewhere.
   */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** A service of the interface, over HTTP. */
export interface ServiceUpstream extends UpstreamCalls {
  /** The URL to which `/api/validate` is appended, such as `https://api.example`. */
  baseUrl: string;
  /** The account's API key. It goes to the upstream and nowhere else. */
  apiKey: string;
}

/** Another service, behind an adapter: made by `sesUpstream` or `reacherUpstream`. */
export interface AdaptedUpstream extends UpstreamLimits {
  /** Asks it about one address. */
  ask: AskService;
}

/** When an upstream that fails is left alone, and for how long. */
export interface BreakerOptions {
  /** After the last calls of so many clients failed, if these are at least half of the last 20 clients (5). */
  failures?: number;
  /** For how long, in milliseconds, before the calls of up to three clients try it again (5000); each time all fail, twice as long, up to a minute. */
  pauseMs?: number;
}

/** A verdict on an address, without the address. */
export interface AddressVerdict extends Omit<Verdict, 'email'> {
  /** The host of the best mail exchanger; `""` when it is not known. Not for the page. */
  mx_record: string;
}

/** Why an upstream gave no verdict: the code that the verdict `unknown` then carries. */
export type Trouble = 'upstream_timeout' | 'upstream_error' | 'out_of_credits' | 'rate_limited';

/** An upstream that gave no verdict, as `onUpstreamTrouble` is given it. */
export interface UpstreamTrouble {
  /** The code that the verdict carries. */
  code: Trouble;
  /** The cause, for the operator. It contains no address and no key. */
  reason: string;
}

/** An upstream's verdict, or why it gave none. */
export type UpstreamResult = Result<AddressVerdict, UpstreamTrouble>;

/** The result of a call, and what it means for the calls after it. */
export type Outcome = UpstreamResult & {
  /** The upstream is not working: the circuit breaker counts it. */
  outage?: boolean;
  /** The upstream asks for a pause, in milliseconds. */
  pauseMs?: number;
  /** It tells nothing of the upstream: no call was made, or the upstream may have waited for the address's domain. */
  inconclusive?: boolean;
};

/** An {@link Outcome} without a verdict. */
export const noVerdict = (
  code: Trouble,
  reason: string,
  consequence: Pick<Outcome, 'outage' | 'pauseMs' | 'inconclusive'> = {},
): Outcome => ({ ...failure({ code, reason }), ...consequence });

/**
 * Asks a service about an address in normal form, within `timeoutMs` milliseconds. Rejects when the service cannot be reached, breaks off, takes
 * too long, or answers too much or no JSON.
 */
export type AskService = (address: string, timeoutMs: number) => Promise<Outcome>;

/** The client behind a call. */
export interface Asker {
  /** The hash of all its networks. */
  id: string;
  /** Number of checks that the client has made in these 24 hours: the fewer, the sooner its turn. */
  checks: number;
  /** When the check has to end, by `performance.now()`; without it the call has the upstream's whole time. */
  endsAt?: number;
}

/** Called right before the upstream is: a failure is the result, and no call is made. */
export type Pay = () => Promise<Result<null, UpstreamTrouble>>;

/** Asks the upstream for one address. Never rejects for what the upstream does. */
export type Ask = (address: string, asker: Asker, pay: Pay) => Promise<UpstreamResult>;
