import { html, nothing, type TemplateResult } from 'lit';
import { STATUSES } from '../../protocol/index.js';
import type { CreditEntry, CreditPage, Day, Overview } from '../answers.js';
import { formatDay, formatNumber, formatShortDay, formatTime, formatUtcDay } from '../format.js';
import { checksOf, share, totalsOf } from '../usage.js';
import { View } from '../view.js';
import { WORDS } from '../words/index.js';
import { verdicts } from './verdicts.js';

/** The credits that are left, the checks of the last 30 days by verdict, and the history of the credits. */
export class OverviewView extends View {
  static override properties = { overview: { state: true }, entries: { state: true }, next: { state: true } };

  /** Null: not there yet. */
  declare protected overview: Overview | null;
  declare protected entries: CreditEntry[];
  /** Where the history goes on; null at its end. */
  declare protected next: CreditPage['next'];

  constructor() {
    super();
    this.overview = null;
    this.entries = [];
    this.next = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load(this.#load);
  }

  readonly #load = async (): Promise<void> => {
    const { api } = this.app;
    const [overview, credits] = await Promise.all([
      api.get<Overview>('dashboard/overview'),
      api.get<CreditPage>('dashboard/credits'),
    ]);
    this.overview = overview;
    this.entries = credits.entries;
    this.next = credits.next;
  };

  readonly #older = (): void => {
    void this.attempt('older', async () => {
      const query = new URLSearchParams({ before: String(this.next) });
      const { entries, next } = await this.app.api.get<CreditPage>(`dashboard/credits?${query}`);
      this.entries = [...this.entries, ...entries];
      this.next = next;
    });
  };

  protected override render(): TemplateResult {
    const { overview } = this;
    return html`
      ${this.heading('overview')}
      ${
        overview === null
          ? this.placeholder(this.#load)
          : html`${this.#figures(overview)} ${this.#use(overview.days)} ${this.#history()}`
      }
    `;
  }

  #figures({ credits: { free, bought, reserved }, next_free_credits_at: next, plan, days }: Overview): TemplateResult {
    const totals = totalsOf(days);
    return html`
      <dl class="figures">
        <div class="panel">
          <dt>${WORDS.creditsLeft}</dt>
          <dd>
            <b id="credits-left">${formatNumber(free + bought)}</b>
            <p>${WORDS.creditsOf(formatNumber(free), formatNumber(bought))}</p>
            ${reserved > 0 ? html`<p>${WORDS.reserved(reserved)}</p>` : nothing}
            ${free + bought === 0 ? html`<p class="problem">${WORDS.noCreditsLeft}</p>` : nothing}
            <p>${WORDS.nextFree(formatUtcDay(next))}</p>
          </dd>
        </div>
        <div class="panel">
          <dt>${WORDS.checks30}</dt>
          <dd>
            <b>${formatNumber(totals.all)}</b>
            <p>${totals.all > 0 ? WORDS.deliverable(share(totals.valid, totals.all)) : nothing}</p>
          </dd>
        </div>
        <div class="panel">
          <dt>${WORDS.plan}</dt>
          <dd>
            <b>${WORDS.plans[plan]}</b>
            <p>${WORDS.planMeaning[plan]}</p>
          </dd>
        </div>
      </dl>
    `;
  }

  #use(days: readonly Day[]): TemplateResult {
    const totals = totalsOf(days);
    if (totals.all === 0)
      return html`
        <section class="panel empty">
          <h2>${WORDS.noChecks}</h2>
          <p>${WORDS.noChecksLead}</p>
          <p class="buttons">
            <a class="button" href="#check">${WORDS.toCheck}</a>
            <a class="button" href="#api-settings">${WORDS.toSnippets}</a>
          </p>
        </section>
      `;
    const peak = days.reduce((most, day) => (checksOf(day) > checksOf(most) ? day : most));
    const summary = WORDS.useSummary(totals.all, formatNumber(checksOf(peak)), formatShortDay(peak.day));
    return html`
      <div class="charts">
        <section class="panel">
          <h2>${WORDS.use}</h2>
          <p class="soft">${summary}</p>
          <usage-chart name="perDay" .days=${days} label=${`${WORDS.use}. ${summary}`}></usage-chart>
          <details>
            <summary>${WORDS.asTable}</summary>
            ${this.#dayTable(days)}
          </details>
        </section>
        ${verdicts(days)}
      </div>
    `;
  }

  /** The days with checks, newest first. */
  #dayTable(days: readonly Day[]): TemplateResult {
    const used = days.filter((day) => checksOf(day) > 0).reverse();
    return html`<div class="table" tabindex="0" role="group" aria-label=${WORDS.use}>
      <table class="stack">
        <caption class="visually-hidden">
          ${WORDS.use}
        </caption>
        <thead>
          <tr>
            <th scope="col">${WORDS.day}</th>
            ${STATUSES.map((status) => html`<th scope="col" class="number">${WORDS.statuses[status]}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${used.map(
            (day) =>
              html`<tr>
                <th scope="row">${formatShortDay(day.day)}</th>
                ${STATUSES.map((status) => html`<td class="number" data-label=${WORDS.statuses[status]}>${formatNumber(day[status])}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  #history(): TemplateResult {
    return html`
      <section class="panel">
        <h2>${WORDS.history}</h2>
        ${
          this.entries.length === 0
            ? html`<p class="soft">${WORDS.noHistory}</p>`
            : html`<div class="table" tabindex="0" role="group" aria-label=${WORDS.history}>
                <table class="stack">
                  <caption class="visually-hidden">
                    ${WORDS.history}
                  </caption>
                  <thead>
                    <tr>
                      <th scope="col">${WORDS.when}</th>
                      <th scope="col">${WORDS.what}</th>
                      <th scope="col" class="number">${WORDS.credits}</th>
                    </tr>
                  </thead>
                  <tbody>
                    ${this.entries.map((entry) => this.#entry(entry))}
                  </tbody>
                </table>
              </div>`
        }
        ${this.problemOf('older')}
        ${
          this.next === null
            ? nothing
            : html`<p><button type="button" @click=${this.#older}>${WORDS.older}</button></p>`
        }
      </section>
    `;
  }

  #entry({ at, kind, amount, source, reference, expires_at: end, lists }: CreditEntry): TemplateResult {
    const paidFrom = kind === 'check' ? WORDS.paidFrom[source] : null;
    const more = [paidFrom, reference, end === null ? null : WORDS.until(formatDay(end))].filter(Boolean);
    return html`<tr>
      <td>${formatTime(at)}</td>
      <td class="whole">
        ${WORDS.kinds[kind]} ${more.length > 0 ? html`<span class="soft">${more.join(', ')}</span>` : nothing}
        ${lists.map(
          ({ id, name, credits }) =>
            html`<br /><a href="#lists=${id}"><bdi>${name}</bdi></a>
              <span class="soft">${WORDS.listCost(credits)}</span>`,
        )}
      </td>
      <td class="number">${amount > 0 ? '+' : '\u2212'}${formatNumber(Math.abs(amount))}</td>
    </tr>`;
  }
}
