/** The search field of the manual and its results. */
import { createSearch } from './search-index.js';

const MOST_RESULTS = 12;
/** Characters of text shown with a result. */
const EXCERPT = 110;

let loading = null;

/** Loads the entries at the first search, and indexes them. */
const load = () => (loading ??= import('./search-entries.js').then(({ default: entries }) => createSearch(entries)));

/** The text around the first word that was found. */
const excerpt = (text, terms) => {
  const found = text
    .toLowerCase()
    .search(new RegExp(terms.map((term) => RegExp.escape?.(term) ?? term.replace(/\W/g, '.')).join('|')));
  const start = found < EXCERPT / 2 ? 0 : text.indexOf(' ', found - EXCERPT / 2) + 1;
  const end = start + EXCERPT;
  return `${start ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
};

const make = (tag, properties, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};

/** The site's folder of the manual: this script lies in it. */
const base = new URL('../', import.meta.url);

const resultItem = ({ id, title, page, text, terms }) =>
  make(
    'li',
    {},
    make(
      'a',
      { href: new URL(id.replace(/(^|\/)index\.html/, '$1'), base).href },
      make('b', { textContent: title }),
      title === page ? '' : make('span', { className: 'where', textContent: page }),
      make('span', { className: 'excerpt', textContent: excerpt(text, terms) }),
    ),
  );

/**
 * Shows the search field, with its keys: `/` comes to it, the arrows go through the results, Enter opens the first, Escape closes them.
 * @param {HTMLElement} search
 */
export const showSearch = (search) => {
  const [input, status, panel] = search.children;
  search.hidden = false;
  const links = () => [...panel.querySelectorAll('a')];

  const close = () => {
    panel.hidden = true;
    status.textContent = '';
  };

  const show = async () => {
    const query = input.value.trim();
    if (!query) return close();
    const find = await load();
    if (query !== input.value.trim()) return undefined;
    const results = find(query).slice(0, MOST_RESULTS);
    panel.replaceChildren(
      results.length
        ? make('ul', {}, ...results.map(resultItem))
        : make('p', { textContent: `Nothing was found for “${query}”.` }),
    );
    panel.hidden = false;
    status.textContent = results.length === 1 ? '1 result' : `${results.length} results`;
    return undefined;
  };

  input.addEventListener('focus', () => void load());
  input.addEventListener('input', () => void show());
  search.addEventListener('keydown', (event) => {
    const all = links();
    const at = all.indexOf(document.activeElement);
    if (event.key === 'Escape') {
      close();
      input.focus();
    } else if (event.key === 'ArrowDown') (all[at + 1] ?? all[0])?.focus();
    else if (event.key === 'ArrowUp') (at > 0 ? all[at - 1] : input).focus();
    else if (event.key === 'Enter' && event.target === input) all[0]?.click();
    else return;
    event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, textarea, select, [contenteditable]');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
  document.addEventListener('click', ({ target }) => {
    if (!search.contains(target)) close();
  });
  search.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !search.contains(relatedTarget)) close();
  });
};
