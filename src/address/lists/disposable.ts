import names from './disposable-names.json' with { type: 'json' };

/**
 * The names by their ending and by the length of what stands before it, each list one text of sorted names: no index, no string for each name,
 * and nothing to build before the first question. `npm run lists` writes the file, SOURCES.md says from what.
 */
const listed: ReadonlyMap<string, Readonly<Record<number, string>>> = new Map(Object.entries(names));

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

/** True if a domain (in lower-case ASCII), or one of its parents, is on a public list of disposable providers. */
export const isDisposable = (domain: string): boolean => {
  const end = domain.lastIndexOf('.');
  const lists = listed.get(domain.slice(end + 1));
  if (lists === undefined) return false;
  for (let from = 0; from < end; from = domain.indexOf('.', from) + 1) {
    const length = end - from;
    const list = lists[length];
    if (list !== undefined && includes(list, domain, from, length)) return true;
  }
  return false;
};
