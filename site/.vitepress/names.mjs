/** The names that tables define, such as settings and events: each row has an id to link to, and is found by its name. */
import { slugify } from './links.mjs';

/** A name, and no phrase. */
const NAME = /^-{0,2}[A-Za-z][\w-]*$/;

/** A plug-in of markdown-it. A row takes the id of the first name in its first cell, unless the page has that id already. */
export const namedRows = (markdown) => {
  markdown.core.ruler.push('named_rows', ({ tokens }) => {
    const ids = new Set(tokens.map((token) => token.attrGet('id')));
    for (const [at, token] of tokens.entries()) {
      if (token.type !== 'tr_open' || tokens[at + 1].type !== 'td_open') continue;
      const name = tokens[at + 2].children.find(({ type }) => type === 'code_inline')?.content ?? '';
      const id = slugify(name);
      if (!NAME.test(name) || ids.has(id)) continue;
      ids.add(id);
      token.attrSet('id', id);
    }
  });
};

/** For the search: a heading of each named row, with the row's text below it, after the page. @param {string} html */
export const rowHeadings = (html) =>
  [...html.matchAll(/<tr id="([^"]*)">\s*<td[^>]*>(.*?)<\/td>(.*?)<\/tr>/gs)]
    .map(([, id, name, text]) => `<h2 id="${id}">${name} <a href="#${id}">#</a></h2><p>${text}</p>`)
    .join('\n');
