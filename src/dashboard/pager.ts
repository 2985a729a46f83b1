import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { PageNumbers } from './answers.js';
import { formatNumber } from './format.js';
import { WORDS } from './words/index.js';

/** A field for the number of a page. */
const jump = (page: number, pages: number, go: (page: number) => void): TemplateResult => {
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const to = Number(new FormData(event.currentTarget as HTMLFormElement).get('page'));
    if (to !== page && to >= 1 && to <= pages) go(to);
  };
  return html`<form class="jump" @submit=${onSubmit}>
    <label>
      <span>${WORDS.goTo}</span>
      <input name="page" type="number" required min="1" max=${pages} step="1" .value=${live(String(page))} />
    </label>
    <button class="small">${WORDS.go}</button>
  </form>`;
};

/** The buttons to the pages of something, and a field to jump to one; nothing if there is one page only. */
export const pager = (
  name: string,
  { page, limit, total }: PageNumbers,
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
    ${button(page + 1, WORDS.next)} ${pages > 2 ? jump(page, pages, go) : nothing}
  </nav>`;
};
