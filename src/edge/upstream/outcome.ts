import { PROVIDERS } from '../../address/data/providers.js';
import { parseAddress } from '../../address/parse.js';
import { readMxRecord, readVerdict } from '../../protocol/index.js';
import { TooLargeError } from '../../util/read-body.js';
import { TimeoutError } from '../../util/timeout.js';
import { success } from '../result.js';
import { NoHeadersError } from './http/index.js';
import { noVerdict, type Outcome } from './types.js';

/** More details than this, or longer ones, are no upstream's honest answer, and the receipt has to carry them. */
const MAX_CODES = 16;
const MAX_CODE_LENGTH = 64;

const notAVerdict = noVerdict('upstream_error', 'the answer is not a verdict');

/** An address for comparison: an upstream may answer with another spelling of the one it was asked about. */
const comparable = (text: string): string => {
  const parsed = parseAddress(text.trim());
  return (parsed.ok ? parsed.ascii : text).toLowerCase();
};

/** Reads what an upstream answered about an address, by the protocol. A suggestion reaches a person's form: nothing but an address may. */
export const toOutcome = (value: unknown, address: string): Outcome => {
  const verdict = readVerdict(value);
  if (!verdict) return notAVerdict;
  // No outage: else one address that an upstream spells in its own way would open the circuit breaker.
  if (comparable(verdict.email) !== comparable(address))
    return noVerdict('upstream_error', 'the answer is about another address');
  const { status, quality, sub_status, did_you_mean } = verdict;
  const codes = sub_status.filter((code) => code.length <= MAX_CODE_LENGTH).slice(0, MAX_CODES);
  const suggestion = did_you_mean !== null && parseAddress(did_you_mean).ok ? did_you_mean : null;
  return success({ status, quality, sub_status: codes, did_you_mean: suggestion, mx_record: readMxRecord(value) });
};

const codeOf = (error: unknown): string | null => {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code: unknown = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : null;
};

/**
 * The meaning of a call that got no headers in time, or a 504. Anybody can have a domain that answers slowly, and ask for it from many networks:
 * only at a large provider's is the upstream to blame.
 */
export const delayed = (address: string): Pick<Outcome, 'outage' | 'inconclusive'> =>
  PROVIDERS.has(address.slice(address.lastIndexOf('@') + 1)) ? { outage: true } : { inconclusive: true };

/**
 * The outcome of a call that failed. Only a call without headers is an outage: the rest may be due to the address. The words are for the
 * operator; an error's own message is not among them: it may quote the URL, and with it key and address.
 */
export const outcomeOfError = (error: unknown, address: string): Outcome => {
  if (error instanceof NoHeadersError) {
    const { cause } = error;
    return {
      ...outcomeOfError(cause, address),
      ...(cause instanceof TimeoutError ? delayed(address) : { outage: true }),
    };
  }
  if (error instanceof TimeoutError) return noVerdict('upstream_timeout', 'no answer in time');
  if (error instanceof SyntaxError) return notAVerdict;
  if (error instanceof TooLargeError) return noVerdict('upstream_error', 'the answer is too large');
  return noVerdict('upstream_error', codeOf(error) ?? 'the connection failed');
};
