import { includesDomain } from './match.js';

/** Special-use names that never take mail (RFC 2606, RFC 6761, RFC 6762, RFC 7686, RFC 9476). */
const RESERVED: ReadonlySet<string> = new Set(
  'test invalid localhost example local onion alt example.com example.net example.org'.split(' '),
);

/** True if a domain is reserved: no mail can ever be delivered there. */
export const isReserved = (domain: string): boolean => includesDomain(RESERVED, domain);
