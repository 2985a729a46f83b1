import { html, nothing, type TemplateResult } from 'lit';
import type { Paged } from './answers.js';
import { formatNumber } from './format.js';
import { WORDS } from './words/index.js';

/** The buttons to the pages of something; nothing if there is one page only. */
export const pager = (
  name: string,
  { page, limit, total }: Paged<unknown>,
  go: (page: number) => void,
): TemplateResult | typeof nothing => {
  const pages = Math.ceil(total / limit);
  if (pages <= 1 && page === 1) return nothing;
  const button = (to: number, label: string) =>
    html`<button
      type="button"
      class="small"
      aria-disabled=${to < 1 || to > pages}
      @click=${() => {
        if (to >= 1 && to <= pages) go(to);
      }}
    >
      ${label}
    </button>`;
  return html`<nav class="pager buttons" aria-label=${WORDS.pages(name)}>
    ${button(page - 1, WORDS.previous)}
    <span>${WORDS.pageOf(formatNumber(page), formatNumber(Math.max(1, pages)))}</span>
    ${button(page + 1, WORDS.next)}
  </nav>`;
};
