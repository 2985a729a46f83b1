import { isInCalendar } from '../util/calendar.js';
import { parseHostPort } from '../util/host-port.js';
import { canonicalUrl, httpUrl, isBaseUrl, isOrigin } from '../util/url.js';
import { readHelo, readProxy, readReversePath, readSourceAddress } from '../verifier/smtp/options.js';
import { StartupError } from './startup-error.js';

/** Reads the text of a setting. */
export interface Parser<T> {
  /** Completes 'NAME must be …' in the message for a wrong text. */
  readonly expected: string;
  /** Returns undefined for a wrong text. */
  readonly parse: (text: string) => T | undefined;
  /** Describes a wrong text at the end of that message; null where it could hold a secret. Default: the text in quotes. */
  readonly describe?: (text: string) => string | null;
}

/**
 * Reads the text of a setting or an argument.
 * @throws StartupError with one line that names it and says what would be right.
 */
export const readText = <T>(name: string, given: string, { expected, parse, describe }: Parser<T>): T => {
  const value = parse(given);
  if (value !== undefined) return value;
  const got = describe ? describe(given) : JSON.stringify(given);
  throw new StartupError(`${name} must be ${expected}${got === null ? '' : `, got ${got}`}.`);
};

const hidden = (): null => null;

/** Any text. */
export const text: Parser<string> = { expected: 'text', parse: (given) => given };

/** Any text; no message quotes it. */
export const secretText: Parser<string> = { ...text, describe: hidden };

export const wholeNumber = (min: number, max: number): Parser<number> => ({
  expected: `a whole number from ${min} to ${max}`,
  parse: (given) => {
    const value = /^\d+$/.test(given) ? Number(given) : NaN;
    return value >= min && value <= max ? value : undefined;
  },
});

/** Extends a parser: it reads the word `off` as well. */
export const orOff = <T>({ expected, parse }: Parser<T>): Parser<T | 'off'> => ({
  expected: `${expected}, or off`,
  parse: (given) => (given === 'off' ? given : parse(given)),
});

/** A day (its end in UTC) or a time with an offset (ISO 8601). */
export const dateText: Parser<Date> = {
  expected: 'a date such as 2027-12-31, or a time such as 2027-12-31T18:00:00Z',
  parse: (given) => {
    const isDay = /^\d{4}-\d\d-\d\d$/.test(given);
    if (!isDay && !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(given)) return undefined;
    const date = new Date(isDay ? `${given}T23:59:59.999Z` : given);
    // JavaScript turns February 30 into March 2.
    const isReal = isInCalendar(date) && (!isDay || date.toISOString().startsWith(given));
    return isReal ? date : undefined;
  },
};

export const oneOf = <T extends string>(...words: readonly T[]): Parser<T> => ({
  expected: `one of ${words.join(', ')}`,
  parse: (given) => words.find((word) => word === given),
});

/** A switch. */
export const flag: Parser<boolean> = {
  expected: '1 or 0',
  parse: (given) => (given === '1' || given === '0' ? given === '1' : undefined),
};

/** A list, separated by commas or spaces, of at least one item. */
const listOf = <T>({ expected, parse }: Parser<T>): Parser<T[]> => {
  const split = (given: string): string[] => given.split(/[\s,]+/).filter(Boolean);
  return {
    expected,
    parse: (given) => {
      const items = split(given).map(parse);
      const right = items.filter((item) => item !== undefined);
      return right.length > 0 && right.length === items.length ? right : undefined;
    },
    describe: (given) => JSON.stringify(split(given).find((item) => parse(item) === undefined) ?? given),
  };
};

/** A secret of random characters. */
export const secret = (minLength: number): Parser<string> => ({
  expected: `${minLength} or more random characters`,
  parse: (given) => (given.length >= minLength ? given : undefined),
  describe: (given) => `${given.length}`,
});

/** Secrets of Standard Webhooks: 24 to 64 bytes each. */
export const webhookSecrets: Parser<string[]> = {
  ...listOf({
    expected: 'a list of secrets, each whsec_ and 24 to 64 random bytes in Base64, separated by spaces',
    parse: (given) =>
      /^whsec_(?=.{32,88}$)(?:[A-Za-z\d+/]{4})+(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(given)
        ? given
        : undefined,
  }),
  describe: hidden,
};

/** A URL to which paths are appended, in its canonical form; trailing slashes are removed. */
export const baseUrl: Parser<string> = {
  expected: 'an http or https URL without credentials, query and fragment, such as https://verify.example',
  parse: (given) => (isBaseUrl(given) ? canonicalUrl(given) : undefined),
  describe: hidden,
};

/** The URL of a DNS server (RFC 8484), not its URI template. */
export const dohUrl: Parser<string> = {
  expected:
    "the http or https URL of a DNS server, without credentials, '#' and '{?dns}', such as https://cloudflare-dns.com/dns-query",
  parse: (given) => {
    const url = httpUrl(given);
    const right = url?.username === '' && url.password === '' && !/[#{]/.test(given);
    return right ? given : undefined;
  },
  // Some services put the account's name into it.
  describe: hidden,
};

/** Origins of pages. */
export const origins: Parser<string[]> = listOf({
  expected:
    'a list of origins (scheme, host and port, without a slash at the end, such as https://shop.example), separated by commas',
  parse: (given) => (isOrigin(given) ? given : undefined),
});

/** IP addresses of servers, each with a port or without. */
export const ipServers: Parser<string[]> = listOf({
  expected:
    'a list of IP addresses with or without a port (such as 9.9.9.9, 9.9.9.9:53 or [2620:fe::fe]:53), separated by commas',
  parse: (given) => {
    const host = parseHostPort(given, 53)?.host ?? '';
    // Of texts made of digits and dots, parseHostPort accepts only a full IPv4 address.
    return host.includes(':') || /^[\d.]+$/.test(host) ? given : undefined;
  },
});

/** Accepts the texts for which a reader of the verifier does not throw. */
const readBy =
  (read: (given: string) => unknown): Parser<string>['parse'] =>
  (given) => {
    try {
      read(given);
      return given;
    } catch {
      return undefined;
    }
  };

/** IP addresses, IPv6 without brackets. */
export const ipAddresses: Parser<string[]> = listOf({
  expected: 'a list of IP addresses, separated by commas',
  parse: readBy(readSourceAddress),
});

/** An address or a name of this machine to listen on. IPv6 may be in brackets, as in a URL. */
export const listenHost: Parser<string> = {
  expected: 'an address of this machine, such as 127.0.0.1 or ::1',
  parse: (given) => /^\[([\da-f:.]+)\]$/i.exec(given)?.[1] ?? (/[[\]]/.test(given) ? undefined : given),
};

/** The name of a machine, or an address literal (RFC 5321 §4.1.3). */
export const hostName: Parser<string> = {
  expected: 'a host name such as probe.firm.example, or an address such as [192.0.2.1]',
  parse: readBy(readHelo),
};

/** An address in ASCII. */
export const mailAddress: Parser<string> = {
  expected: 'an e-mail address such as probe@firm.example',
  parse: readBy(readReversePath),
  describe: hidden,
};

export const socksUrl: Parser<string> = {
  expected: 'the URL of a SOCKS5 proxy, such as socks5://user:password@host:1080',
  parse: readBy(readProxy),
  describe: hidden,
};

/** The URL of a mail server. */
export const smtpUrl: Parser<string> = {
  expected:
    'the URL of an SMTP server, such as smtp://user:password@mail.example:587, or smtps:// for TLS from the start',
  parse: (given) =>
    /^smtps?:\/\/([^\s/@]+@)?[^\s/@?#]+\/?$/.test(given) && URL.canParse(given) && isPercentEncoded(given)
      ? given
      : undefined,
  describe: hidden,
};

/** The base path of the routes. */
export const path: Parser<string> = {
  expected: 'a path without a slash at its end, such as /verify',
  parse: (given) => (/^(\/[\w.~-]+)*$/.test(given) ? given : undefined),
};

export const postgresUrl: Parser<string> = {
  expected: 'the URL of a PostgreSQL, such as postgres://user:password@host:5432/name',
  parse: (given) => (/^postgres(ql)?:\/\//.test(given) && URL.canParse(given) ? given : undefined),
  describe: hidden,
};

const isPercentEncoded = (given: string): boolean => {
  try {
    decodeURIComponent(given);
    return true;
  } catch {
    return false;
  }
};

export const redisUrl: Parser<string> = {
  expected: 'the URL of a Redis, such as redis://user:password@host:6379/0, or rediss:// for TLS',
  parse: (given) => {
    const url = URL.canParse(given) ? new URL(given) : null;
    const right =
      url !== null &&
      /^rediss?:$/.test(url.protocol) &&
      url.hostname !== '' &&
      /^(\/\d*)?$/.test(url.pathname) &&
      !/[?#]/.test(given) &&
      [url.username, url.password].every(isPercentEncoded);
    return right ? given : undefined;
  },
  describe: hidden,
};
