import { html, nothing, type TemplateResult } from 'lit';
import type { FoundRows, ListRow } from '../answers.js';
import { formatNumber } from '../format.js';
import { textOf, View } from '../view.js';
import { WORDS } from '../words/index.js';
import { rowTable } from './row-table.js';

/** The rows that are looked for at once. */
const LIMIT = 20;

/** A search, as far as it has come. */
interface Search {
  text: string;
  rows: ListRow[];
  /** The row behind which it goes on; null: all rows were looked through. */
  next: number | null;
  total: number;
}

/** The search for an address among the rows of a list. */
export class ListSearch extends View {
  static override properties = {
    number: { attribute: false },
    found: { state: true },
  };

  /** The id of the list. */
  declare number: number;
  /** Null: nothing was looked for yet. */
  declare protected found: Search | null;

  constructor() {
    super();
    this.found = null;
  }

  /** Looks through the list until there are enough rows, or it ends: each answer of the service is a part of that. */
  async #search(text: string, before: Search | null): Promise<void> {
    let { rows, next } = before ?? { rows: [] as ListRow[], next: 0 };
    const wanted = rows.length + LIMIT;
    while (next !== null && rows.length < wanted && this.isConnected) {
      const query = `q=${encodeURIComponent(text)}&after=${next}&limit=${wanted - rows.length}`;
      const part = await this.app.api.get<FoundRows>(`batch/${this.number}/results/search?${query}`);
      rows = [...rows, ...part.data];
      ({ next } = part);
      this.found = { text, rows, next, total: part.total };
    }
    this.app.say(this.#words());
  }

  readonly #submit = this.onSubmit('search', async (fields) => {
    const text = textOf(fields, 'q');
    if (text !== '') await this.#search(text, null);
  });

  readonly #more = (): void => {
    const { found } = this;
    if (found === null) return;
    void this.attempt('search', () => this.#search(found.text, found)).then(async () => {
      await this.updateComplete;
      this.querySelector<HTMLElement>('#found')?.focus();
    });
  };

  #words(): string {
    const { found } = this;
    if (found === null) return '';
    const { rows, next, total } = found;
    return WORDS.foundIn(rows.length, formatNumber(next ?? total), next === null ? null : formatNumber(total));
  }

  protected override render(): TemplateResult {
    const { found } = this;
    return html`
      <section class="panel" aria-labelledby="search-title">
        <h2 id="search-title">${WORDS.searchTitle}</h2>
        <form role="search" class="search" @submit=${this.#submit}>
          <label for="search-text">${WORDS.searchText}</label>
          <div class="row">
            <input
              id="search-text"
              name="q"
              type="search"
              maxlength="320"
              required
              autocomplete="off"
              spellcheck="false"
            />
            <button aria-disabled=${this.busy !== null}>${WORDS.search}</button>
          </div>
        </form>
        ${this.problemOf('search')} ${found === null ? nothing : this.#result(found)}
      </section>
    `;
  }

  #result({ rows, next }: Search): TemplateResult {
    const isBusy = this.busy !== null;
    return html`
      <p id="found" tabindex="-1">${this.#words()}</p>
      ${rows.length === 0 ? nothing : rowTable(rows, WORDS.searchTitle)}
      ${
        next === null
          ? nothing
          : html`<p>
              <button type="button" class="small" aria-disabled=${isBusy} @click=${this.#more}>
                ${WORDS.searchMore}
              </button>
            </p>`
      }
    `;
  }
}
