/** Highlights the code on the manual's pages. */
import { paint } from './highlight.js';

for (const code of document.querySelectorAll('code[data-language]'))
  paint(code, code.textContent.trimEnd(), code.dataset.language);
