import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { STATUSES, type Status } from '../../protocol/index.js';
import type { ListRow, Paged } from '../answers.js';
import { formatNumber } from '../format.js';
import { pager } from '../pager.js';
import { View } from '../view.js';
import { WORDS } from '../words/index.js';

type Filter = Status | 'all';
const FILTERS: readonly Filter[] = ['all', ...STATUSES];
const FORMATS = ['csv', 'json'] as const;

/** The rows of a list with their results, by verdict, and the files to download. */
export class ListRows extends View {
  static override properties = {
    number: { attribute: false },
    hasEnded: { attribute: false },
    quarters: { attribute: false },
    filter: { state: true },
    rows: { state: true },
  };

  /** The id of the list. */
  declare number: number;
  declare hasEnded: boolean;
  /** The quarters of the list that are done: with each, the rows are read again. */
  declare quarters: number;
  declare protected filter: Filter;
  /** A page of rows; null: not there yet. */
  declare protected rows: Paged<ListRow> | null;

  /** True if the list went on since the rows were read. */
  #isOld = false;

  constructor() {
    super();
    this.filter = 'all';
    this.rows = null;
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
    const query = this.#query({ format: 'json', page: String(page), limit: '20' });
    this.rows = await this.app.api.get<Paged<ListRow>>(`batch/${this.number}/results?${query}`);
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
        ${rows === null ? this.placeholder(this.#load) : this.#table(rows)}
        ${rows === null ? nothing : pager(WORDS.results, rows, this.#go)}
      </section>
    `;
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
          (format) =>
            html`<a
              class="button small"
              download
              data-format=${format}
              href=${this.app.api.url(`batch/${this.number}/results?${this.#query({ format })}`)}
              >${WORDS.downloadOf(format.toUpperCase(), of)}</a
            >`,
        )}
      </p>
      ${this.hasEnded ? nothing : html`<p class="hint">${WORDS.downloadEarly}</p>`}
    `;
  }

  #table({ data }: Paged<ListRow>): TemplateResult {
    if (data.length === 0) return html`<p class="soft">${WORDS.noRows}</p>`;
    return html`<div class="table" tabindex="0" role="group" aria-label=${WORDS.results}>
      <table class="results">
        <thead>
          <tr>
            <th scope="col">${WORDS.row}</th>
            <th scope="col">${WORDS.address}</th>
            <th scope="col">${WORDS.verdict}</th>
            <th scope="col" class="number">${WORDS.score}</th>
            <th scope="col">${WORDS.reasons}</th>
          </tr>
        </thead>
        <tbody>
          ${data.map((row) => this.#row(row))}
        </tbody>
      </table>
    </div>`;
  }

  #row({ row, email, status, score, sub_status, did_you_mean, duplicate_of }: ListRow): TemplateResult {
    const reasons = (sub_status ?? []).map((code, n) => html`${n === 0 ? '' : ', '}<code>${code}</code>`);
    return html`<tr>
      <td>${formatNumber(row)}</td>
      <th scope="row" class="name"><bdi>${email}</bdi></th>
      <td class="time">
        ${
          status === null
            ? html`<span class="soft">${WORDS.notYet}</span>`
            : html`<i data-swatch=${status}></i> ${WORDS.statuses[status]}`
        }
      </td>
      <td class="number">${score === null ? '' : score.toFixed(2)}</td>
      <td>
        ${reasons} ${did_you_mean === null ? nothing : html`<bdi>${WORDS.meant(did_you_mean)}</bdi>`}
        ${duplicate_of === null ? nothing : html`<span class="soft">${WORDS.duplicateOf(formatNumber(duplicate_of))}</span>`}
      </td>
    </tr>`;
  }
}
