import { isIP } from 'node:net';
import { parseAddress } from '../../address/index.js';

/** Validates the options that go into SMTP commands, so that no option can inject one. */

const LABEL = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?';
const HELO = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`, 'i');

/** @throws RangeError when it is neither a host name nor an address literal (RFC 5321 §4.1.3). */
export const readHelo = (helo: string): string => {
  const literal = /^\[(?:IPv6:)?([\da-f.:]+)\]$/i.exec(helo)?.[1];
  if (HELO.test(helo) || (literal !== undefined && isIP(literal) !== 0)) return helo;
  throw new RangeError(
    `helo must be a host name or an address literal such as [192.0.2.1], got ${JSON.stringify(helo)}`,
  );
};

/** @throws RangeError when it is neither empty nor an address in ASCII. */
export const readReversePath = (from: string): string => {
  if (from === '') return '';
  const address = parseAddress(from);
  // RFC 6531 would need every server on the way to take it.
  if (address.ok && /^[ -~]*$/.test(address.ascii)) return address.ascii;
  throw new RangeError('from must be empty or an address in ASCII');
};

/** @throws RangeError when it is no IP address. */
export const readSourceAddress = (address: string): string => {
  if (isIP(address) !== 0) return address;
  throw new RangeError(`sourceAddresses must be IP addresses, got ${JSON.stringify(address)}`);
};

/** An address as it may stand between angle brackets: no control characters, line ends among them (RFC 5321 §4.1.2). */
export const WIRE_SAFE = /^[^\p{Cc}\p{Cs}\u2028\u2029]{1,320}$/u;

/** Needs SMTPUTF8. */
export const NON_ASCII = /[^ -~]/;
