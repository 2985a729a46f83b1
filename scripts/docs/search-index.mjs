/** The index of the search: one entry for each heading with the text below it. */
import { textOf } from './render.mjs';

/** The deepest heading that is found by itself. */
const ENTRY_LEVEL = 4;

/** The names that the tables in a piece of HTML define: the code in the first cells of their rows. */
const namesIn = (html) =>
  [...html.matchAll(/<tr>\s*<td>(.*?)<\/td>/gs)]
    .flatMap(([, cell]) => [...cell.matchAll(/<code>(.*?)<\/code>/gs)].map(([, code]) => textOf(code)))
    .join(' ');

/**
 * @param {{title: string, address: string, body: string}[]} pages
 * @returns {{address: string, page: string, title: string, names: string, text: string}[]}
 */
export const searchEntries = (pages) =>
  pages.flatMap(({ title: page, address, body }) => {
    const parts = body.split(new RegExp(`(?=<h[1-${ENTRY_LEVEL}] id=")`));
    return parts.flatMap((part) => {
      const [, level, id, title = ''] = /^<h(\d) id="([^"]*)">(.*?)<\/h\d>/s.exec(part) ?? [];
      if (!id) return [];
      const text = textOf(part.slice(part.indexOf('</h')).replace(/<\/(td|th|li|p|pre|h\d)>/g, '$& '))
        .replace(/\s+/g, ' ')
        .trim();
      return {
        address: level === '1' ? address : `${address}#${id}`,
        page,
        title: textOf(title),
        names: namesIn(part),
        text,
      };
    });
  });
