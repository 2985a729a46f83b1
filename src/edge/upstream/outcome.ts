import { PROVIDERS } from '../../address/data/providers.js';
import { parseAddress } from '../../address/parse.js';
import { PRIVATE_CODES, readMxRecord, readVerdict } from '../../protocol/index.js';
import { TooLargeError } from '../../util/read-body.js';
import { TimeoutError } from '../../util/timeout.js';
import { failure, success } from '../../util/success-or-failure.js';
import { NoHeadersError } from './http/index.js';
import { noVerdict, type Outcome, type UpstreamTrouble } from './types.js';

/** Maximum number of codes, all of which the receipt must carry. More are not an honest answer. */
const MAX_CODES = 16;
const MAX_CODE_LENGTH = 64;

const NOT_A_VERDICT: UpstreamTrouble = { code: 'upstream_error', reason: 'the answer is not a verdict' };

/** An address for comparison: an upstream may answer with another spelling of the address. */
const comparable = (text: string): string => {
  const parsed = parseAddress(text.trim());
  return (parsed.ok ? parsed.ascii : text).toLowerCase();
};

/**
 * Reads an upstream's answer about an address, by the protocol. A suggestion reaches a person's form, so only an
 * address is accepted.
 */
export const toOutcome = (value: unknown, address: string): Outcome => {
  const verdict = readVerdict(value);
  if (!verdict) return failure(NOT_A_VERDICT);
  // Not an outage: one address that an upstream spells differently would open the circuit breaker.
  if (comparable(verdict.email) !== comparable(address))
    return noVerdict('upstream_error', 'the answer is about another address');
  const { status, quality, sub_status, did_you_mean } = verdict;
  const isPublic = (code: string): boolean => !(PRIVATE_CODES as readonly string[]).includes(code);
  const codes = sub_status.filter((code) => code.length <= MAX_CODE_LENGTH && isPublic(code)).slice(0, MAX_CODES);
  const suggestion = did_you_mean !== null && parseAddress(did_you_mean).ok ? did_you_mean : null;
  return success({ status, quality, sub_status: codes, did_you_mean: suggestion, mx_record: readMxRecord(value) });
};

const codeOf = (error: unknown): string | null => {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code: unknown = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : null;
};

/**
 * The meaning of a call without headers in time, or with a 504. Anyone can have a domain that answers slowly, and ask
 * about it from many networks: only for a domain of a large provider is the upstream to blame.
 */
export const delayed = (address: string): Pick<Outcome, 'outage' | 'inconclusive'> =>
  PROVIDERS.has(address.slice(address.lastIndexOf('@') + 1)) ? { outage: true } : { inconclusive: true };

/**
 * The reason of a failed call, for the operator. It never quotes an error's message, which may contain the URL, and with it
 * the key and the address.
 */
export const troubleOfError = (error: unknown): UpstreamTrouble => {
  if (error instanceof NoHeadersError) return troubleOfError(error.cause);
  if (error instanceof TimeoutError) return { code: 'upstream_timeout', reason: 'no answer in time' };
  if (error instanceof SyntaxError) return NOT_A_VERDICT;
  if (error instanceof TooLargeError) return { code: 'upstream_error', reason: 'the answer is too large' };
  return { code: 'upstream_error', reason: codeOf(error) ?? 'the connection failed' };
};

/**
 * The outcome of a failed call. Only a call without headers is an outage, since other failures may be due to the
 * address.
 */
export const outcomeOfError = (error: unknown, address: string): Outcome => {
  const { code, reason } = troubleOfError(error);
  if (!(error instanceof NoHeadersError)) return noVerdict(code, reason);
  return noVerdict(code, reason, error.cause instanceof TimeoutError ? delayed(address) : { outage: true });
};
