import type { SubStatus } from '../../protocol/index.js';
import names from './disposable-names.json' with { type: 'json' };

/** The names by their ending and by the length of what stands before it, each list one text of sorted names. */
type Names = ReadonlyMap<string, Readonly<Record<number, string>>>;

/** No index, no string for each name, and nothing to build before the first question. `npm run lists` writes the file. */
const agreed: Names = new Map(Object.entries(names.agreed));
const evident: Names = new Map(Object.entries(names.evident));
const possible: Names = new Map(Object.entries(names.possible));

/** True if a list of names of one length holds the part of a text from `from`, by binary search. */
const includes = (list: string, text: string, from: number, length: number): boolean => {
  let low = 0;
  let high = list.length / length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    let i = 0;
    let difference = 0;
    while (difference === 0 && i < length) {
      difference = text.charCodeAt(from + i) - list.charCodeAt(middle * length + i);
      i++;
    }
    if (difference === 0) return true;
    if (difference < 0) high = middle;
    else low = middle + 1;
  }
  return false;
};

/** The endings that were given away. A label under `*` in the file is disposable under each of them. */
const GIVEN_AWAY = /^(?:cf|ga|gq|ml|tk)$/;

/** True if the names of one ending hold a domain, whose ending begins at `end`, or one of its parents. */
const holdUnder = (lists: Readonly<Record<number, string>> | undefined, domain: string, end: number): boolean => {
  if (lists === undefined) return false;
  for (let from = 0; from < end; from = domain.indexOf('.', from) + 1) {
    const length = end - from;
    const list = lists[length];
    if (list !== undefined && includes(list, domain, from, length)) return true;
  }
  return false;
};

/** True if the names hold a domain (in lower-case ASCII) or one of its parents. */
const hold = (listed: Names, domain: string): boolean => {
  const end = domain.lastIndexOf('.');
  const ending = domain.slice(end + 1);
  return (
    holdUnder(listed.get(ending), domain, end) || (GIVEN_AWAY.test(ending) && holdUnder(listed.get('*'), domain, end))
  );
};

/** True if two authors list a domain (in lower-case ASCII), or one of its parents, as a disposable provider's. */
export const isAgreed = (domain: string): boolean => hold(agreed, domain);

/** True if two authors list a domain (in lower-case ASCII), or one of its parents, or one does and evidence supports it. */
export const isDisposable = (domain: string): boolean => hold(agreed, domain) || hold(evident, domain);

/**
 * The word for a domain (in lower-case ASCII) that a public list of disposable providers has, or one of its parents: `possible_disposable` when
 * one list alone has it. SOURCES.md tells the rules.
 */
export const disposableCodeOf = (
  domain: string,
): Extract<SubStatus, 'disposable' | 'possible_disposable'> | undefined => {
  if (isDisposable(domain)) return 'disposable';
  return hold(possible, domain) ? 'possible_disposable' : undefined;
};
