/** Parses an http or https URL; null for any other text or value. */
export const httpUrl = (text: unknown): URL | null => {
  if (typeof text !== 'string' || !URL.canParse(text)) return null;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) ? url : null;
};

/**
 * True for an http or https origin as a browser writes it (RFC 6454, section 6.1): scheme, host, and the port unless it
 * is the default.
 */
export const isOrigin = (text: unknown): text is string => typeof text === 'string' && httpUrl(text)?.origin === text;

/** True for an http or https URL to which a path can be appended: without credentials, query and fragment. */
export const isBaseUrl = (text: string): boolean => {
  const url = httpUrl(text);
  return url !== null && url.username === '' && url.password === '' && !/[?#]/.test(text);
};

/** The canonical form of a URL (WHATWG URL), without trailing slashes. Other text only loses its trailing slashes. */
export const canonicalUrl = (text: string): string => (httpUrl(text)?.href ?? text).replace(/\/+$/, '');
