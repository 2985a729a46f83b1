import type { Verdict } from '../../protocol/index.js';
import { failure, type Result } from '../../util/success-or-failure.js';

/**
 * Margin between the time in which an upstream is told to answer and the time limit of the call, in milliseconds, so
 * that a partial answer is still used. The service itself may take 250 of them, if its verifier does not end in time.
 */
const MARGIN_MS = 500;

/** The time in which an upstream is told to answer, in milliseconds, if the call's limit is `timeoutMs`. */
export const innerTimeout = (timeoutMs: number): number => Math.max(timeoutMs - MARGIN_MS, timeoutMs / 2);

/** Limits of the calls of a service. */
export interface UpstreamLimits {
  /** Time limit of one call, in milliseconds (4500), without the wait for its turn. */
  timeoutMs?: number;
  /**
   * Maximum number of calls in any second (5, the rate of a standard plan; `Infinity`: no limit). Further calls wait a
   * little over a second for their turn (twice as long if the upstream answers 429 meanwhile); after that the verdict
   * is `unknown`, `rate_limited`. Counted in each process: several processes share the account's rate.
   */
  ratePerSecond?: number;
  /** The circuit breaker of an upstream that fails. */
  breaker?: BreakerOptions;
}

/** Options for calling a service. */
export interface UpstreamCalls extends UpstreamLimits {
  /**
   * Sends the request, such as to the handler of a service in this process. Default: node:http with its global agent on
   * Node, the runtime's `fetch` elsewhere.
   */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** A service with our own interface, over HTTP. */
export interface ServiceUpstream extends UpstreamCalls {
  /** The URL to which `/api/validate` is appended, such as `https://api.example`. */
  baseUrl: string;
  /** The account's API key. It is sent to the upstream only. */
  apiKey: string;
}

/** Another service, behind an adapter: created by `sesUpstream` or `reacherUpstream`. */
export interface AdaptedUpstream extends UpstreamLimits {
  /** Asks the service about one address. */
  ask: AskService;
}

/** Options of the circuit breaker: when the upstream is not asked, and for how long. */
export interface BreakerOptions {
  /**
   * Number of clients whose last calls failed, and which are at least half of the last 20 clients, that opens the
   * circuit (5).
   */
  failures?: number;
  /**
   * Time in milliseconds before the calls of up to three clients try the upstream again (5000). It doubles each time
   * all of them fail, up to a minute.
   */
  pauseMs?: number;
}

/** A verdict on an address, without the address. */
export interface AddressVerdict extends Omit<Verdict, 'email'> {
  /** The host of the best mail exchanger; `""` if it is not known. Not for the page. */
  mx_record: string;
}

/** The reason why an upstream gave no verdict: the code of the verdict `unknown`. */
export type Trouble = 'upstream_timeout' | 'upstream_error' | 'out_of_credits' | 'rate_limited';

/** A failure of the upstream, as passed to `onUpstreamTrouble`. */
export interface UpstreamTrouble {
  /** The code that the verdict carries. */
  code: Trouble;
  /** The cause, for the operator. It contains no address and no key. */
  reason: string;
}

/** An upstream's verdict, or the reason why it gave none. */
export type UpstreamResult = Result<AddressVerdict, UpstreamTrouble>;

/** The result of a call, and its effect on later calls. */
export type Outcome = UpstreamResult & {
  /** The upstream is not working: the circuit breaker counts it. */
  outage?: boolean;
  /** The upstream asks for a pause, in milliseconds. */
  pauseMs?: number;
  /**
   * The result says nothing about the upstream: no call was made, or the upstream may have waited for the address's
   * domain.
   */
  inconclusive?: boolean;
};

/** An {@link Outcome} without a verdict. */
export const noVerdict = (
  code: Trouble,
  reason: string,
  consequence: Pick<Outcome, 'outage' | 'pauseMs' | 'inconclusive'> = {},
): Outcome => ({ ...failure({ code, reason }), ...consequence });

/**
 * Asks a service about an address in normal form, within `timeoutMs` milliseconds. Rejects if the service cannot be
 * reached, closes the connection, takes too long, or answers too much or no JSON.
 */
export type AskService = (address: string, timeoutMs: number) => Promise<Outcome>;

/** The client behind a call. */
export interface Asker {
  /** The hash of all its networks. */
  id: string;
  /** Number of checks of the client in these 24 hours: the fewer, the sooner its turn. */
  checks: number;
  /** The deadline of the check, by `performance.now()`; without it the call may take the upstream's whole time. */
  endsAt?: number;
}

/** Called right before the upstream call. If it fails, its failure is the result, and no call is made. */
export type Pay = () => Promise<Result<null, UpstreamTrouble>>;

/** Asks the upstream about one address. Never rejects because of the upstream. */
export type Ask = (address: string, asker: Asker, pay: Pay) => Promise<UpstreamResult>;
