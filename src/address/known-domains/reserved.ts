/**
 * Special-use names that never receive mail, including subdomains (RFC 2606, RFC 6761, RFC 6762, RFC 7686, RFC 9476),
 * and `arpa`, which holds the network's own records (RFC 3172).
 */
export const RESERVED: readonly string[] =
  'test invalid localhost example local onion alt arpa example.com example.net example.org'.split(' ');
