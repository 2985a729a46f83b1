/**
 * The rules for options that go into SMTP commands or choose the way out. Settings of an edge without Node are read by
 * them too.
 */
import { parseAddress } from '../../address/parse.js';
import { parseHostPort } from '../../util/host-port.js';
import { ipv4Octets, ipv6Groups } from '../../util/ip-address.js';

const LABEL = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?';
/** Dots with a number at the end are an IPv4 address without its brackets. */
const HOST_NAME = new RegExp(`^(?=.{1,253}$)(?!.*\\.\\d+$)(?:${LABEL}\\.)*${LABEL}$`, 'i');

const isIp = (text: string): boolean => ipv4Octets(text) !== null || ipv6Groups(text.replace(/%[\w.-]+$/, '')) !== null;

const isAddressLiteral = (text: string): boolean => {
  const [, ipv6, ipv4 = ''] = /^\[(?:IPv6:(.*)|(.*))\]$/i.exec(text) ?? [];
  return ipv6 === undefined ? ipv4Octets(ipv4) !== null : ipv6Groups(ipv6) !== null;
};

/**
 * Reads the name for HELO.
 * @throws RangeError if it is neither a host name nor an address literal (RFC 5321 §4.1.3).
 */
export const readHelo = (helo: string): string => {
  if (HOST_NAME.test(helo) || isAddressLiteral(helo)) return helo;
  throw new RangeError(
    `helo must be a host name or an address literal such as [192.0.2.1], got ${JSON.stringify(helo)}`,
  );
};

/**
 * Reads the address for MAIL FROM.
 * @throws RangeError if it is neither empty nor an ASCII address. The message does not quote it.
 */
export const readReversePath = (from: string): string => {
  if (from === '') return '';
  const address = parseAddress(from);
  // Other characters would need SMTPUTF8 of every server that is asked (RFC 6531 §3.2).
  if (address.ok && !NON_ASCII.test(address.ascii)) return address.ascii;
  throw new RangeError('from must be empty or an address in ASCII');
};

/**
 * Reads a local address.
 * @throws RangeError if it is not an IP address.
 */
export const readSourceAddress = (address: string): string => {
  if (isIp(address)) return address;
  throw new RangeError(`sourceAddresses must be IP addresses, got ${JSON.stringify(address)}`);
};

/** A SOCKS5 proxy. */
export interface Proxy {
  host: string;
  port: number;
  /** Empty without a login. */
  user: string;
  password: string;
}

/**
 * Reads `socks5://[user:password@]host:port`; the default port is 1080.
 * @throws RangeError for any other text. The message does not quote it, since it may hold a password.
 */
export const readProxy = (url: string): Proxy => {
  try {
    const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(url);
    const server = parseHostPort(hostname, Number(port || 1080));
    if (protocol === 'socks5:' && server && server.port > 0 && /^\/?$/.test(pathname + search + hash))
      return { ...server, user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    // The text is not a URL, or not percent-encoded.
  }
  throw new RangeError('proxy must be socks5://[user:password@]host:port, percent-encoded');
};

/** An address that may stand between angle brackets: without control characters and line ends (RFC 5321 §4.1.2). */
export const WIRE_SAFE = /^[^\p{Cc}\p{Cs}\u2028\u2029]{1,320}$/u;

/** Matches text that needs SMTPUTF8. */
export const NON_ASCII = /[^ -~]/;
