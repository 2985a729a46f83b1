/** The URLs that callbacks may be sent to. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { Refusal } from '../../../protocol/refusal.js';
import { isPublicAddress } from '../../../util/ip-address.js';
import { httpUrl } from '../../../util/url.js';
import { field } from '../../http/request-fields.js';

const MAX_LENGTH = 2000;
/** Below this, ports are those of other services, but for these. */
const FIRST_FREE_PORT = 1024;
const HTTPS_PORT = 443;
const HTTP_PORT = 80;

/** The host of a URL without the brackets of IPv6: a name, or an address in its usual form. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

const portOf = ({ protocol, port }: URL): number =>
  port === '' ? (protocol === 'https:' ? HTTPS_PORT : HTTP_PORT) : Number(port);

/**
 * Reads a URL for callbacks.
 * @param allowPrivate hosts of private networks and http count too.
 * @returns the URL; or else, in words, what the text must be.
 */
export const readCallbackUrl = (text: string, allowPrivate: boolean): URL | string => {
  if (text.length > MAX_LENGTH) return `a URL of at most ${MAX_LENGTH} characters`;
  const url = httpUrl(text);
  if (url === null || (url.protocol === 'http:' && !allowPrivate))
    return `an ${allowPrivate ? 'http or ' : ''}https URL such as https://shop.example/callbacks`;
  if (url.username !== '' || url.password !== '') return 'a URL without a user and a password';
  if (url.hash !== '') return 'a URL without a fragment';
  const port = portOf(url);
  const own = url.protocol === 'https:' ? HTTPS_PORT : HTTP_PORT;
  if (port !== own && port < FIRST_FREE_PORT)
    return `a URL with the port ${own}, or one from ${FIRST_FREE_PORT}, such as 8443`;
  const host = hostOf(url);
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host))
    return 'a URL whose host is of the Internet, not of a private network';
  return url;
};

/** A URL for callbacks. Whether its host is allowed is another question: {@link checkCallbackUrl}. */
export const CALLBACK_URL = field(
  `an https URL of at most ${MAX_LENGTH} characters, without a user, a password and a fragment`,
  z
    .string()
    .max(MAX_LENGTH)
    .refine((text) => typeof readCallbackUrl(text, true) !== 'string'),
  'https://shop.example/callbacks',
);

/**
 * Checks a URL for callbacks: https, or http where private hosts are allowed; port 443 (80) or one from 1024; no user, no
 * fragment; no address of a private network. The addresses of a name are checked at each attempt.
 * @param name the field, for the message.
 * @returns the URL as it is stored.
 * @throws Refusal `bad_request`, which says what would be right.
 */
export const checkCallbackUrl = (text: string, allowPrivate: boolean, name = 'callback_url'): string => {
  const url = readCallbackUrl(text, allowPrivate);
  if (typeof url === 'string') throw new Refusal('bad_request', `${name} must be ${url}.`);
  return url.href;
};
