import { Refusal } from '../../protocol/refusal.js';

/** Percent-encoded bytes that are not UTF-8 (RFC 3629). */
const hasBrokenUtf8 = (search: string): boolean => {
  try {
    for (const [bytes] of search.matchAll(/(?:%[\da-f]{2})+/gi)) decodeURIComponent(bytes);
    return false;
  } catch {
    return true;
  }
};

/**
 * Reads the query of a URL with `+` as a plus, like `%2B`, not as a space: people type `?email=anna+news@x.com`. A space
 * is `%20`.
 * @throws Refusal `bad_request` if it is not UTF-8.
 */
export const readQuery = (url: string): URLSearchParams => {
  const { search } = new URL(url);
  if (hasBrokenUtf8(search)) throw new Refusal('bad_request', 'The query must be percent-encoded UTF-8.');
  return new URLSearchParams(search.replaceAll('+', '%2B'));
};

/**
 * The parameters of a query by name.
 * @throws Refusal `bad_request` if a name comes twice: one of the two would be passed over.
 */
export const queryValues = (query: URLSearchParams): Record<string, string> => {
  const values = Object.fromEntries(query);
  const twice = [...query.keys()].find((name, index, names) => names.indexOf(name) !== index);
  if (twice === undefined) return values;
  throw new Refusal('bad_request', `The query has ${JSON.stringify(twice.slice(0, 40))} more than once; give it once.`);
};
