import { canonicalUrl, httpUrl, isBaseUrl } from '../../../util/url.js';
import { noVerdict, type Outcome, type UpstreamCalls, type UpstreamLimits } from '../types.js';

/** A wrong option of an adapter. The message does not quote the value, which may be a key, or a URL with a password. */
export class OptionError extends TypeError {
  /**
   * @param option such as `sesUpstream: region`.
   * @param takes completes 'it takes …'.
   */
  constructor(
    readonly option: string,
    readonly takes: string,
  ) {
    super(`${option}: it takes ${takes}`);
  }
}

/** True for a key or a token that a header can carry: printable ASCII, without spaces at its ends. */
export const isKey = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~](?:[ -~]*[!-~])?$/.test(value);

const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Returns an https URL in its canonical form, or an http one of this machine. @throws TypeError for any other value. */
export const secureUrl = (option: string, value: unknown): string => {
  const url = httpUrl(value);
  if (typeof value === 'string' && url && isBaseUrl(value) && (url.protocol === 'https:' || isLoopback(url.hostname)))
    return canonicalUrl(value);
  throw new OptionError(option, "an https URL without credentials, '?' or '#'; http only on this machine");
};

/** The limits among the options of an adapter. */
export const limitsOf = ({ timeoutMs, ratePerSecond, breaker }: UpstreamCalls): UpstreamLimits => ({
  ...(timeoutMs !== undefined && { timeoutMs }),
  ...(ratePerSecond !== undefined && { ratePerSecond }),
  ...(breaker && { breaker }),
});

/**
 * True for an address that a service without SMTPUTF8 accepts. Its domain is ASCII in normal form; its local part may
 * not be.
 */
export const isAscii = (address: string): boolean => /^[ -~]*$/.test(address);

/** The outcome for other addresses, without a call. */
export const notAsciiOutcome: Outcome = noVerdict(
  'upstream_error',
  'not asked: it takes only addresses with an ASCII name',
  { inconclusive: true },
);
