/** The manual's pages: highlights the code, and shows the search. Without this script, everything but the search works. */
import { paint } from '../demo/highlight.js';
import { showSearch } from './search.js';

for (const code of document.querySelectorAll('code[data-language]'))
  paint(code, code.textContent.trimEnd(), code.dataset.language);
showSearch(document.querySelector('.search'));
