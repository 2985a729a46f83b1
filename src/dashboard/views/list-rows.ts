import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { STATUSES, type Status } from '../../protocol/index.js';
import type { RowPage } from '../answers.js';
import { pager } from '../pager.js';
import { View } from '../view.js';
import { WORDS } from '../words/index.js';
import { rowTable } from './row-table.js';

type Filter = Status | 'all';
const FILTERS: readonly Filter[] = ['all', ...STATUSES];
/** The formats of a download, with their names. */
const FORMATS = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel'],
  ['json', 'JSON'],
] as const;
/** The numbers of rows on a page that can be chosen. */
const LIMITS = [20, 50, 100, 500] as const;

/** The rows of a list with their results, by verdict, and the files to download. */
export class ListRows extends View {
  static override properties = {
    number: { attribute: false },
    hasEnded: { attribute: false },
    quarters: { attribute: false },
    filter: { state: true },
    rows: { state: true },
    limit: { state: true },
  };

  /** The id of the list. */
  declare number: number;
  declare hasEnded: boolean;
  /** The quarters of the list that are done: with each, the rows are read again. */
  declare quarters: number;
  declare protected filter: Filter;
  /** A page of rows; null: not there yet. */
  declare protected rows: RowPage | null;
  /** The rows on a page. */
  declare protected limit: number;

  /** True if the list went on since the rows were read. */
  #isOld = false;

  constructor() {
    super();
    this.filter = 'all';
    this.rows = null;
    this.limit = LIMITS[0];
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('hasEnded') || changed.has('quarters')) this.#isOld = true;
    // Else it waits for what is being read.
    if (!this.#isOld || this.busy !== null) return;
    this.#isOld = false;
    void this.load(this.#load);
  }

  /** The query of the filter, for rows and files. */
  #query(more: Record<string, string>): string {
    const { filter } = this;
    return String(new URLSearchParams({ ...more, ...(filter !== 'all' && { status: filter }) }));
  }

  async #read(page: number): Promise<void> {
    const query = this.#query({ format: 'json', page: String(page), limit: String(this.limit) });
    this.rows = await this.app.api.get<RowPage>(`batch/${this.number}/results?${query}`);
  }

  readonly #load = (): Promise<void> => this.#read(this.rows?.page ?? 1);

  readonly #go = (page: number): void => {
    void this.attempt('page', async () => {
      await this.#read(page);
      await this.updateComplete;
      this.querySelector<HTMLElement>('#results-title')?.focus();
    });
  };

  readonly #choose = ({ currentTarget }: Event): void => {
    const before = this.filter;
    const wanted = (currentTarget as HTMLInputElement).value as Filter;
    this.filter = wanted;
    void this.attempt('page', () => this.#read(1)).then((isRead) => {
      if (!isRead) this.filter = before;
    });
  };

  protected override render(): TemplateResult {
    const { rows } = this;
    return html`
      <section class="panel" aria-labelledby="results-title">
        <h2 id="results-title" tabindex="-1">${WORDS.results}</h2>
        ${this.#filters()} ${this.#downloads()} ${this.problemOf('page')}
        ${rows === null ? this.placeholder(this.#load) : rowTable(rows.data, WORDS.results)}
        ${rows === null ? nothing : this.#pages(rows)}
      </section>
    `;
  }

  readonly #chooseLimit = ({ currentTarget }: Event): void => {
    const { limit: before, rows } = this;
    this.limit = Number((currentTarget as HTMLSelectElement).value);
    // The first row that is seen stays in sight.
    const page = Math.floor((((rows?.page ?? 1) - 1) * before) / this.limit) + 1;
    void this.attempt('page', () => this.#read(page)).then((isRead) => {
      if (!isRead) this.limit = before;
    });
  };

  #pages(rows: RowPage): TemplateResult {
    return html`<div class="buttons">
      ${pager(WORDS.results, rows, this.#go)}
      ${
        rows.total <= LIMITS[0]
          ? nothing
          : html`<label class="per-page">
              <span>${WORDS.perPage}</span>
              <select id="per-page" @change=${this.#chooseLimit}>
                ${LIMITS.map(
                  (limit) => html`<option value=${limit} .selected=${live(limit === this.limit)}>${limit}</option>`,
                )}
              </select>
            </label>`
      }
    </div>`;
  }

  #filters(): TemplateResult {
    return html`<fieldset class="row filters">
      <legend>${WORDS.filter}</legend>
      ${FILTERS.map(
        (filter) =>
          html`<label class="choice"
            ><input
              type="radio"
              name="filter"
              value=${filter}
              .checked=${this.filter === filter}
              @change=${this.#choose}
            />
            <span>
              ${filter === 'all' ? nothing : html`<i data-swatch=${filter}></i>`}
              ${filter === 'all' ? WORDS.all : WORDS.statuses[filter]}
            </span></label
          >`,
      )}
    </fieldset>`;
  }

  #downloads(): TemplateResult {
    const of = WORDS.filterWords[this.filter];
    return html`
      <p class="buttons">
        ${FORMATS.map(
          ([format, name]) =>
            html`<a
              class="button small"
              download
              data-format=${format}
              href=${this.app.api.url(`batch/${this.number}/results?${this.#query({ format })}`)}
              >${WORDS.downloadOf(name, of)}</a
            >`,
        )}
      </p>
      ${this.hasEnded ? nothing : html`<p class="hint">${WORDS.downloadEarly}</p>`}
    `;
  }
}
