import { html, nothing, type TemplateResult } from 'lit';
import type { List, Paged } from '../answers.js';
import { formatNumber, formatTime } from '../format.js';
import { hasEnded } from '../list-watch.js';
import { pager } from '../pager.js';
import { share } from '../usage.js';
import { View } from '../view.js';
import { WORDS } from '../words/index.js';

/** The interval at which lists that have not ended are read again, in ms. */
const REFRESH_MS = 5000;

/** The upload, the lists of the account, and how their callbacks are signed. */
export class ListsView extends View {
  static override properties = { lists: { state: true } };

  /** A page of lists, newest first; null: not there yet. */
  declare protected lists: Paged<List> | null;

  #timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.lists = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load(this.#load);
    this.#timer = setInterval(() => void this.#refresh(), REFRESH_MS);
  }

  override disconnectedCallback(): void {
    clearInterval(this.#timer);
    super.disconnectedCallback();
  }

  async #read(page: number): Promise<void> {
    this.lists = await this.app.api.get<Paged<List>>(`batch?page=${page}`);
  }

  readonly #load = (): Promise<void> => this.#read(1);

  /** Reads lists that go on again. What fails is tried again by itself. */
  async #refresh(): Promise<void> {
    const { lists } = this;
    if (lists === null || lists.data.every(hasEnded) || document.hidden || this.busy !== null) return;
    const fresh = await this.app.api.get<Paged<List>>(`batch?page=${lists.page}`).catch(() => lists);
    if (this.lists === lists) this.lists = fresh;
  }

  readonly #go = (page: number): void => {
    void this.attempt('page', async () => {
      await this.#read(page);
      await this.updateComplete;
      this.querySelector<HTMLElement>('#lists-title')?.focus();
    });
  };

  protected override render(): TemplateResult {
    const { lists } = this;
    return html`
      ${this.heading('lists')}
      <dashboard-list-upload .app=${this.app}></dashboard-list-upload>
      ${lists === null ? this.placeholder(this.#load) : this.#lists(lists)}
      <dashboard-callbacks .app=${this.app}></dashboard-callbacks>
    `;
  }

  #lists(lists: Paged<List>): TemplateResult {
    return html`
      <section class="panel" aria-labelledby="lists-title">
        <h2 id="lists-title" tabindex="-1">${WORDS.yourLists}</h2>
        ${
          lists.total === 0
            ? html`<p class="soft">${WORDS.noLists}</p>`
            : html`<div class="table" tabindex="0" role="group" aria-label=${WORDS.yourLists}>
                <table>
                  <thead>
                    <tr>
                      <th scope="col">${WORDS.listName}</th>
                      <th scope="col" class="number">${WORDS.rows}</th>
                      <th scope="col">${WORDS.state}</th>
                      <th scope="col">${WORDS.uploaded}</th>
                    </tr>
                  </thead>
                  <tbody>
                    ${lists.data.map((list) => this.#list(list))}
                  </tbody>
                </table>
              </div>`
        }
        ${this.problemOf('page')} ${pager(WORDS.yourLists, lists, this.#go)}
      </section>
    `;
  }

  #list({ id, name, total, processed, status, created_at }: List): TemplateResult {
    return html`<tr data-list=${id}>
      <th scope="row" class="name">
        <a href="#lists=${id}"><bdi>${name}</bdi></a>
      </th>
      <td class="number">${formatNumber(total)}</td>
      <td>
        <span class="state" data-state=${status}>${WORDS.states[status]}</span>
        ${status === 'processing' ? html`<span class="soft">${share(processed, total)}</span>` : nothing}
      </td>
      <td class="time">${formatTime(created_at)}</td>
    </tr>`;
  }
}
