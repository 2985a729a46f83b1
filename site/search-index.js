/** The index of the manual, in the browser: the headings, the names that the tables define, and the text below each heading. */
import MiniSearch from 'minisearch';

/** The words of a text. A name such as `block-all` or `BLOCK_ALL` is one word. */
const wordsOf = (text) => text.match(/[\p{L}\p{N}]+(?:[-_]+[\p{L}\p{N}]+)*/gu) ?? [];

/** The words of a text, and the parts of each name. */
const wordsAndPartsOf = (text) =>
  wordsOf(text).flatMap((word) => (/[-_]/.test(word) ? [word, ...word.split(/[-_]+/)] : [word]));

/**
 * @param {{address: string, page: string, title: string, names: string, text: string}[]} entries
 * @returns {(query: string) => object[]} finds entries, best first.
 */
export const createSearch = (entries) => {
  const index = new MiniSearch({
    idField: 'address',
    fields: ['title', 'page', 'names', 'text'],
    storeFields: ['title', 'page', 'text'],
    tokenize: (text, field) => (field === 'names' ? wordsOf(text) : wordsAndPartsOf(text)),
    searchOptions: {
      boost: { title: 4, page: 2, names: 8 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(entries);
  return (query) => {
    // All words, with names whole, first; any word or part when nothing has all.
    const all = index.search(query, { combineWith: 'AND', tokenize: wordsOf });
    return all.length ? all : index.search(query, { tokenize: wordsAndPartsOf });
  };
};
