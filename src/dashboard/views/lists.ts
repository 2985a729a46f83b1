import { html, nothing, type TemplateResult } from 'lit';
import { STATUSES } from '../../protocol/index.js';
import type { Deployment, List, ListPage } from '../answers.js';
import { formatNumber, formatTime } from '../format.js';
import { hasEnded } from '../list-watch.js';
import { pager } from '../pager.js';
import { share } from '../usage.js';
import { View } from '../view.js';
import { WORDS } from '../words/index.js';
import { pausedLine } from './list-progress.js';
import { mailboxesNotAsked } from './mailboxes-not-asked.js';

/** The interval at which lists that have not ended are read again, in ms. */
const REFRESH_MS = 5000;

/** The upload, the lists of the account, and how their callbacks are signed. */
export class ListsView extends View {
  static override properties = { lists: { state: true }, deployment: { state: true } };

  /** A page of lists, newest first; null: not there yet. */
  declare protected lists: ListPage | null;
  /** Null: not there yet, or not to be had. */
  declare protected deployment: Deployment | null;

  #timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.lists = null;
    this.deployment = null;
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
    this.lists = await this.app.api.get<ListPage>(`batch?page=${page}`);
  }

  readonly #load = async (): Promise<void> => {
    // Without an answer the lists are there, and the note is missing.
    const deployment = this.app.deployment().catch(() => null);
    [this.deployment] = await Promise.all([deployment, this.#read(1)]);
  };

  /** Reads lists that go on again. What fails is tried again by itself. */
  async #refresh(): Promise<void> {
    const { lists } = this;
    if (lists === null || lists.data.every(hasEnded) || document.hidden || this.busy !== null) return;
    const fresh = await this.app.api.get<ListPage>(`batch?page=${lists.page}`).catch(() => lists);
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
    const { lists, deployment } = this;
    return html`
      ${this.heading('lists')} ${deployment?.asks_mailboxes === false ? mailboxesNotAsked() : nothing}
      <dashboard-list-upload .app=${this.app}></dashboard-list-upload>
      ${lists === null ? this.placeholder(this.#load) : this.#lists(lists)}
      <dashboard-callbacks .app=${this.app}></dashboard-callbacks>
    `;
  }

  #lists(lists: ListPage): TemplateResult {
    const paused = lists.data.find(({ paused_reason }) => paused_reason !== null);
    return html`
      <section class="panel" aria-labelledby="lists-title">
        <h2 id="lists-title" tabindex="-1">${WORDS.yourLists}</h2>
        ${paused === undefined ? nothing : pausedLine(paused)}
        ${
          lists.total === 0
            ? html`<p class="soft">${WORDS.noLists}</p>`
            : html`<div class="table" tabindex="0" role="group" aria-label=${WORDS.yourLists}>
                <table class="stack" aria-labelledby="lists-title">
                  <thead>
                    <tr>
                      <th scope="col">${WORDS.listName}</th>
                      <th scope="col" class="number">${WORDS.rows}</th>
                      <th scope="col">${WORDS.state}</th>
                      <th scope="col">${WORDS.verdicts}</th>
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

  #list({ id, name, total, processed, status, counts, created_at }: List): TemplateResult {
    return html`<tr data-list=${id}>
      <th scope="row" class="name">
        <a href="#lists=${id}"><bdi>${name}</bdi></a>
      </th>
      <td class="number" data-label=${WORDS.rows}>${formatNumber(total)}</td>
      <td>
        <span class="state" data-state=${status}>${WORDS.states[status]}</span>
        ${status === 'processing' ? html`<span class="soft time">${share(processed, total)}</span>` : nothing}
      </td>
      <td class="counts whole" ?data-none=${STATUSES.every((verdict) => counts[verdict] === 0)}>
        ${STATUSES.filter((verdict) => counts[verdict] > 0).map(
          (verdict) =>
            html`<span><i data-swatch=${verdict}></i> ${WORDS.countOf(formatNumber(counts[verdict]), verdict)}</span>`,
        )}
      </td>
      <td class="time" data-label=${WORDS.uploaded}>${formatTime(created_at)}</td>
    </tr>`;
  }
}
