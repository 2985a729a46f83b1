import { html, nothing, type TemplateResult } from 'lit';
import type { Day, List, ListProgress, ShownList } from '../answers.js';
import { confirmation } from '../dialog.js';
import { hasEnded, watchList } from '../list-watch.js';
import { totalsOf } from '../usage.js';
import { View } from '../view.js';
import { WORDS } from '../words/index.js';
import { bounces } from './bounces.js';
import { listFacts, listProgress } from './list-progress.js';
import { verdicts } from './verdicts.js';

/** The quarters of a list that are done, from 0 to 4. */
const quartersOf = ({ processed, total }: List): number => (total === 0 ? 4 : Math.floor((4 * processed) / total));

/** One list: its progress, its results, and its callback. */
export class ListView extends View {
  static override properties = {
    number: { attribute: false },
    list: { state: true },
    days: { state: true },
    isStale: { state: true },
    open: { state: true },
  };

  /** The id of the list. */
  declare number: number;
  /** Null: not there yet. */
  declare protected list: List | ListProgress | null;
  /** The verdicts for the chart, the same array until they change. */
  declare protected days: readonly Day[];
  /** True while the progress cannot be read. */
  declare protected isStale: boolean;
  /** The dialog that is open. */
  declare protected open: 'stop' | 'delete' | null;

  #stopWatch: (() => void) | undefined;

  constructor() {
    super();
    this.list = null;
    this.days = [];
    this.isStale = false;
    this.open = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load(this.#load);
  }

  override disconnectedCallback(): void {
    this.#stopWatch?.();
    super.disconnectedCallback();
  }

  readonly #load = async (): Promise<void> => {
    const { data } = await this.app.api.get<ShownList>(`batch/${this.number}`);
    this.#take(data);
    document.title = WORDS.listTitle(data.name, WORDS.product);
    if (hasEnded(data) || !this.isConnected) return;
    this.#stopWatch = watchList(this.app.api, this.number, {
      onProgress: this.#take,
      onStale: () => (this.isStale = true),
      onGone: ({ message }) => {
        this.list = null;
        this.loadError = message;
      },
    });
  };

  readonly #take = (list: List | ListProgress): void => {
    const { list: before } = this;
    this.isStale = false;
    this.list = list;
    // There is nothing left to stop.
    if (this.open === 'stop' && hasEnded(list) && this.busy === null) void this.#closeStop();
    const { counts } = list;
    if (before === null || JSON.stringify(before.counts) !== JSON.stringify(counts))
      this.days = [{ day: '', ...counts }];
    const news = before === null ? null : this.#newsOf(list, before);
    if (news !== null) this.app.say(news);
  };

  /** Seldom: at the start, at each quarter, and at the end. */
  #newsOf(list: List, before: List): string | null {
    const { status, name } = list;
    if (status === before.status) {
      const quarters = quartersOf(list);
      return quarters > quartersOf(before) && !hasEnded(list) ? WORDS.quarterSaid(25 * quarters, name) : null;
    }
    if (status === 'pending') return null;
    return status === 'processing' ? WORDS.started(name) : WORDS.listEnded(name, WORDS.endSaid[status]);
  }

  readonly #stop = this.onSubmit('stop', async () => {
    const { data } = await this.app.api.post<ShownList>(`batch/${this.number}/cancel`);
    this.#stopWatch?.();
    this.#take(data);
    await this.#closeStop();
  });

  /** Closes the dialog of a list that has ended. The button that opened it is gone then. */
  async #closeStop(): Promise<void> {
    this.querySelector('dialog')?.close();
    await this.updateComplete;
    this.querySelector<HTMLElement>('#progress-title')?.focus();
  }

  readonly #delete = this.onSubmit('delete', async () => {
    await this.app.api.delete(`batch/${this.number}`);
    this.#stopWatch?.();
    this.app.go('lists', WORDS.listDeleted(this.list?.name ?? ''));
  });

  #opener(open: 'stop' | 'delete'): () => void {
    return () => {
      this.problem = null;
      this.open = open;
    };
  }

  protected override render(): TemplateResult {
    const { list } = this;
    return html`
      <p><a href="#lists">${WORDS.allLists}</a></p>
      <h1 tabindex="-1">${list === null ? WORDS.oneList : html`<bdi>${list.name}</bdi>`}</h1>
      ${list === null ? this.placeholder(this.#load) : this.#content(list)}
    `;
  }

  #content(list: List | ListProgress): TemplateResult {
    const { app, days } = this;
    return html`
      <div class="charts">
        <section class="panel" aria-labelledby="progress-title">
          <h2 id="progress-title" tabindex="-1">
            ${WORDS.progress} <span class="state" data-state=${list.status}>${WORDS.states[list.status]}</span>
          </h2>
          ${listProgress(list)} ${this.isStale ? html`<p class="warning">${WORDS.stale}</p>` : nothing}
          ${listFacts(list)} ${list.bounce_percent === null ? nothing : bounces(list.bounce_percent, !hasEnded(list))}
          <p class="buttons">
            ${
              hasEnded(list)
                ? nothing
                : html`<button type="button" @click=${this.#opener('stop')}>${WORDS.stop}</button>`
            }
            <button type="button" class="danger" @click=${this.#opener('delete')}>${WORDS.deleteList}</button>
          </p>
        </section>
        ${
          totalsOf(days).all > 0
            ? verdicts(days)
            : html`<section class="panel">
                <h2>${WORDS.verdicts}</h2>
                <p class="soft">${WORDS.noVerdicts}</p>
              </section>`
        }
      </div>
      <dashboard-list-rows
        .app=${app}
        .number=${list.id}
        .hasEnded=${hasEnded(list)}
        .quarters=${quartersOf(list)}
      ></dashboard-list-rows>
      <dashboard-list-search .app=${app} .number=${list.id}></dashboard-list-search>
      ${
        list.callback === null
          ? nothing
          : html`<dashboard-list-callback
              .app=${app}
              .number=${list.id}
              .url=${list.callback.url}
              .hasEnded=${hasEnded(list)}
            ></dashboard-list-callback>`
      }
      ${this.#dialog(list)}
    `;
  }

  #dialog(list: List): TemplateResult | typeof nothing {
    const { open } = this;
    if (open === null) return nothing;
    const [title, lead, submit, action] =
      open === 'stop'
        ? [WORDS.stopTitle(list.name), WORDS.stopLead, this.#stop, WORDS.stop]
        : [
            WORDS.deleteListTitle(list.name),
            hasEnded(list) ? WORDS.deleteListLead : WORDS.deleteRunningLead,
            this.#delete,
            WORDS.deleteList,
          ];
    return confirmation({
      title,
      lead,
      action,
      isBusy: this.busy !== null,
      problem: this.problemOf(open),
      onSubmit: submit,
      onClose: () => (this.open = null),
    });
  }
}
