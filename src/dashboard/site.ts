/** Reading what a person types of a site or an edge. What is read needs no quoting in HTML, in PHP, or in a shell. */

/** Host names of letters, digits, dots and hyphens, IPv4 addresses, and IPv6 ones in brackets. */
const HOST = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])$/;
const PATH = /^(?:\/[\w.~-]+)*\/?$/;

const readHttpUrl = (text: string): URL | null => {
  const trimmed = text.trim();
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = URL.parse(whole);
  if (url === null || !/^https?:$/.test(url.protocol) || !HOST.test(url.hostname)) return null;
  return url.username + url.password === '' ? url : null;
};

/**
 * Reads the origin of a site from an origin, a host or the URL of a page: `https://shop.example` of `shop.example/join`.
 * @returns null for any other text.
 */
export const readOrigin = (text: string): string | null => readHttpUrl(text)?.origin ?? null;

/**
 * Reads the URL of an edge.
 * @returns it without a trailing slash; null if it is no URL, or has a query.
 */
export const readEdgeUrl = (text: string): string | null => {
  const url = readHttpUrl(text);
  if (url === null || url.search + url.hash !== '' || !PATH.test(url.pathname)) return null;
  return url.origin + url.pathname.replace(/\/$/, '');
};
